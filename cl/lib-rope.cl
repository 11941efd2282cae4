/* lib-rope.cl: a head of q, k and v on its way from the projection to attention, by a group of work-items. (Su et al., 2021)
 * Options: GROUP, N_HEAD, N_HEAD_KV, HEAD_DIM, KV_FLOAT; KIND: one of the three below; ROPE_DIM: elements of a head that turn;
 * BIAS: added to q, k and v first; QK_NORM: one of the three below, with QK_EPS. */
#pragma once
#include "lib-group.cl"
#include "lib-kv.cl"

#define NONE 0
#define NORM 1 /* elements (2i, 2i + 1) turn together */
#define NEOX 2 /* elements (i, i + ROPE_DIM / 2) */

#define NORM_WEIGHTS    1
#define NORM_WEIGHTLESS 2

#define HALF (ROPE_DIM / 2)

/* Turns a head in place; a work-item has both elements of its pairs. */
static inline void
turn (__local float *x, __global const float *table)
{
#if KIND == NEOX
  for (int i = LANES * LID; i + LANES <= HALF; i += LANES * GROUP)
    {
      const lanes_t a = load_lanes (x + i), b = load_lanes (x + HALF + i);
      const lanes_t c = load_lanes (table + i), s = load_lanes (table + HALF + i);
      store_lanes (a * c - b * s, x + i);
      store_lanes (b * c + a * s, x + HALF + i);
    }
#endif
#if KIND != NONE
  for (int i = (KIND == NEOX ? HALF / LANES * LANES : 0) + LID; i < HALF; i += GROUP)
    {
      __local float *first = x + (KIND == NEOX ? i : 2 * i), *second = first + (KIND == NEOX ? HALF : 1);
      const float a = *first, b = *second;
      *first = a * table[i] - b * table[HALF + i];
      *second = b * table[i] + a * table[HALF + i];
    }
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

#if GROUP == 1
#define store_kv_lanes(v, p) store_kv16 (v, p)
#else
#define store_kv_lanes(v, p) store_kv (v, p, 0)
#endif

/* x is K of one position, v its V. */
static inline void
append (__local const float *x, __global const float *v, __global const float *bias, __global kv_t *k_cache, __global kv_t *v_cache)
{
  int i;

  for (i = LID; i < HEAD_DIM; i += GROUP)
    store_kv (x[i], k_cache, i * KV_BLOCK);
  for (i = LANES * LID; i + LANES <= HEAD_DIM; i += LANES * GROUP)
    store_kv_lanes (biased (load_lanes (v + i), load_lanes (bias + i)), v_cache + i);
  for (i = HEAD_DIM / LANES * LANES + LID; i < HEAD_DIM; i += GROUP)
    store_kv (biased (v[i], bias[i]), v_cache, i);
}

/* Head `head` of q or k, those of q first; a head of k brings its v along. x: scratch. */
static inline void
rope_head (int head, __global float *row,                                      /* (q heads, k heads, v heads) */
           __global const float *bias,                                         /* the same columns */
           __global const float *q_norm, __global const float *k_norm,         /* (HEAD_DIM) */
           __global const float *table,                                        /* (ROPE_DIM) */
           __global kv_t *k_cache, __global kv_t *v_cache, int block, int slot, /* where k and v go */
           __local float *x, __local float *scratch)                           /* (HEAD_DIM), (GROUP) */
{
  const int column = head * HEAD_DIM, kv_head = head - N_HEAD, v_column = column + N_HEAD_KV * HEAD_DIM;

  group_barrier (); /* the last head may still be read */
  for (int i = LID; i < HEAD_DIM; i += GROUP)
    x[i] = biased (row[column + i], bias[column + i]);
  group_barrier ();
#if QK_NORM
  norm_head (x, head < N_HEAD ? q_norm : k_norm, scratch);
  group_barrier ();
#endif
  turn (x, table);
  group_barrier ();
  if (head < N_HEAD)
    for (int i = LID; i < HEAD_DIM; i += GROUP)
      row[column + i] = x[i];
  else
    append (x, row + v_column, bias + v_column, k_cache + k_offset (block, kv_head) + slot,
            v_cache + v_offset (block, kv_head) + slot * V_DIM);
}
