/* lib-merge.cl: joins the parts of a head's split context, by a group of work-items. (Dao et al., Flash-Decoding, 2023)
 * Options: GROUP, N_HEAD, HEAD_DIM. */
#pragma once
#include "lib-group.cl"
#include "lib-attention.cl"

static inline void
merge_parts (__global const float *parts, int n_splits, __global float *y) /* (split, PART), (HEAD_DIM) */
{
  float m = -INFINITY, l = 0.0f;

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
