/* matvec.cl: for one token or a few, all that surrounds a product in one launch: y = f (W g (x)).
 *
 * g is the quantization to int8 and, with NORM, the RMS norm before it; f is nothing, with ADD the sum with y, or with GATED the
 * SwiGLU of the two halves of W's rows. A launch on a CPU costs as much as many rows, so each work-group does g anew, in local
 * memory, and then a contiguous share of the rows. A work-group is one work-item.
 * Options: MT: tokens at most; NORM, ADD, GATED: 0 or 1; -DDOT_x as lib-dot.cl. */
#define XSPACE __local
#include "lib-dot.cl"
#include "lib-quant.cl"
#include "lib-matmul-q8.cl"
#include "lib-matvec.cl"
#include "lib-store.cl"

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
    quantize_row (x + (long) t * ldx, NORM, norm, eps, k, xq + t * k, xscale + t * nb);
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
#if GATED
      float16 up[MT];

      group_times_tokens (up, xt, st, w, off_h, off_a, off_b, off_s, off_m, g + groups, nb);
#endif
      group_times_tokens (acc, xt, st, w, off_h, off_a, off_b, off_s, off_m, g, nb);
#pragma unroll
      for (int t = 0; t < MT; t++)
        {
#if GATED
          acc[t] = swiglu (acc[t], up[t]);
#endif
          if (t < n_tokens)
            store_rows (y + (long) t * ldy + g * 16, acc[t], n - g * 16, ADD);
        }
    }
}
