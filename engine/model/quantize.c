/* quantize.c: floats to stored weights.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The formats are ggml's. Q8_0 and Q4_0 take the scale from the value that is farthest from zero, and give the very bytes that PyPI's
 * gguf gives. Q4_K has a scale and a minimum for each 32 values, which are fitted here by least squares. */
#include "config.h"

#include "engine/model/quantize.h"

#include "engine/base/half.h"

#include <float.h>
#include <math.h>

static void
put_half (guint8 *dst, float f)
{
  const guint16 h = GUINT16_TO_LE (hunch_half_from_float (f));

  memcpy (dst, &h, sizeof h);
}

static void
f32_row (const float *src, guint64 n, guint8 *dst)
{
  for (guint64 i = 0; i < n; i++)
    {
      guint32 bits;

      memcpy (&bits, &src[i], sizeof bits);
      bits = GUINT32_TO_LE (bits);
      memcpy (dst + 4 * i, &bits, sizeof bits);
    }
}

static void
f16_row (const float *src, guint64 n, guint8 *dst)
{
  for (guint64 i = 0; i < n; i++)
    put_half (dst + 2 * i, src[i]);
}

/* The value that is farthest from zero; of equals the first. */
static float
farthest (const float *x, guint n)
{
  float top = x[0];

  for (guint i = 1; i < n; i++)
    if (fabsf (x[i]) > fabsf (top))
      top = x[i];
  return top;
}

static void
q8_0 (const float *x, guint8 *dst)
{
  const float d = fabsf (farthest (x, 32)) / 127, inverse = d != 0 ? 1 / d : 0;

  put_half (dst, d);
  for (guint i = 0; i < 32; i++)
    dst[2 + i] = (guint8) (gint8) roundf (x[i] * inverse);
}

/* The farthest value becomes -8, so that all sixteen steps are used. */
static guint8
q4_0_step (float x, float inverse)
{
  const float scaled = x * inverse;

  return (guint8) CLAMP (scaled + 8.5f, 0, 15);
}

static void
q4_0 (const float *x, guint8 *dst)
{
  const float d = farthest (x, 32) / -8, inverse = d != 0 ? 1 / d : 0;

  put_half (dst, d);
  for (guint i = 0; i < 16; i++)
    dst[2 + i] = q4_0_step (x[i], inverse) | q4_0_step (x[i + 16], inverse) << 4;
}

/* Q4_K */

#define SUB     32 /* values of a sub-block */
#define N_SUB   8  /* sub-blocks of a block */
#define N_TRIES 10 /* wider, and narrower */

/* x is about scale q - min, with q from 0 to 15; neither is negative. */
typedef struct
{
  float scale, min;
} Fit;

static guint
nearest_step (float x, Fit f)
{
  return f.scale > 0 ? (guint) CLAMP ((x + f.min) / f.scale + 0.5f, 0, 15) : 0;
}

/* Weighted sums over a sub-block, of powers of x and of the steps q. */
typedef struct
{
  float w, x, xx, q, qq, qx;
} Sums;

/* Large values matter more: outputs are sums of products with them. */
static void
weigh (const float *x, float *w, Sums *sums)
{
  float square = 0, mean;

  for (guint i = 0; i < SUB; i++)
    square += x[i] * x[i];
  mean = sqrtf (square / SUB);
  *sums = (Sums){ 0 };
  for (guint i = 0; i < SUB; i++)
    {
      w[i] = mean + fabsf (x[i]);
      sums->w += w[i];
      sums->x += w[i] * x[i];
      sums->xx += w[i] * x[i] * x[i];
    }
}

/* The sums of the steps that f gives. */
static void
sum_steps (const float *x, const float *w, Fit f, Sums *sums)
{
  const float inverse = 1 / f.scale, zero = f.min * inverse + 0.5f;
  float q = 0, qq = 0, qx = 0;

  for (guint i = 0; i < SUB; i++)
    {
      const float step = (float) (gint) CLAMP (x[i] * inverse + zero, 0, 15);

      q += w[i] * step;
      qq += w[i] * step * step;
      qx += w[i] * step * x[i];
    }
  sums->q = q;
  sums->qq = qq;
  sums->qx = qx;
}

/* The best scale and minimum for these steps: a weighted regression of x on q. FALSE: there is none above zero. */
static gboolean
regress (const Sums *s, Fit *f)
{
  const double det = (double) s->w * s->qq - (double) s->q * s->q;
  double scale, min;

  if (det <= 0)
    return FALSE;
  scale = ((double) s->w * s->qx - (double) s->q * s->x) / det;
  min = ((double) s->q * s->qx - (double) s->qq * s->x) / det;
  if (min < 0)
    {
      min = 0;
      scale = s->qx / s->qq;
    }
  *f = (Fit){ (float) scale, (float) min };
  return scale > 0;
}

/* Sum of w (scale q - min - x)^2. */
static double
loss (const Sums *s, Fit f)
{
  const double a = f.scale, b = f.min;

  return a * a * s->qq + b * b * s->w + s->xx - 2 * a * b * s->q - 2 * a * s->qx + 2 * b * s->x;
}

/* Starts from ranges a little wider and narrower than that of the values, and keeps the best regression. */
static Fit
fit_sub_block (const float *x)
{
  float w[SUB], low = 0, high = x[0];
  double best_loss;
  Sums sums;
  Fit best;

  for (guint i = 0; i < SUB; i++)
    {
      low = fminf (low, x[i]);
      high = fmaxf (high, x[i]);
    }
  best = (Fit){ MAX (high - low, 0) / 15, -low };
  if (best.scale < FLT_MIN * 16)
    return (Fit){ 0, -low };
  weigh (x, w, &sums);
  sum_steps (x, w, best, &sums);
  best_loss = loss (&sums, best);
  for (gint i = -N_TRIES; i <= N_TRIES; i++)
    {
      Fit f;

      sum_steps (x, w, (Fit){ (high - low) / (15 + 0.1f * i), -low }, &sums);
      if (regress (&sums, &f) && loss (&sums, f) < best_loss)
        {
          best = f;
          best_loss = loss (&sums, f);
        }
    }
  return best;
}

/* Six bits each of eight scales and eight minima, in twelve bytes. */
static void
pack_k4 (const guint8 *scale, const guint8 *min, guint8 *dst)
{
  for (guint g = 0; g < 4; g++)
    {
      dst[g] = scale[g] | (scale[g + 4] >> 4) << 6;
      dst[g + 4] = min[g] | (min[g + 4] >> 4) << 6;
      dst[g + 8] = (scale[g + 4] & 15) | (min[g + 4] & 15) << 4;
    }
}

static guint8
six_bits (float value, float unit)
{
  return unit > 0 ? (guint8) CLAMP (value / unit + 0.5f, 0, 63) : 0;
}

static void
q4_k (const float *x, guint8 *dst)
{
  Fit fit[N_SUB];
  guint8 scale[N_SUB], min[N_SUB], *qs = dst + 16;
  float d = 0, dmin = 0;

  for (guint g = 0; g < N_SUB; g++)
    {
      fit[g] = fit_sub_block (x + g * SUB);
      d = fmaxf (d, fit[g].scale / 63);
      dmin = fmaxf (dmin, fit[g].min / 63);
    }
  put_half (dst, d);
  put_half (dst + 2, dmin);
  d = hunch_half_to_float (hunch_half_from_float (d));
  dmin = hunch_half_to_float (hunch_half_from_float (dmin));
  for (guint g = 0; g < N_SUB; g++)
    {
      scale[g] = six_bits (fit[g].scale, d);
      min[g] = six_bits (fit[g].min, dmin);
      fit[g] = (Fit){ d * scale[g], dmin * min[g] };
    }
  pack_k4 (scale, min, dst + 4);
  for (guint g = 0; g < N_SUB; g += 2)
    for (guint i = 0; i < SUB; i++)
      qs[g / 2 * SUB + i]
          = (guint8) (nearest_step (x[g * SUB + i], fit[g]) | nearest_step (x[(g + 1) * SUB + i], fit[g + 1]) << 4);
}

typedef void (*Encode) (const float *x, guint8 *block);

static Encode
encoder (guint32 type)
{
  return type == HUNCH_TYPE_Q8_0 ? q8_0 : type == HUNCH_TYPE_Q4_0 ? q4_0 : type == HUNCH_TYPE_Q4_K ? q4_k : NULL;
}

gboolean
hunch_can_quantize (guint32 type)
{
  return type == HUNCH_TYPE_F32 || type == HUNCH_TYPE_F16 || encoder (type) != NULL;
}

void
hunch_quantize_row (guint32 type, const float *src, guint64 n, guint8 *dst)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  const Encode encode = encoder (type);
  float block[256];

  if (type == HUNCH_TYPE_F32)
    f32_row (src, n, dst);
  else if (type == HUNCH_TYPE_F16)
    f16_row (src, n, dst);
  else
    for (guint64 b = 0; b < n / info->block; b++)
      {
        for (guint i = 0; i < info->block; i++)
          block[i] = isfinite (src[b * info->block + i]) ? src[b * info->block + i] : 0;
        encode (block, dst + b * info->block_bytes);
      }
}
