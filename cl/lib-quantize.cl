/* lib-quantize.cl: a block of 32 floats to int8, symmetric: x ~ d q, d = max |x| / 127. Needs lib-float.cl.
 *
 * With -DDOT_HALF to half precision, d = max |x|, so that |q| <= 1. */
#pragma once

#ifdef DOT_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half quant_t;
typedef half16 quant16;
#define QUANT_MAX 1.0f
#else
typedef char quant_t;
typedef char16 quant16;
#define QUANT_MAX 127.0f
#endif

typedef struct
{
  quant16 lo, hi;
  float4 scale; /* d, d * sum of q, and the sums of q over the first and last 16: as ints, or floats with -DDOT_HALF */
} QuantBlock;

static inline QuantBlock
quantize_block (float16 lo, float16 hi)
{
  const float top = max16 (fmax (fabs (lo), fabs (hi)));
  const float inv = top > 1e-30f ? QUANT_MAX / top : 0.0f; /* finite */
  const float d = top / QUANT_MAX;
  QuantBlock r;

#ifdef DOT_HALF
  r.lo = convert_half16_rte (lo * inv);
  r.hi = convert_half16_rte (hi * inv);
  const float sum_lo = sum16 (convert_float16 (r.lo));
  const float sum_hi = sum16 (convert_float16 (r.hi));

  r.scale = (float4) (d, d * (sum_lo + sum_hi), sum_lo, sum_hi);
#else
  const int16 qlo = convert_int16_rte (lo * inv);
  const int16 qhi = convert_int16_rte (hi * inv);
  const int sum_lo = isum16 (qlo);
  const int sum_hi = isum16 (qhi);

  r.lo = convert_char16 (qlo);
  r.hi = convert_char16 (qhi);
  r.scale = (float4) (d, d * (sum_lo + sum_hi), as_float (sum_lo), as_float (sum_hi));
#endif
  return r;
}
