/* lib-wide.cl: the 16 rows of a group of weights, for two kinds of devices.
 *
 * On a CPU they are the lanes of vectors, and a work-item has all of them. With -DSPLIT=s, as GPUs want it, they are the work-items of a
 * work-group of (16, s): neighbours read neighbouring words of each plane, and s of them share the blocks of a row among them, whose sums
 * split_sums adds. A wide_x is what a work-item has of the 16. */
#pragma once

#ifdef DOT_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifdef SPLIT
#define LANE        ((int) get_local_id (0))
#define FIRST_BLOCK ((int) get_local_id (1))
#define BLOCK_STEP  SPLIT
typedef float wide_float;
typedef uint wide_uint;
typedef int wide_int;
#define wide_half             half
#define WIDE_KERNEL           __kernel __attribute__ ((reqd_work_group_size (16, SPLIT, 1)))
#define load_wide(i, p)       ((p)[(i) * 16 + LANE])
#define load_wide_half(i, p)  vload_half ((i) * 16 + LANE, p)
#define store_wide(v, p)      ((p)[LANE] = (v))
#define convert_wide_float(v) convert_float (v)
#define convert_wide_half(v)  convert_half (v)
#define convert_wide_uint(v)  convert_uint (v)
#define convert_wide_int(v)   convert_int (v)
#define as_wide_float(v)      as_float (v)
#define as_wide_int(v)        as_int (v)

/* The sum over the work-items that share a row of each of n values, in order, left in those of the first; all must come here. */
static inline void
split_sums (float *v, int n, __local float *scratch) /* (n, SPLIT, 16) */
{
  for (int t = 0; t < n; t++)
    scratch[(t * SPLIT + FIRST_BLOCK) * 16 + LANE] = v[t];
  barrier (CLK_LOCAL_MEM_FENCE);
  for (int t = 0; FIRST_BLOCK == 0 && t < n; t++)
    for (int s = 1; s < SPLIT; s++)
      v[t] += scratch[(t * SPLIT + s) * 16 + LANE];
}
#else
#define FIRST_BLOCK 0
#define BLOCK_STEP  1
typedef float16 wide_float;
typedef uint16 wide_uint;
typedef int16 wide_int;
#define wide_half            half16
#define WIDE_KERNEL          __kernel
#define load_wide(i, p)       vload16 (i, p)
#define load_wide_half(i, p)  vload_half16 (i, p)
#define store_wide(v, p)      vstore16 (v, 0, p)
#define convert_wide_float(v) convert_float16 (v)
#define convert_wide_half(v) convert_half16 (v)
#define convert_wide_uint(v)  convert_uint16 (v)
#define convert_wide_int(v)   convert_int16 (v)
#define as_wide_float(v)      as_float16 (v)
#define as_wide_int(v)        as_int16 (v)
#endif
