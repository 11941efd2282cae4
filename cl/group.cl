/* group.cl: the sum and the maximum of each row, GROUP elements of it, to find out whether the way that lib-group.cl takes works on a device.
 * Options: GROUP, -DSUB_GROUPS. */
#include "lib-group.cl"

GROUP_KERNEL void
group_reduce (__global const float *x,                       /* (row, GROUP) */
              __global float *sum, __global float *maximum) /* (row, GROUP): as each work-item has them */
{
  __local float scratch[GROUP];
  const size_t i = get_global_id (0);
  const float v = x[i];

  sum[i] = group_sum (v, scratch);
  maximum[i] = group_max (v, scratch);
}
