/* lib-quantize.cl: a block of 32 floats to int8, symmetric: x ~ d q, d = max |x| / 127. Needs lib-float.cl. */
#pragma once

typedef struct
{
  char16 lo, hi;
  float4 scale; /* d, d * sum of q, and as ints the sums of q over the first and last 16 */
} QuantBlock;

static inline QuantBlock
quantize_block (float16 lo, float16 hi)
{
  const float top = max16 (fmax (fabs (lo), fabs (hi)));
  const float inv = top > 1e-30f ? 127.0f / top : 0.0f; /* finite */
  const int16 qlo = convert_int16_rte (lo * inv);
  const int16 qhi = convert_int16_rte (hi * inv);
  const int sum_lo = isum16 (qlo);
  const int sum_hi = isum16 (qhi);
  const float d = top / 127.0f;
  QuantBlock r;

  r.lo = convert_char16 (qlo);
  r.hi = convert_char16 (qhi);
  r.scale = (float4) (d, d * (sum_lo + sum_hi), as_float (sum_lo), as_float (sum_hi));
  return r;
}
