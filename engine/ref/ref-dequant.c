/* ref-dequant.c: stored weights to floats, one after another: the oracle of every kernel that decodes.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A block is decoded by index: column i of the block finds its scale and its bits. Where a minimum is added or taken
 * away, the product before it is exact (a half has 11 bits, a scale at most 6, a quant at most 5, and a float holds
 * 24): a compiler that fuses the two changes nothing. */
#include "config.h"

#include "engine/base/half.h"
#include "engine/ref/ref-dequant.h"

#include <string.h>

static guint16
u16_at (const guint8 *p)
{
  return (guint16) (p[0] | p[1] << 8);
}

static float
half_at (const guint8 *p)
{
  return hunch_half_to_float (u16_at (p));
}

/* Blocks of 32: a scale, perhaps a minimum, then a nibble a weight: columns 0 to 15 low, 16 to 31 high. */

static guint
nibble32 (const guint8 *qs, guint i)
{
  return i < 16 ? qs[i] & 15 : qs[i - 16] >> 4;
}

/* Bit i of 32, as 0 or 16. */
static guint
fifth_bit (const guint8 *qh, guint i)
{
  return (guint) (qh[i / 8] >> (i % 8) & 1) << 4;
}

static void
q4_0 (const guint8 *b, float *dst)
{
  const float d = half_at (b);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) ((int) nibble32 (b + 2, i) - 8);
}

static void
q4_1 (const guint8 *b, float *dst)
{
  const float d = half_at (b), m = half_at (b + 2);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) nibble32 (b + 4, i) + m;
}

static void
q5_0 (const guint8 *b, float *dst)
{
  const float d = half_at (b);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) ((int) (nibble32 (b + 6, i) | fifth_bit (b + 2, i)) - 16);
}

static void
q5_1 (const guint8 *b, float *dst)
{
  const float d = half_at (b), m = half_at (b + 2);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) (nibble32 (b + 8, i) | fifth_bit (b + 4, i)) + m;
}

static void
q8_0 (const guint8 *b, float *dst)
{
  const float d = half_at (b);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) (gint8) b[2 + i];
}

/* The values that IQ4's nibbles stand for. */
static const gint8 iq4_values[16] = { -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113 };

static void
iq4_nl (const guint8 *b, float *dst)
{
  const float d = half_at (b);

  for (guint i = 0; i < 32; i++)
    dst[i] = d * (float) iq4_values[nibble32 (b + 2, i)];
}

/* Blocks of 256, in groups of 16 or 32 with scales of their own. */

/* Two bits of column i: of each 32 bytes, the lowest bits of all, then the next. */
static guint
crumb256 (const guint8 *qs, guint i)
{
  return qs[i / 128 * 32 + i % 32] >> (2 * (i / 32 % 4)) & 3;
}

/* Nibble of column i: of each 32 bytes, the low ones, then the high ones. */
static guint
nibble256 (const guint8 *qs, guint i)
{
  return qs[i / 64 * 32 + i % 32] >> (4 * (i / 32 % 2)) & 15;
}

static void
q2_k (const guint8 *b, float *dst)
{
  const guint8 *scales = b, *qs = b + 16;
  const float d = half_at (b + 80), dmin = half_at (b + 82);

  for (guint i = 0; i < 256; i++)
    dst[i] = d * (float) (scales[i / 16] & 15) * (float) crumb256 (qs, i) - dmin * (float) (scales[i / 16] >> 4);
}

/* Scale g of 16: four low bits in 8 bytes (low nibbles, then high ones), two high bits in 4 more. */
static int
q3_k_scale (const guint8 *s, guint g)
{
  const guint low = s[g % 8] >> (4 * (g / 8)) & 15;
  const guint high = s[8 + g % 4] >> (2 * (g / 4)) & 3;

  return (int) (low | high << 4) - 32;
}

static void
q3_k (const guint8 *b, float *dst)
{
  const guint8 *hmask = b, *qs = b + 32, *scales = b + 96;
  const float d = half_at (b + 108);

  for (guint i = 0; i < 256; i++)
    {
      const guint set = hmask[i % 32] >> (i / 32) & 1; /* set: nothing is taken away */
      const int q = (int) crumb256 (qs, i) - (set ? 0 : 4);

      dst[i] = d * (float) q3_k_scale (scales, i / 16) * (float) q;
    }
}

/* Scale and minimum g of 8, six bits each in 12 bytes: those of groups 4 to 7 have their two high bits above those of 0
 * to 3. */
static void
k4_scale_min (const guint8 *s, guint g, guint *scale, guint *min)
{
  if (g < 4)
    {
      *scale = s[g] & 63;
      *min = s[g + 4] & 63;
    }
  else
    {
      *scale = (s[g + 4] & 15) | (s[g - 4] >> 6 << 4);
      *min = (s[g + 4] >> 4) | (s[g] >> 6 << 4);
    }
}

static void
q4_k (const guint8 *b, float *dst)
{
  const float d = half_at (b), dmin = half_at (b + 2);
  guint scale, min;

  for (guint i = 0; i < 256; i++)
    {
      k4_scale_min (b + 4, i / 32, &scale, &min);
      dst[i] = d * (float) scale * (float) nibble256 (b + 16, i) - dmin * (float) min;
    }
}

static void
q5_k (const guint8 *b, float *dst)
{
  const guint8 *qh = b + 16, *qs = b + 48;
  const float d = half_at (b), dmin = half_at (b + 2);
  guint scale, min;

  for (guint i = 0; i < 256; i++)
    {
      const guint high = qh[i % 32] >> (i / 32) & 1;

      k4_scale_min (b + 4, i / 32, &scale, &min);
      dst[i] = d * (float) scale * (float) (nibble256 (qs, i) | high << 4) - dmin * (float) min;
    }
}

static void
q6_k (const guint8 *b, float *dst)
{
  const guint8 *ql = b, *qh = b + 128, *scales = b + 192;
  const float d = half_at (b + 208);

  for (guint i = 0; i < 256; i++)
    {
      const guint low = ql[i / 128 * 64 + i % 64] >> (4 * (i / 64 % 2)) & 15;
      const int q = (int) (low | crumb256 (qh, i) << 4) - 32;

      dst[i] = d * (float) (gint8) scales[i / 16] * (float) q;
    }
}

static void
iq4_xs (const guint8 *b, float *dst)
{
  const guint8 *scales_l = b + 4, *qs = b + 8;
  const guint scales_h = u16_at (b + 2);
  const float d = half_at (b);

  for (guint i = 0; i < 256; i++)
    {
      const guint g = i / 32;
      const guint low = scales_l[g / 2] >> (4 * (g % 2)) & 15;
      const int scale = (int) (low | (scales_h >> (2 * g) & 3) << 4) - 32;

      dst[i] = d * (float) scale * (float) iq4_values[nibble32 (qs + 16 * g, i % 32)];
    }
}

typedef void (*Decode) (const guint8 *block, float *dst);

static const Decode decoders[] = {
  [HUNCH_TYPE_Q4_0] = q4_0, [HUNCH_TYPE_Q4_1] = q4_1, [HUNCH_TYPE_Q5_0] = q5_0,     [HUNCH_TYPE_Q5_1] = q5_1,
  [HUNCH_TYPE_Q8_0] = q8_0, [HUNCH_TYPE_Q2_K] = q2_k, [HUNCH_TYPE_Q3_K] = q3_k,     [HUNCH_TYPE_Q4_K] = q4_k,
  [HUNCH_TYPE_Q5_K] = q5_k, [HUNCH_TYPE_Q6_K] = q6_k, [HUNCH_TYPE_IQ4_NL] = iq4_nl, [HUNCH_TYPE_IQ4_XS] = iq4_xs,
};

static void
plain_row (guint32 type, const guint8 *src, guint64 n, float *dst)
{
  for (guint64 i = 0; i < n; i++)
    if (type == HUNCH_TYPE_F32)
      memcpy (&dst[i], src + 4 * i, 4);
    else if (type == HUNCH_TYPE_F16)
      dst[i] = half_at (src + 2 * i);
    else
      dst[i] = hunch_bf16_to_float (u16_at (src + 2 * i));
}

gboolean
hunch_ref_dequant_row (guint32 type, const guint8 *src, guint64 n, float *dst)
{
  const HunchTypeInfo *info = hunch_type_info (type);

  if (info == NULL || n % info->block != 0)
    return FALSE;
  if (info->block == 1)
    plain_row (type, src, n, dst);
  else
    for (guint64 i = 0; i < n / info->block; i++)
      decoders[type](src + i * info->block_bytes, dst + i * info->block);
  return TRUE;
}
