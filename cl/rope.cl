/* rope.cl: turns q and k by their positions, and appends k and v to the paged cache. (Su et al., 2021)
 * Options: GROUP, N_HEAD, N_HEAD_KV, HEAD_DIM, KV_FLOAT; KIND: one of the three below; ROPE_DIM: elements of a head that turn;
 * BIAS: added to q, k and v first; QK_NORM: one of the three below, with QK_EPS. */
#include "lib-group.cl"
#include "lib-kv.cl"

#define NONE 0
#define NORM 1 /* elements (2i, 2i + 1) turn together */
#define NEOX 2 /* elements (i, i + ROPE_DIM / 2) */

#define NORM_WEIGHTS    1
#define NORM_WEIGHTLESS 2

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

/* Element i of a head after its turn. */
static inline float
turned (__local const float *x, __global const float *table, int i)
{
#if KIND == NONE
  return x[i];
#else
#if KIND == NEOX
  const int pair = i < ROPE_DIM / 2 ? i : i - ROPE_DIM / 2, first = i < ROPE_DIM / 2, step = ROPE_DIM / 2;
#else
  const int pair = i / 2, first = i % 2 == 0, step = 1;
#endif
  if (i >= ROPE_DIM)
    return x[i];
  return x[i] * table[pair] + (first ? -x[i + step] : x[i - step]) * table[ROPE_DIM / 2 + pair];
#endif
}

#if QK_NORM
/* RMS norm of a head in place; nanochat's has no weights. */
static inline void
norm_head (__local float *x, __global const float *w, __local float *scratch)
{
  float sum = 0.0f;

  for (int i = LID; i < HEAD_DIM; i += GROUP)
    sum = fma (x[i], x[i], sum);
  const float scale = 1.0f / sqrt (group_sum (sum, scratch) / HEAD_DIM + QK_EPS);
  for (int i = LID; i < HEAD_DIM; i += GROUP)
#if QK_NORM == NORM_WEIGHTS
    x[i] = x[i] * scale * w[i];
#else
    x[i] *= scale;
#endif
}
#endif

#if BIAS
#define biased(v, b) ((v) + (b))
#else
#define biased(v, b) (v)
#endif

/* A group for each token and head of q and k; that of a k head brings its v along. */
GROUP_KERNEL void
rope (__global float *qkv, ulong qkv_offset, int ldqkv, /* (token, q heads, k heads, v heads); q is turned in place */
      __global const float *bias,                       /* the same columns */
      __global const float *q_norm, __global const float *k_norm, /* (HEAD_DIM) */
      __global const float *table,                                /* (token, ROPE_DIM) */
      __global const int *positions, __global const int *seq_rows, /* (token) */
      __global const int *tables, int table_stride,                /* (sequence, table_stride) */
      __global kv_t *k_cache, __global kv_t *v_cache)
{
  __local float x[HEAD_DIM];
  const size_t t = get_group_id (0);
  const int head = get_group_id (1), kv_head = head - N_HEAD;
  __global float *row = qkv + qkv_offset + t * ldqkv;

  for (int i = LID; i < HEAD_DIM; i += GROUP)
    x[i] = biased (row[head * HEAD_DIM + i], bias[head * HEAD_DIM + i]);
  group_barrier ();
#if QK_NORM
  __local float scratch[GROUP];
  norm_head (x, head < N_HEAD ? q_norm : k_norm, scratch);
  group_barrier ();
#endif
  if (KIND != NONE)
    table += t * ROPE_DIM;

  if (head < N_HEAD)
    {
      for (int i = LID; i < HEAD_DIM; i += GROUP)
        row[head * HEAD_DIM + i] = turned (x, table, i);
      return;
    }
  const int block = tables[(ulong) seq_rows[t] * table_stride + positions[t] / KV_BLOCK], slot = positions[t] % KV_BLOCK;
  const int v_column = (head + N_HEAD_KV) * HEAD_DIM;

  k_cache += k_offset (block, kv_head) + slot;
  v_cache += v_offset (block, kv_head) + slot * V_DIM;
  for (int i = LID; i < HEAD_DIM; i += GROUP)
    {
      store_kv (turned (x, table, i), k_cache, i * KV_BLOCK);
      store_kv (biased (row[v_column + i], bias[v_column + i]), v_cache, i);
    }
}
