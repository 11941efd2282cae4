/* dequant.cl: groups of 16 rows decoded to float, transposed (k, rows), for a GEMM over decoded tiles. A work-item takes a block of 32 columns of a group, or
 * with SPLIT (lib-wide.cl) the work-items of a work-group take SPLIT blocks. */
#include "lib-quant.cl"

WIDE_KERNEL void
dequant (WEIGHT_ARGS,
         __global float *wt, ulong off_wt, int ld, /* (k, rows): column i is row 16 g0 + i of the matrix */
         int g0, int k)
{
  const int b = get_group_id (0) * BLOCK_STEP + FIRST_BLOCK;
  const int gi = get_group_id (1);
  const long g = g0 + gi;

  wt += off_wt + (long) b * 32 * ld + gi * 16;
#ifdef WEIGHT_FLOAT
  for (int i = 0; i < min (32, k - b * 32); i++)
    store_wide (weight_column (w, g, b * 32 + i, k), wt + (long) i * ld);
#else
  if (b >= k / 32)
    return;
  const long gb = g * (k / 32) + b;
  const BlockScale s = block_scale (w, off_h, off_a, off_b, off_s, off_m, gb);

  for (int c = 0; c < 4; c++)
    {
      const QuantWord q = quant_word (w, off_h, gb, c);

      for (int j = 0; j < 4; j++)
        {
          store_wide (fma (byte_float (q.lo, j), s.scale_lo, s.offset_lo), wt + (long) (4 * c + j) * ld);
          store_wide (fma (byte_float (q.hi, j), s.scale_hi, s.offset_hi), wt + (long) (16 + 4 * c + j) * ld);
        }
    }
#endif
}
