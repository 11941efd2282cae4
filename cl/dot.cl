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

#ifdef DOT_HALF
/* The same with halves that no sum rounds: the bytes of s divided by 64, downwards, and then by 2. y: twice the sums. */
__kernel void
dot_halves (__global const uint *u, /* (n, 16) */
            __global const int *s,  /* (n) */
            __global int *y)        /* (n, 16) */
{
  const int i = get_global_id (0);
  const half4 x = convert_half4 (as_char4 (s[i]) >> (char4) 6) * (half) 0.5f;

  vstore16 (convert_int16 (dot4_half ((half16) 0, vload16 (i, u), 128, x) * (half) 2), i, y);
}
#endif
