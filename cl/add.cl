/* add.cl: y = a + b + bias, a group for each CHUNK elements of a row.
 * Options: GROUP, N, CHUNK, ROWS (add rows of b), BIAS (add one bias to every row). */
#include "lib-group.cl"

#if ROWS && BIAS
#define total(a, b, bias) ((a) + (b) + (bias))
#elif ROWS
#define total(a, b, bias) ((a) + (b))
#else
#define total(a, b, bias) ((a) + (bias))
#endif

GROUP_KERNEL void
add (__global const float *a, ulong a_offset, int lda, /* (row, N) */
     __global const float *b, ulong b_offset, int ldb, /* (row, N) */
     __global const float *bias,                       /* (N) */
     __global float *y, ulong y_offset, int ldy)       /* (row, N) */
{
  const size_t row = get_group_id (1);
  const int begin = get_group_id (0) * CHUNK, end = min (begin + CHUNK, N);
  int i;

  a += a_offset + row * lda;
  b += b_offset + row * ldb;
  y += y_offset + row * ldy;
  for (i = begin + LANES * LID; i + LANES <= end; i += LANES * GROUP)
    store_lanes (total (load_lanes (a + i), load_lanes (b + i), load_lanes (bias + i)), y + i);
  for (i = end / LANES * LANES + LID; i < end; i += GROUP)
    y[i] = total (a[i], b[i], bias[i]);
}
