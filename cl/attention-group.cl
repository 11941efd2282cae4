/* attention-group.cl: causal attention over the paged cache, by groups of work-items. (Dao et al., 2022)
 *
 * For GPUs. A group takes HEADS query heads of one kv head for one token. Positions come in tiles of GROUP: while scores are
 * made each work-item has a position, and neighbours read neighbouring words of K; while V is added each has a channel.
 * attention.cl is the same for CPUs.
 * Options: GROUP, N_HEAD, N_HEAD_KV, HEAD_DIM, KV_FLOAT, HEADS, SOFTCAP if any. */
#include "lib-group.cl"
#include "lib-kv.cl"
#include "lib-attention.cl"

#define GROUP_HEADS (N_HEAD / N_HEAD_KV)                  /* query heads of a kv head */
#define SHARES      ((GROUP_HEADS + HEADS - 1) / HEADS)   /* groups that they are spread over */
#define CHANNELS    ((HEAD_DIM + GROUP - 1) / GROUP)      /* of V that a work-item sums */

/* Scores of the work-item's position for every head. */
static inline void
score_position (float *score, __local const float *q, __global const kv_t *k)
{
  for (int h = 0; h < HEADS; h++)
    score[h] = 0.0f;
  for (int d = 0; d < HEAD_DIM; d++)
    {
      const float kd = load_kv (k, d * KV_BLOCK);
      for (int h = 0; h < HEADS; h++)
        score[h] = fma (q[h * HEAD_DIM + d], kd, score[h]);
    }
}

/* Grid: (token, kv head and its share of HEADS query heads, splits), a group each. */
GROUP_KERNEL void
attention_group (__global const float *q, ulong q_offset, int ldq, /* (token, N_HEAD, HEAD_DIM) */
                 __global const kv_t *k_cache, __global const kv_t *v_cache,
                 __global const int *positions, __global const int *seq_rows, /* (token) */
                 __global const int *tables, int table_stride,                /* (sequence, table_stride) */
                 __global float *y, ulong y_offset, int ldy,                  /* (token, N_HEAD, HEAD_DIM) */
                 int n_tokens, float scale, int window,
                 __global float *parts, int chunk, int n_splits) /* chunk: positions of a split, a multiple of KV_BLOCK */
{
  __local float shared_q[HEADS * HEAD_DIM], p[HEADS][GROUP], scratch[GROUP];
  const size_t t = get_group_id (0);
  const int share = get_group_id (1), kv_head = share / SHARES, first_head = kv_head * GROUP_HEADS + share % SHARES * HEADS;
  const int n_heads = min (HEADS, (kv_head + 1) * GROUP_HEADS - first_head), split = get_group_id (2);
  const int position = positions[t], first = first_visible (position, window);
  const int begin = first / KV_BLOCK * KV_BLOCK + split * chunk;
  const int end = n_splits > 1 ? min (position + 1, begin + chunk) : position + 1;
  __global const int *table = tables + (ulong) seq_rows[t] * table_stride;
  float m[HEADS], l[HEADS], o[HEADS][CHANNELS];

  for (int i = LID; i < n_heads * HEAD_DIM; i += GROUP)
    shared_q[i] = q[q_offset + t * ldq + first_head * HEAD_DIM + i] * scale;
  for (int i = n_heads * HEAD_DIM + LID; i < HEADS * HEAD_DIM; i += GROUP)
    shared_q[i] = 0.0f;
  for (int h = 0; h < HEADS; h++)
    {
      m[h] = -INFINITY;
      l[h] = 0.0f;
      for (int c = 0; c < CHANNELS; c++)
        o[h][c] = 0.0f;
    }
  barrier (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* y may lie over q */

  for (int base = begin; base < end; base += GROUP)
    {
      const int mine = base + LID, visible = mine >= first && mine < end;
      float score[HEADS];

      if (visible)
        score_position (score, shared_q, k_cache + k_offset (table[mine / KV_BLOCK], kv_head) + mine % KV_BLOCK);
      for (int h = 0; h < HEADS; h++)
        {
          const float s = visible ? capped (score[h]) : -INFINITY;
          const float top = fmax (m[h], group_max (s, scratch)), origin = top == -INFINITY ? 0.0f : top;
          const float e = exp (s - origin), fade = exp (m[h] - origin);

          p[h][LID] = e;
          l[h] = l[h] * fade + e; /* of this work-item's positions; summed over the group at the end */
          for (int c = 0; c < CHANNELS; c++)
            o[h][c] *= fade;
          m[h] = top;
        }
      group_barrier ();
      for (int i = 0; i < GROUP && base + i < end; i++)
        {
          __global const kv_t *v = v_cache + v_offset (table[(base + i) / KV_BLOCK], kv_head) + (base + i) % KV_BLOCK * V_DIM;

          for (int c = 0; c < CHANNELS; c++)
            {
              const int channel = c * GROUP + LID;
              const float vc = channel < HEAD_DIM ? load_kv (v, channel) : 0.0f;
              for (int h = 0; h < HEADS; h++)
                o[h][c] = fma (p[h][i], vc, o[h][c]);
            }
        }
      group_barrier ();
    }

  for (int h = 0; h < HEADS; h++)
    l[h] = group_sum (l[h], scratch);
  for (int h = 0; h < n_heads; h++)
    {
      const int head = first_head + h;
      __global float *part = parts + part_offset (t, head, split, n_splits);
      __global float *out = n_splits > 1 ? part + 2 : y + y_offset + t * ldy + head * HEAD_DIM;
      const float factor = n_splits > 1 ? 1.0f : 1.0f / l[h];

      if (LID == 0 && n_splits > 1)
        {
          part[0] = m[h];
          part[1] = l[h];
        }
      for (int c = 0; c < CHANNELS; c++)
        if (c * GROUP + LID < HEAD_DIM)
          out[c * GROUP + LID] = o[h][c] * factor;
    }
}
