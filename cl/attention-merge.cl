/* attention-merge.cl: joins the parts of a split context, a group for each token and head. (Dao et al., Flash-Decoding, 2023)
 * Options: GROUP, N_HEAD, HEAD_DIM. */
#include "lib-group.cl"
#include "lib-attention.cl"

GROUP_KERNEL void
attention_merge (__global const float *parts, int n_splits, /* (token, N_HEAD, split, PART) */
                 __global float *y, ulong y_offset, int ldy) /* (token, N_HEAD, HEAD_DIM) */
{
  const size_t t = get_group_id (0);
  const int head = get_group_id (1);
  float m = -INFINITY, l = 0.0f;

  parts += part_offset (t, head, 0, n_splits);
  y += y_offset + t * ldy + head * HEAD_DIM;
  for (int s = 0; s < n_splits; s++)
    m = fmax (m, parts[s * PART]);
  for (int s = 0; s < n_splits; s++)
    l += parts[s * PART + 1] * exp (parts[s * PART] - m); /* a part that saw nothing has l 0 and m -inf */

  const float factor = 1.0f / l;
  int i;

  for (i = LANES * LID; i + LANES <= HEAD_DIM; i += LANES * GROUP)
    {
      lanes_t o = 0.0f;
      for (int s = 0; s < n_splits; s++)
        o += exp (parts[s * PART] - m) * load_lanes (parts + s * PART + 2 + i);
      store_lanes (o * factor, y + i);
    }
  for (i = HEAD_DIM / LANES * LANES + LID; i < HEAD_DIM; i += GROUP)
    {
      float o = 0.0f;
      for (int s = 0; s < n_splits; s++)
        o += exp (parts[s * PART] - m) * parts[s * PART + 2 + i];
      y[i] = o * factor;
    }
}
