/* attention-merge.cl: joins the parts of a split context, a group for each token and head. Options: those of lib-merge.cl. */
#include "lib-merge.cl"

GROUP_KERNEL void
attention_merge (__global const float *parts, int n_splits, /* (token, N_HEAD, split, PART) */
                 __global float *y, ulong y_offset, int ldy) /* (token, N_HEAD, HEAD_DIM) */
{
  const size_t t = get_group_id (0);
  const int head = get_group_id (1);

  merge_parts (parts + part_offset (t, head, 0, n_splits), n_splits, y + y_offset + t * ldy + head * HEAD_DIM);
}
