/* lib-float.cl: sums over vectors of 16. */
#pragma once

static inline float
sum16 (float16 v)
{
  float8 h = v.lo + v.hi;
  float4 q = h.lo + h.hi;
  float2 p = q.lo + q.hi;

  return p.x + p.y;
}

static inline float
max16 (float16 v)
{
  float8 h = fmax (v.lo, v.hi);
  float4 q = fmax (h.lo, h.hi);
  float2 p = fmax (q.lo, q.hi);

  return fmax (p.x, p.y);
}

static inline int
isum16 (int16 v)
{
  const int8 h = v.lo + v.hi;
  const int4 q = h.lo + h.hi;
  const int2 p = q.lo + q.hi;

  return p.x + p.y;
}
