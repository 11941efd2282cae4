/* measure.cl: what a device can do at most: read memory, multiply. The results keep compilers from leaving the work out.
 *
 * -DVEC=16 or 4: words that an item reads at once, as suits devices with vectors in an item or with items side by side.
 * -DDOT_...: as in lib-dot.cl; with -DDOT_HALF multiplications of halves. -DFLOATS: of float32 in place of bytes. */
#define BITS 4
#include "lib-dot.cl"

#ifndef VEC
#define VEC 16
#endif
#define CAT_(a, b) a##b
#define CAT(a, b)  CAT_ (a, b)
#define WORDS      CAT (uint, VEC)
#define LOAD       CAT (vload, VEC)

#ifdef DOT_HALF
#define FLOATS
typedef half16 floats_t;
#define TO_FLOATS convert_half16
#else
typedef float16 floats_t;
#define TO_FLOATS convert_float16
#endif
#define CHAINS 8 /* sums that do not wait for each other */

/* Each group reads a stretch of its own, its items side by side: y[item] = the sum of the words it read, modulo 2^32. */
__kernel void
measure_read (__global const uint *x, /* (n_groups, n_vectors, VEC) */
              const ulong n_vectors,  /* of each group */
              __global uint *y)       /* (n_groups, items of a group) */
{
  __global const uint *own = x + (ulong) get_group_id (0) * n_vectors * VEC;
  WORDS a = 0, b = 0, c = 0, d = 0;
  const ulong step = get_local_size (0);
  ulong i = get_local_id (0);
  uint lane[VEC], sum = 0;

  for (; i + 3 * step < n_vectors; i += 4 * step)
    {
      a += LOAD (i, own);
      b += LOAD (i + step, own);
      c += LOAD (i + 2 * step, own);
      d += LOAD (i + 3 * step, own);
    }
  for (; i < n_vectors; i += step)
    a += LOAD (i, own);
  CAT (vstore, VEC) (a + b + c + d, 0, lane);
  for (int j = 0; j < VEC; j++)
    sum += lane[j];
  y[get_global_id (0)] = sum;
}

/* n rounds of CHAINS products of 16 lanes; y[item, lane] = their sum. A lane multiplies four bytes, or one float. */
__kernel void
measure_multiply (const int n, const int seed, __global int *y) /* y: (items, 16) */
{
  const int item = get_global_id (0);
#ifdef FLOATS
  floats_t sum[CHAINS], f = 1;
  const floats_t x = TO_FLOATS ((int16) ((seed + item) & 15));
#else
  int16 sum[CHAINS];
  const uint16 x = (uint16) ((uint) (seed + item) & 0x0f0f0f0f);
  int f = 0x01020304;
#endif

  for (int c = 0; c < CHAINS; c++)
    sum[c] = 0;
  for (int i = 0; i < n; i++)
    {
#pragma unroll
      for (int c = 0; c < CHAINS; c++)
#ifdef FLOATS
        sum[c] = mad (x, f, sum[c]);
      f = -f; /* so that no round is like the last, and no sum grows */
#else
        sum[c] = dot4 (sum[c], x, f);
      f = (f + 0x01020304) & 0x0f0f0f0f; /* likewise */
#endif
    }
  for (int c = 1; c < CHAINS; c++)
    sum[0] += sum[c];
#ifdef FLOATS
  vstore16 (convert_int16 (sum[0]), item, y);
#else
  vstore16 (sum[0], item, y);
#endif
}
