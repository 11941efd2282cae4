/* matmul.cl: y = x W^T (+ y), W quantized in the x16 layout and decoded in registers, x in float32.
 *
 * A work-item makes 16 rows of W times MT tokens of x; tokens past the end are read as the last one and not stored. The token
 * tile is the fastest dimension, so that the tiles of a batch share a group's weights while they are in cache. With SPLIT a work-group does the same.
 * Options: MT: tokens; ADD: 1 adds to y, for the residual stream; SPLIT as lib-wide.cl. */
#include "lib-quant.cl"
#include "lib-store.cl"

WIDE_KERNEL void
matmul (__global const float *x, ulong off_x, int ldx, /* (token, k) */
        WEIGHT_ARGS,
        __global float *y, ulong off_y, int ldy,       /* (token, n) */
        int n_tokens, int n, int k)
{
  const int t0 = get_group_id (0) * MT;
  const long g = get_group_id (1);
  __global const float *xt[MT];
  wide_float acc[MT];

#pragma unroll
  for (int t = 0; t < MT; t++)
    {
      xt[t] = x + off_x + (long) min (t0 + t, n_tokens - 1) * ldx;
      acc[t] = 0.0f;
    }

#ifdef WEIGHT_FLOAT
  for (int i = FIRST_BLOCK; i < k; i += BLOCK_STEP)
    {
      const wide_float v = weight_column (w, g, i, k);

#pragma unroll
      for (int t = 0; t < MT; t++)
        acc[t] = fma (v, (wide_float) xt[t][i], acc[t]);
    }
#else
  const int nb = k / 32;

  for (int b = FIRST_BLOCK; b < nb; b += BLOCK_STEP)
    {
      const long gb = g * nb + b;
      const BlockScale s = block_scale (w, off_h, off_a, off_b, off_s, off_m, gb);

#pragma unroll
      for (int c = 0; c < 4; c++)
        {
          const QuantWord q = quant_word (w, off_h, gb, c);

#pragma unroll
          for (int j = 0; j < 4; j++)
            {
              const wide_float lo = fma (byte_float (q.lo, j), s.scale_lo, s.offset_lo);
              const wide_float hi = fma (byte_float (q.hi, j), s.scale_hi, s.offset_hi);

#pragma unroll
              for (int t = 0; t < MT; t++)
                {
                  acc[t] = fma (lo, (wide_float) xt[t][b * 32 + 4 * c + j], acc[t]);
                  acc[t] = fma (hi, (wide_float) xt[t][b * 32 + 16 + 4 * c + j], acc[t]);
                }
            }
        }
    }
#endif

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
