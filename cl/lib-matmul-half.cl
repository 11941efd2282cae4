/* lib-matmul-half.cl: 16 rows of W times MT tokens of activations in half precision, for GPUs whose halves are faster than their integers.
 *
 * As lib-matmul-q8.cl. A sum over 16 columns is in halves: |quant| <= 255 and |x| <= 1, so that it stays below 4,096. */

#if SCALES_D || SCALES_S || SCALES_S16
#define QUANT_ZERO ZERO
#else
#define QUANT_ZERO 0
#endif

/* acc[t] = group g of W times token t; xt[t]: (k / 4); st[t]: (k / 32) scale, unused, sums of 16. */
static inline void
group_times_tokens (wide_float acc[MT], XSPACE const half4 *const xt[MT], XSPACE const float4 *const st[MT], WEIGHT_ARGS, long g, int nb)
{
#pragma unroll
  for (int t = 0; t < MT; t++)
    acc[t] = 0.0f;

  for (int b = FIRST_BLOCK; b < nb; b += BLOCK_STEP)
    {
      const long gb = g * nb + b;
      const BlockScale s = block_scale (w, off_h, off_a, off_b, off_s, off_m, gb);
      wide_half lo[MT], hi[MT];

#pragma unroll
      for (int t = 0; t < MT; t++)
        lo[t] = hi[t] = 0;
      for (int c = 0; c < 4; c++)
        {
          const QuantWord q = quant_word (w, off_h, gb, c);

#pragma unroll
          for (int t = 0; t < MT; t++)
            {
              lo[t] = dot4_half (lo[t], q.lo, QUANT_ZERO, xt[t][b * 8 + c]);
              hi[t] = dot4_half (hi[t], q.hi, QUANT_ZERO, xt[t][b * 8 + 4 + c]);
            }
        }
#pragma unroll
      for (int t = 0; t < MT; t++)
        {
          const float4 xs = st[t][b];

          acc[t] = fma (s.scale_lo * xs.x, convert_wide_float (lo[t]), acc[t]);
          acc[t] = fma (s.scale_hi * xs.x, convert_wide_float (hi[t]), acc[t]);
#if SCALES_DM || SCALES_K || SCALES_K16
          acc[t] = fma (s.offset_lo, (wide_float) (xs.x * xs.z), acc[t]);
          acc[t] = fma (s.offset_hi, (wide_float) (xs.x * xs.w), acc[t]);
#endif
        }
    }
}
