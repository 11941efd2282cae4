/* attention.cl: causal attention over the paged cache; lib-attend.cl says how. Options: those of lib-attend.cl. */
#include "lib-attend.cl"

/* Grid: (runs of TOKENS tokens, kv head and its share of HEADS query heads, splits). */
__kernel __attribute__ ((reqd_work_group_size (1, 1, 1))) void
attention (__global const float *q, ulong q_offset, int ldq, /* (token, N_HEAD, HEAD_DIM) */
           __global const kv_t *k_cache, __global const kv_t *v_cache,
           __global const int *positions, __global const int *seq_rows, /* (token) */
           __global const int *tables, int table_stride,                /* (sequence, table_stride) */
           __global float *y, ulong y_offset, int ldy,                  /* (token, N_HEAD, HEAD_DIM) */
           int n_tokens, float scale, int window,
           __global float *parts, int chunk, int n_splits) /* chunk: positions of a split, a multiple of KV_BLOCK */
{
  const Launch a = { q, q_offset, ldq, k_cache, v_cache, positions, seq_rows, tables, table_stride,
                     y, y_offset, ldy, scale, window, parts, chunk, n_splits };
  /* Late tokens see more: early and late runs take turns, so that neighbours in the grid cost the same. */
  const int i = get_global_id (0), n_runs = get_global_size (0), run = i % 2 ? n_runs - 1 - i / 2 : i / 2;
  const int share = get_global_id (1), kv_head = share / SHARES, first_head = kv_head * GROUP_HEADS + share % SHARES * HEADS;
  const int t = run * TOKENS, end = min (t + TOKENS, n_tokens), split = get_global_id (2);
  int same = end - t == TOKENS;

  for (int j = t + 1; j < end; j++)
    same &= seq_rows[j] == seq_rows[t];
  if (TOKENS > 1 && same)
    attend (&a, TOKENS, t, kv_head, first_head, split);
  else
    for (int j = t; j < end; j++)
      attend (&a, 1, j, kv_head, first_head, split);
}
