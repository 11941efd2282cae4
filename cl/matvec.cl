/* matvec.cl: for one token or a few, all that surrounds a product in one launch: y = f (W g (x)).
 *
 * g is the quantization to int8 and, with -DNORM, the RMS norm before it; f is nothing, with -DADD the sum with y, or with -DGATED the
 * SwiGLU of the two halves of W's rows. A launch on a CPU costs as much as many rows, so each work-group does g anew, in local
 * memory, and then a contiguous share of the rows. A work-group is one work-item. -DMT=tokens at most; -DDOT_x as lib-dot.cl. */
#define XSPACE __local
#include "lib-dot.cl"
#include "lib-float.cl"
#include "lib-quant.cl"
#include "lib-quantize.cl"
#include "lib-matmul-q8.cl"
#include "lib-store.cl"

#ifdef NORM
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
#endif

__kernel void
matvec (__global const float *x, ulong off_x, int ldx, /* (token, k) */
           __global const float *norm, float eps,         /* (k), not read without NORM */
           WEIGHT_ARGS,
           __global float *y, ulong off_y, int ldy,       /* (token, n) */
           int n_tokens, int n, int k,
           __local char *xq,       /* (MT, k) */
           __local float4 *xscale) /* (MT, k / 32) */
{
  const int nb = k / 32;
  const int groups = (n + 15) / 16;
  const int first = (int) ((long) groups * get_group_id (0) / get_num_groups (0));
  const int last = (int) ((long) groups * (get_group_id (0) + 1) / get_num_groups (0));
  __local const int *xt[MT];
  __local const float4 *st[MT];

  x += off_x;
  y += off_y;
  for (int t = 0; t < n_tokens; t++)
    {
      __global const float *row = x + (long) t * ldx;
#ifdef NORM
      const float scale = rms_scale (row, k, eps);
#endif

      for (int b = 0; b < nb; b++)
        {
          float16 lo = vload16 (2 * b, row);
          float16 hi = vload16 (2 * b + 1, row);

#ifdef NORM
          lo = lo * scale * vload16 (2 * b, norm);
          hi = hi * scale * vload16 (2 * b + 1, norm);
#endif
          const QuantBlock q = quantize_block (lo, hi);

          vstore16 (q.lo, 2 * b, xq + t * k);
          vstore16 (q.hi, 2 * b + 1, xq + t * k);
          xscale[t * nb + b] = q.scale;
        }
    }
#pragma unroll
  for (int t = 0; t < MT; t++)
    {
      const int row = min (t, n_tokens - 1);

      xt[t] = (__local const int *) (xq + row * k);
      st[t] = xscale + row * nb;
    }

  for (int g = first; g < last; g++)
    {
      float16 acc[MT];
#ifdef GATED
      float16 up[MT];

      group_times_tokens (up, xt, st, w, off_h, off_a, off_b, off_s, off_m, g + groups, nb);
#endif
      group_times_tokens (acc, xt, st, w, off_h, off_a, off_b, off_s, off_m, g, nb);
#pragma unroll
      for (int t = 0; t < MT; t++)
        {
#ifdef GATED
          acc[t] = acc[t] / (1.0f + exp (-acc[t])) * up[t];
#endif
          if (t < n_tokens)
            store_rows (y + (long) t * ldy + g * 16, acc[t], n - g * 16);
        }
    }
}
