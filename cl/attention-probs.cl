/* attention-probs.cl: what attention.cl never stores: how much each query looks at each position, for those who look inside.
 * Options: GROUP, N_HEAD, N_HEAD_KV, HEAD_DIM, KV_FLOAT, SOFTCAP if any. */
#include "lib-group.cl"
#include "lib-kv.cl"
#include "lib-attention.cl"

/* Scores of a block's positions; those that the query does not see are -infinity. */
static inline float16
block_scores (__global const float *q, __global const kv_t *k, float scale, int base, int first, int last)
{
  const int16 position = base + (int16) (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  float16 acc = 0.0f;

  for (int d = 0; d < HEAD_DIM; d++)
    acc = fma ((float16) (q[d] * scale), load_kv16 (k + d * KV_BLOCK), acc);
  acc = capped (acc);
  return position >= first && position <= last ? acc : (float16) (-INFINITY);
}

/* Grid: (query, head). A work-item has every GROUP-th block of positions, and alone touches its part of the row. */
GROUP_KERNEL void
attention_probs (__global const float *q, ulong q_offset, int ldq, /* (token, N_HEAD, HEAD_DIM) */
                 __global const kv_t *k_cache,
                 __global const int *positions, __global const int *seq_rows, /* (token) */
                 __global const int *tables, int table_stride,                /* (sequence, table_stride) */
                 int first_token, float scale, int window,
                 __global float *y, int n_positions) /* (query, N_HEAD, n_positions) */
{
  __local float scratch[GROUP];
  const size_t row = get_group_id (0), token = first_token + row;
  const int head = get_group_id (1), kv_head = head / (N_HEAD / N_HEAD_KV);
  const int last = positions[token], first = first_visible (last, window);
  float x[16], top = -INFINITY, sum = 0.0f;

  q += q_offset + token * ldq + head * HEAD_DIM;
  tables += (ulong) seq_rows[token] * table_stride;
  y += ((ulong) row * N_HEAD + head) * n_positions;
  for (int base = LID * KV_BLOCK; base < n_positions; base += GROUP * KV_BLOCK)
    {
      const int seen = base <= last && base + KV_BLOCK > first;
      float16 scores = -INFINITY;

      if (seen)
        scores = block_scores (q, k_cache + k_offset (tables[base / KV_BLOCK], kv_head), scale, base, first, last);
      top = fmax (top, max16 (scores));
      vstore16 (scores, 0, x);
      for (int i = 0; i < min (KV_BLOCK, n_positions - base); i++)
        y[base + i] = x[i];
    }
  top = group_max (top, scratch);

  for (int base = LID * KV_BLOCK; base < n_positions; base += GROUP * KV_BLOCK)
    for (int i = base; i < min (base + KV_BLOCK, n_positions); i++)
      sum += y[i] = exp (y[i] - top);
  sum = group_sum (sum, scratch);

  for (int base = LID * KV_BLOCK; base < n_positions; base += GROUP * KV_BLOCK)
    for (int i = base; i < min (base + KV_BLOCK, n_positions); i++)
      y[i] /= sum;
}
