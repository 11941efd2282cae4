/* matmul-q8.cl: y = x W^T (+ y), W quantized in the x16 layout, x quantized to int8 by quantize.cl; products in integers. With -DDOT_HALF both
 * are in half precision.
 *
 * As in matmul.cl a work-item makes 16 rows of W times MT tokens, or a work-group with SPLIT.
 * Options: MT: tokens; ADD: 1 adds to y; -DDOT_x as lib-dot.cl; SPLIT as lib-wide.cl. */
#define XSPACE __global
#include "lib-dot.cl"
#include "lib-quant.cl"
#ifdef DOT_HALF
#include "lib-matmul-half.cl"
typedef half4 x4_t;
#else
#include "lib-matmul-q8.cl"
typedef int x4_t;
#endif
#include "lib-store.cl"

WIDE_KERNEL void
matmul_q8 (__global const x4_t *x,        /* (token, k / 4) */
           __global const float4 *xscale, /* (token, k / 32), as lib-quantize.cl has it */
           WEIGHT_ARGS,
           __global float *y, ulong off_y, int ldy, /* (token, n) */
           int n_tokens, int n, int k)
{
  const int t0 = get_group_id (0) * MT;
  const long g = get_group_id (1);
  const int nb = k / 32;
  __global const x4_t *xt[MT];
  __global const float4 *st[MT];
  wide_float acc[MT];

#pragma unroll
  for (int t = 0; t < MT; t++)
    {
      const long row = min (t0 + t, n_tokens - 1);

      xt[t] = x + row * (k / 4);
      st[t] = xscale + row * nb;
    }
  group_times_tokens (acc, xt, st, w, off_h, off_a, off_b, off_s, off_m, g, nb);
  y += off_y + g * 16;
#ifdef SPLIT
  __local float scratch[MT * SPLIT * 16];

  split_sums (acc, MT, scratch);
#endif
#pragma unroll
  for (int t = 0; t < MT; t++)
    if (t0 + t < n_tokens)
      store_rows (y + (long) (t0 + t) * ldy, acc[t], n - (int) g * 16, ADD);
}
