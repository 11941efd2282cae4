/* lib-group.cl: the GROUP work-items (a power of two) that share a row: how they step through it and how they sum over it.
 *
 * A CPU gets GROUP 1, whose one work-item takes 16 elements at a time; a GPU gets many, each taking one, so that neighbours
 * read neighbouring words. With -DSUB_GROUPS sums are made by sub-groups, in a quarter of the barriers. A row is walked as
 *   for (i = LANES * LID; i + LANES <= n; i += LANES * GROUP) ... load_lanes (x + i) ...
 *   for (i = n / LANES * LANES + LID; i < n; i += GROUP) ... x[i] ...   the rest; nothing where LANES is 1 */
#pragma once
#include "lib-float.cl"

#define GROUP_KERNEL __kernel __attribute__ ((reqd_work_group_size (GROUP, 1, 1)))

#if GROUP == 1
#define LID   0
#define LANES 16
typedef float16 lanes_t;
#define load_lanes(p)     vload16 (0, p)
#define store_lanes(v, p) vstore16 (v, 0, p)
#define sum_lanes(v)      sum16 (v)
#define first_lane(v)     ((v).s0)
#else
#define LID   ((int) get_local_id (0))
#define LANES 1
typedef float lanes_t;
#define load_lanes(p)     (*(p))
#define store_lanes(v, p) (*(p) = (v))
#define sum_lanes(v)      (v)
#define first_lane(v)     (v)
#endif

static inline void
group_barrier (void)
{
#if GROUP > 1
  barrier (CLK_LOCAL_MEM_FENCE);
#endif
}

/* GROUP_REDUCE (name, of_sub_group, both) defines name (v, scratch): v of all work-items of the group, put together by both (a, b), for each of
 * them; all must come there. of_sub_group does it within a sub-group. scratch: (GROUP). */
#define REDUCE_HEAD(name) static inline float name (float v, __local float *scratch)

#if GROUP == 1
#define GROUP_REDUCE(name, of_sub_group, both) \
  REDUCE_HEAD (name)                           \
  {                                            \
    return v;                                  \
  }
#elif defined(SUB_GROUPS)
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#define GROUP_REDUCE(name, of_sub_group, both)                   \
  REDUCE_HEAD (name)                                             \
  {                                                              \
    v = of_sub_group (v);                                        \
    if (get_num_sub_groups () == 1)                              \
      return v;                                                  \
    group_barrier (); /* an earlier result may still be read */  \
    if (get_sub_group_local_id () == 0)                          \
      scratch[get_sub_group_id ()] = v;                          \
    group_barrier ();                                            \
    v = scratch[0];                                              \
    for (uint i = 1; i < get_num_sub_groups (); i++)             \
      v = both (v, scratch[i]);                                  \
    return v;                                                    \
  }
#else
#define GROUP_REDUCE(name, of_sub_group, both)                   \
  REDUCE_HEAD (name)                                             \
  {                                                              \
    group_barrier (); /* an earlier result may still be read */  \
    scratch[LID] = v;                                            \
    for (int n = GROUP / 2; n > 0; n /= 2)                       \
      {                                                          \
        group_barrier ();                                        \
        if (LID < n)                                             \
          scratch[LID] = both (scratch[LID], scratch[LID + n]);  \
      }                                                          \
    group_barrier ();                                            \
    return scratch[0];                                           \
  }
#endif

#define PLUS(a, b) ((a) + (b))

GROUP_REDUCE (group_sum, sub_group_reduce_add, PLUS)
GROUP_REDUCE (group_max, sub_group_reduce_max, fmax) /* NaN is passed over, or may be with sub-groups */
