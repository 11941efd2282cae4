/* lib-matvec.cl: what surrounds a product of one token: the norm and the quantization before it, the activation behind. */
#pragma once
#include "lib-float.cl"
#include "lib-quantize.cl"

/* 1 / root mean square of a row, in the order of rmsnorm.cl: what a token gets must not depend on how many come with it. */
static inline float
rms_scale (__global const float *x, int k, float eps)
{
  float16 acc = 0.0f;

  for (int i = 0; i < k; i += 16)
    {
      const float16 v = vload16 (0, x + i);

      acc = fma (v, v, acc);
    }
  return 1.0f / sqrt (sum16 (acc) / k + eps);
}

/* A row as int8, after its RMS norm where normed is not 0. */
static inline void
quantize_row (__global const float *x, const int normed, __global const float *norm, float eps, /* (k), (k) */
              int k, __local char *xq, __local float4 *xscale)                                  /* (k), (k / 32) */
{
  const float scale = normed ? rms_scale (x, k, eps) : 0.0f;

  for (int b = 0; b < k / 32; b++)
    {
      float16 lo = vload16 (2 * b, x);
      float16 hi = vload16 (2 * b + 1, x);

      if (normed)
        {
          lo = lo * scale * vload16 (2 * b, norm);
          hi = hi * scale * vload16 (2 * b + 1, norm);
        }
      const QuantBlock q = quantize_block (lo, hi);

      vstore16 (q.lo, 2 * b, xq);
      vstore16 (q.hi, 2 * b + 1, xq);
      xscale[b] = q.scale;
    }
}

static inline float16
swiglu (float16 gate, float16 up)
{
  return gate / (1.0f + exp (-gate)) * up;
}
