/* selftest.cl: a little of everything that the other programs rely on, with an answer that a loop in C knows:
 * vector loads, half, signed bytes, roots and exponentials, local memory behind a barrier. */

__kernel void
selftest (__global const float *x,    /* (item, 16) */
          __global const half *h,     /* (item, 16) */
          __global const char *q,     /* (item, 16) */
          __global float *y,          /* (group) */
          __local float *part)        /* (local size), a power of two */
{
  const int i = get_global_id (0);
  const int l = get_local_id (0);
  const float16 v = vload16 (i, x);
  const float16 w = vload_half16 (i, h);
  const int16 b = convert_int16 (vload16 (i, q));
  const float16 p = fma (v, w, sqrt (fabs (w)));
  const int8 b8 = b.lo * b.hi;
  const int4 b4 = b8.lo + b8.hi;
  const float8 p8 = p.lo + p.hi;
  const float4 p4 = p8.lo + p8.hi;

  part[l] = exp (-fabs (p4.x + p4.y + p4.z + p4.w) / 16.0f) + (float) (b4.x + b4.y + b4.z + b4.w) / 131072.0f;
  for (int step = get_local_size (0) / 2; step > 0; step /= 2)
    {
      barrier (CLK_LOCAL_MEM_FENCE);
      if (l < step)
        part[l] += part[l + step];
    }
  if (l == 0)
    y[get_group_id (0)] = part[0];
}
