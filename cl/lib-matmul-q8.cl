/* lib-matmul-q8.cl: 16 rows of W times MT tokens of int8 activations, in integers within a block of 32 columns.
 *
 * XSPACE is the address space of the activations. Needs lib-dot.cl and lib-quant.cl. */
#include "lib-fetch.cl"

#define BLOCK_BYTES (BITS == 8 ? 512 : BITS < 4 ? 128 : 256) /* of plane q */

/* Blocks from the one in use to the one asked for: some thousand bytes, for the hardware does not look past a page. With more tokens
 * the products take longer than the weights. */
#define AHEAD 16

/* acc[t] = group g of W times token t; xt[t]: (k) quants; st[t]: (k / 32) scale, scale * sum, sums of 16 as ints. */
static inline void
group_times_tokens (wide_float acc[MT], XSPACE const int *const xt[MT], XSPACE const float4 *const st[MT], WEIGHT_ARGS, long g, int nb)
{
#pragma unroll
  for (int t = 0; t < MT; t++)
    acc[t] = 0.0f;

  for (int b = FIRST_BLOCK; b < nb; b += BLOCK_STEP)
    {
      const long gb = g * nb + b;
      const BlockScale s = block_scale (w, off_h, off_a, off_b, off_s, off_m, gb);
      float4 xs[MT];
      wide_int lo[MT];
#if TWO_SCALES
      wide_int hi[MT];
#endif

#if MT == 1
#pragma unroll
      for (int i = 0; i < BLOCK_BYTES; i += LINE)
        fetch_line (w + (gb + AHEAD) * BLOCK_BYTES + i);
#endif
#pragma unroll
      for (int t = 0; t < MT; t++)
        {
          xs[t] = st[t][b];
          /* The zero point's share, in integers. */
#if SCALES_D || SCALES_S
          lo[t] = -ZERO * (as_int (xs[t].z) + as_int (xs[t].w));
#elif SCALES_S16
          lo[t] = -ZERO * as_int (xs[t].z);
          hi[t] = -ZERO * as_int (xs[t].w);
#else
          lo[t] = 0;
#if TWO_SCALES
          hi[t] = 0;
#endif
#endif
        }
#pragma unroll
      for (int c = 0; c < 4; c++)
        {
          const QuantWord q = quant_word (w, off_h, gb, c);

#pragma unroll
          for (int t = 0; t < MT; t++)
            {
              lo[t] = dot4 (lo[t], q.lo, xt[t][b * 8 + c]);
#if TWO_SCALES
              hi[t] = dot4 (hi[t], q.hi, xt[t][b * 8 + 4 + c]);
#else
              lo[t] = dot4 (lo[t], q.hi, xt[t][b * 8 + 4 + c]);
#endif
            }
        }
#pragma unroll
      for (int t = 0; t < MT; t++)
        {
          acc[t] = fma (s.scale_lo * xs[t].x, convert_wide_float (lo[t]), acc[t]);
#if TWO_SCALES
          acc[t] = fma (s.scale_hi * xs[t].x, convert_wide_float (hi[t]), acc[t]);
#endif
#if SCALES_K16
          acc[t] = fma (s.offset_lo, (wide_float) (xs[t].x * as_int (xs[t].z)), acc[t]);
          acc[t] = fma (s.offset_hi, (wide_float) (xs[t].x * as_int (xs[t].w)), acc[t]);
#elif SCALES_DM || SCALES_K
          acc[t] = fma (s.offset_lo, (wide_float) xs[t].y, acc[t]);
#endif
        }
    }
}
