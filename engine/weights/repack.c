/* repack.c: rows of a tensor as the file has them into the planes of the device layout, without changing a value.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The formats are ggml's; a block function moves one block of 32 columns of one row into its lane. Words of four
 * nibbles or bytes are moved at once, since the planes keep the order that the files have within a word. */
#include "config.h"

#include "engine/weights/layout.h"

#include "engine/base/checked.h"
#include "engine/model/gguf.h"

#include <string.h>

/* Where one lane of one group's planes begins; the block functions index from it. */
typedef struct
{
  guint8 *q, *h, *a, *b, *s, *m;
} Lane;

static inline guint32
word (const guint8 *p)
{
  guint32 v;

  memcpy (&v, p, sizeof v);
  return v;
}

/* Word w of 16 interleaved lanes. */
static inline void
put_word (guint8 *plane, gsize w, guint32 v)
{
  memcpy (plane + w * HUNCH_GROUP * 4, &v, sizeof v);
}

static inline void
put_half (guint8 *plane, gsize i, const guint8 *half)
{
  memcpy (plane + i * HUNCH_GROUP * 2, half, 2);
}

static inline void
put_byte (guint8 *plane, gsize i, guint8 v)
{
  plane[i * HUNCH_GROUP] = v;
}

/* Bits 0 to 3 of n, one to a byte. */
static inline guint32
spread4 (guint32 n)
{
  return ((n & 15) * 0x00204081u) & 0x01010101u;
}

/* 32 bits in the order of the columns into a word of plane h. */
static inline guint32
high_bits (guint32 bits)
{
  guint32 h = 0;

  for (guint c = 0; c < 8; c++)
    h |= spread4 (bits >> (4 * c)) << c;
  return h;
}

static void
block_q4 (const guint8 *qs, Lane *l, gsize b)
{
  for (guint c = 0; c < 4; c++)
    put_word (l->q, b * 4 + c, word (qs + 4 * c));
}

static void
block_q4_0 (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b * 18;

  put_half (l->a, b, p);
  block_q4 (p + 2, l, b);
}

static void
block_q4_1 (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b * 20;

  put_half (l->a, b, p);
  put_half (l->b, b, p + 2);
  block_q4 (p + 4, l, b);
}

static void
block_q5_0 (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b * 22;

  put_half (l->a, b, p);
  put_word (l->h, b, high_bits (word (p + 2)));
  block_q4 (p + 6, l, b);
}

static void
block_q5_1 (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b * 24;

  put_half (l->a, b, p);
  put_half (l->b, b, p + 2);
  put_word (l->h, b, high_bits (word (p + 4)));
  block_q4 (p + 8, l, b);
}

static void
block_q8_0 (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b * 34;

  put_half (l->a, b, p);
  for (guint c = 0; c < 8; c++)
    put_word (l->q, b * 8 + c, word (p + 2 + 4 * c) ^ 0x80808080u);
}

/* The 6-bit scale and minimum of sub-block i of 8, from the 12 bytes of Q4_K and Q5_K. */
static inline void
k_scale (const guint8 *p, guint i, guint8 *scale, guint8 *min)
{
  if (i < 4)
    {
      *scale = p[i] & 63;
      *min = p[i + 4] & 63;
    }
  else
    {
      *scale = (p[i + 4] & 15) | (p[i - 4] >> 6) << 4;
      *min = (p[i + 4] >> 4) | (p[i] >> 6) << 4;
    }
}

/* Nibbles of sub-block i of 8: 64 columns lie in 32 bytes, the first 32 in the low nibbles. */
static void
block_k_nibbles (const guint8 *qs, guint i, Lane *l, gsize b)
{
  const guint shift = 4 * (i & 1);

  qs += 32 * (i / 2);
  for (guint c = 0; c < 4; c++)
    put_word (l->q, b * 4 + c,
              ((word (qs + 4 * c) >> shift) & 0x0f0f0f0fu) | ((word (qs + 16 + 4 * c) >> shift) & 0x0f0f0f0fu) << 4);
}

static void
block_k_scales (const guint8 *p, Lane *l, gsize b)
{
  guint8 scale, min;

  k_scale (p + 4, b % 8, &scale, &min);
  put_byte (l->s, b, scale);
  put_byte (l->m, b, min);
  if (b % 8 == 0)
    {
      put_half (l->a, b / 8, p);
      put_half (l->b, b / 8, p + 2);
    }
}

static void
block_q4_k (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 144;

  block_k_scales (p, l, b);
  block_k_nibbles (p + 16, b % 8, l, b);
}

static void
block_q5_k (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 176;
  const guint i = b % 8;
  guint32 h = 0;

  block_k_scales (p, l, b);
  for (guint c = 0; c < 8; c++)
    h |= ((word (p + 16 + 4 * c) >> i) & 0x01010101u) << c;
  put_word (l->h, b, h);
  block_k_nibbles (p + 48, i, l, b);
}

/* Q6_K: 128 columns in 64 bytes of nibbles and 32 of pairs of high bits; sub-block i of 4 in nibble i/2 of half i%2,
 * pair i. */
static void
block_q6_k (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 210;
  const guint half = b % 8 / 4, i = b % 4, shift = 4 * (i / 2);
  const guint8 *ql = p + 64 * half + 32 * (i % 2), *qh = p + 128 + 32 * half;
  guint32 h[2] = { 0, 0 };

  for (guint c = 0; c < 4; c++)
    {
      put_word (l->q, b * 4 + c,
                ((word (ql + 4 * c) >> shift) & 0x0f0f0f0fu) | ((word (ql + 16 + 4 * c) >> shift) & 0x0f0f0f0fu) << 4);
      h[0] |= ((word (qh + 4 * c) >> (2 * i)) & 0x03030303u) << (2 * c);
      h[1] |= ((word (qh + 16 + 4 * c) >> (2 * i)) & 0x03030303u) << (2 * c);
    }
  put_word (l->h, b * 2, h[0]);
  put_word (l->h, b * 2 + 1, h[1]);
  put_byte (l->s, 2 * b, p[192 + 2 * (b % 8)]);
  put_byte (l->s, 2 * b + 1, p[192 + 2 * (b % 8) + 1]);
  if (b % 8 == 0)
    put_half (l->a, b / 8, p + 208);
}

/* Pairs of bits of sub-block i of 8: 128 columns lie in 32 bytes, 32 columns in each pair. */
static void
block_k_pairs (const guint8 *qs, guint i, Lane *l, gsize b)
{
  const guint shift = 2 * (i % 4);
  guint32 q[2] = { 0, 0 };

  qs += 32 * (i / 4);
  for (guint c = 0; c < 4; c++)
    {
      q[0] |= ((word (qs + 4 * c) >> shift) & 0x03030303u) << (2 * c);
      q[1] |= ((word (qs + 16 + 4 * c) >> shift) & 0x03030303u) << (2 * c);
    }
  put_word (l->q, b * 2, q[0]);
  put_word (l->q, b * 2 + 1, q[1]);
}

static void
block_q2_k (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 84;
  const guint i = b % 8;

  block_k_pairs (p + 16, i, l, b);
  put_byte (l->s, 2 * b, p[2 * i]);
  put_byte (l->s, 2 * b + 1, p[2 * i + 1]);
  if (i == 0)
    {
      put_half (l->a, b / 8, p + 80);
      put_half (l->b, b / 8, p + 82);
    }
}

/* 6-bit scale g of 16 of Q3_K: low bits in 8 bytes of nibbles, high bits in 4 of pairs. */
static guint8
q3_k_scale (const guint8 *p, guint g)
{
  const guint low = p[g % 8] >> (4 * (g / 8)) & 15, high = p[8 + g % 4] >> (2 * (g / 4)) & 3;

  return (guint8) ((low | high << 4) - 32);
}

static void
block_q3_k (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 110;
  const guint i = b % 8;
  guint32 h = 0;

  for (guint c = 0; c < 8; c++)
    h |= ((word (p + 4 * c) >> i) & 0x01010101u) << c;
  put_word (l->h, b, h);
  block_k_pairs (p + 32, i, l, b);
  put_byte (l->s, 2 * b, q3_k_scale (p + 96, 2 * i));
  put_byte (l->s, 2 * b + 1, q3_k_scale (p + 96, 2 * i + 1));
  if (i == 0)
    put_half (l->a, b / 8, p + 108);
}

static void
block_iq4_xs (const guint8 *row, Lane *l, gsize b)
{
  const guint8 *p = row + b / 8 * 136;
  const guint i = b % 8;
  const guint low = p[4 + i / 2] >> (4 * (i % 2)) & 15, high = p[2 + i / 4] >> (2 * (i % 4)) & 3;

  put_byte (l->s, b, (guint8) ((low | high << 4) - 32));
  block_q4 (p + 8 + 16 * i, l, b);
  if (i == 0)
    put_half (l->a, b / 8, p);
}

typedef void (*BlockFunc) (const guint8 *row, Lane *lane, gsize b);

static BlockFunc
block_func (guint32 type)
{
  switch (type)
    {
    case HUNCH_TYPE_Q4_0:
    case HUNCH_TYPE_IQ4_NL:
      return block_q4_0;
    case HUNCH_TYPE_Q4_1:
      return block_q4_1;
    case HUNCH_TYPE_Q5_0:
      return block_q5_0;
    case HUNCH_TYPE_Q5_1:
      return block_q5_1;
    case HUNCH_TYPE_Q8_0:
      return block_q8_0;
    case HUNCH_TYPE_Q4_K:
      return block_q4_k;
    case HUNCH_TYPE_Q5_K:
      return block_q5_k;
    case HUNCH_TYPE_Q6_K:
      return block_q6_k;
    case HUNCH_TYPE_Q2_K:
      return block_q2_k;
    case HUNCH_TYPE_Q3_K:
      return block_q3_k;
    case HUNCH_TYPE_IQ4_XS:
      return block_iq4_xs;
    default:
      return NULL;
    }
}

/* The transposed copy that float types get. */
static void
lane_floats (const guint8 *row, guint64 k, guint element, guint8 *dst)
{
  for (guint64 i = 0; i < k; i++)
    memcpy (dst + i * HUNCH_GROUP * element, row + i * element, element);
}

static Lane
lane_at (const HunchPlanes *p, guint8 *dst, guint64 g, guint lane)
{
  guint8 *at[HUNCH_N_PLANES];

  for (guint i = 0; i < HUNCH_N_PLANES; i++)
    at[i] = dst + p->offset[i] + g * p->group[i];
  return (Lane){
    at[HUNCH_PLANE_Q] + 4 * lane, at[HUNCH_PLANE_H] + 4 * lane, at[HUNCH_PLANE_A] + 2 * lane,
    at[HUNCH_PLANE_B] + 2 * lane, at[HUNCH_PLANE_S] + lane,     at[HUNCH_PLANE_M] + lane,
  };
}

void
hunch_layout_repack (guint32 type, const guint8 *const *rows, guint64 n, guint64 k, guint64 first, guint64 last,
                     const HunchPlanes *planes, guint8 *dst)
{
  const BlockFunc func = block_func (type);
  const guint element = type == HUNCH_TYPE_F32 ? 4 : 2;

  for (guint64 g = first; g < last; g++)
    {
      const guint lanes = MIN (n - g * HUNCH_GROUP, HUNCH_GROUP);

      if (lanes < HUNCH_GROUP)
        for (guint i = 0; i < HUNCH_N_PLANES; i++)
          memset (dst + planes->offset[i] + g * planes->group[i], 0, planes->group[i]);
      for (guint i = 0; i < lanes; i++)
        {
          const guint8 *row = rows[g * HUNCH_GROUP + i];
          Lane lane = lane_at (planes, dst, g, i);

          if (func == NULL)
            lane_floats (row, k, element,
                         dst + planes->offset[HUNCH_PLANE_Q] + g * planes->group[HUNCH_PLANE_Q] + i * element);
          else
            for (guint64 b = 0; b < k / 32; b++)
              func (row, &lane, b);
        }
    }
}
