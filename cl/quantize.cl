/* quantize.cl: rows of float32 to int8, or to half precision with -DDOT_HALF, a scale for each block of 32, which a work-item makes; lib-quantize.cl says how. */
#include "lib-float.cl"
#include "lib-quantize.cl"

__kernel void
quantize (__global const float *x, ulong off_x, int ldx, /* (token, k) */
          __global quant_t *q,                           /* (token, k) */
          __global float4 *scale,                        /* (token, k / 32) */
          int k)
{
  const int b = get_global_id (0);
  const int t = get_global_id (1);

  if (b >= k / 32)
    return;
  x += off_x + (long) t * ldx + b * 32;
  const QuantBlock r = quantize_block (vload16 (0, x), vload16 (1, x));

  q += (long) t * k + b * 32;
  vstore16 (r.lo, 0, q);
  vstore16 (r.hi, 1, q);
  scale[(long) t * (k / 32) + b] = r.scale;
}
