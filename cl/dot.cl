/* dot.cl: what dot4 gives for known bytes, to find out whether a variant works on this device. */
#define BITS 8
#include "lib-dot.cl"

__kernel void
dot_bytes (__global const uint *u, /* (n, 16) */
           __global const int *s,  /* (n) */
           __global int *y)        /* (n, 16) */
{
  const int i = get_global_id (0);

  vstore16 (dot4 ((int16) i, vload16 (i, u), s[i]), i, y);
}
