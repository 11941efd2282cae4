/* rope.cl: turns q and k by their positions, and appends k and v to the paged cache. (Su et al., 2021)
 * Options: those of lib-rope.cl. */
#include "lib-rope.cl"

/* The angle is the float product, not a more exact one: the models were trained with it. */
GROUP_KERNEL void
rope_table (__global const int *positions, /* (token) */
            __global const float *freqs,   /* (ROPE_DIM / 2) angle a position */
            float mscale, __global float *table) /* (token, ROPE_DIM): cosines, then sines */
{
  const size_t t = get_group_id (0);

  table += t * ROPE_DIM;
  for (int i = LID; i < ROPE_DIM / 2; i += GROUP)
    {
      const float angle = positions[t] * freqs[i];
      table[i] = cos (angle) * mscale;
      table[ROPE_DIM / 2 + i] = sin (angle) * mscale;
    }
}

/* Grid: (token, groups that share the heads of q and k). That of a k head brings its v along. */
GROUP_KERNEL void
rope (__global float *qkv, ulong qkv_offset, int ldqkv, /* (token, q heads, k heads, v heads); q is turned in place */
      __global const float *bias,                       /* the same columns */
      __global const float *q_norm, __global const float *k_norm, /* (HEAD_DIM) */
      __global const float *table,                                /* (token, ROPE_DIM) */
      __global const int *positions, __global const int *seq_rows, /* (token) */
      __global const int *tables, int table_stride,                /* (sequence, table_stride) */
      __global kv_t *k_cache, __global kv_t *v_cache)
{
  __local float x[HEAD_DIM], scratch[GROUP];
  const size_t t = get_group_id (0);
  const int block = tables[(ulong) seq_rows[t] * table_stride + positions[t] / KV_BLOCK], slot = positions[t] % KV_BLOCK;

  for (int head = get_group_id (1); head < N_HEAD + N_HEAD_KV; head += get_num_groups (1))
    rope_head (head, qkv + qkv_offset + t * ldqkv, bias, q_norm, k_norm, table + t * ROPE_DIM, k_cache, v_cache, block, slot, x,
               scratch);
}
