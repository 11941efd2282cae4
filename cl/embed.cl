/* embed.cl: rows of the embedding matrix for a batch of tokens, scaled; one work-item a token and block of 32 columns. */
#include "lib-quant.cl"

__kernel void
embed (__global const int *tokens, /* (token), each below n */
       WEIGHT_ARGS,
       __global float *y, ulong off_y, int ldy, /* (token, k) */
       int k, float scale)
{
  const int t = get_global_id (0);
  const int b = get_global_id (1);
  const int id = tokens[t];
  const long g = id / 16;
  const int lane = id % 16;
  float lanes[16];

  y += off_y + (long) t * ldy + b * 32;
#ifdef WEIGHT_FLOAT
  for (int i = 0; i < min (32, k - b * 32); i++)
    {
      vstore16 (weight_column (w, g, b * 32 + i, k), 0, lanes);
      y[i] = lanes[lane] * scale;
    }
#else
  const long gb = g * (k / 32) + b;
  const BlockScale s = block_scale (w, off_h, off_a, off_b, off_s, off_m, gb);

  for (int c = 0; c < 4; c++)
    {
      const QuantWord q = quant_word (w, off_h, gb, c);

      for (int j = 0; j < 4; j++)
        {
          vstore16 (fma (byte_float (q.lo, j), s.scale_lo, s.offset_lo), 0, lanes);
          y[4 * c + j] = lanes[lane] * scale;
          vstore16 (fma (byte_float (q.hi, j), s.scale_hi, s.offset_hi), 0, lanes);
          y[16 + 4 * c + j] = lanes[lane] * scale;
        }
    }
#endif
}
