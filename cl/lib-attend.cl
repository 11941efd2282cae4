/* lib-attend.cl: causal attention over the paged cache, by work-items that own their rows. (Milakov & Gimelshein, 2018)
 *
 * For CPUs. A work-item takes HEADS query heads of one kv head, for one token or for TOKENS neighbours of the same sequence: its
 * rows. K has 16 positions side by side, so a row's scores are vectors of 16 positions with no sum across; V has channels side by
 * side. Positions come in tiles of TILE; the softmax is kept up to date from tile to tile, so no score outlives its tile.
 * attention-group.cl is the same for GPUs.
 * Options: N_HEAD, N_HEAD_KV, HEAD_DIM, KV_FLOAT, HEADS, TOKENS, SOFTCAP if any. */
#pragma once
#ifdef __clang__ /* it tries to unroll before it inlines, and warns, then again after, and succeeds */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
#include "lib-float.cl"
#include "lib-kv.cl"
#include "lib-attention.cl"
#include "lib-fetch.cl"

#define BLOCKS    4 /* of the cache in a tile */
#define TILE      (BLOCKS * KV_BLOCK)
#define V_VECS    (V_DIM / 16)
#define ROWS_MAX  (TOKENS * HEADS)
#define GROUP_HEADS (N_HEAD / N_HEAD_KV)               /* query heads of a kv head */
#define SHARES    ((GROUP_HEADS + HEADS - 1) / HEADS) /* work-items that they are spread over */
#define UNROLL    _Pragma ("unroll")
#define INLINE    static inline __attribute__ ((always_inline))

/* Accumulators that the inner loops keep in registers: 12 hide the latency of a fused multiply-add; twice as many, where there are 32 registers, read
 * each query and each exponential half as often. */
#ifdef __AVX512F__
#define REGISTERS 24
#else
#define REGISTERS 12
#endif

/* What a work-item carries from tile to tile. Row r is token r / HEADS of the run and query head r % HEADS. */
typedef struct
{
  float q[ROWS_MAX][HEAD_DIM]; /* scaled */
  float p[ROWS_MAX][TILE];     /* scores of the tile, then their exponentials */
  float m[ROWS_MAX];           /* largest score so far */
  float l[ROWS_MAX];           /* sum of exp (score - m) */
  float16 o[ROWS_MAX][V_VECS]; /* sum of exp (score - m) * V */
} Rows;

/* Scores of n blocks that start at block b of the tile. n and n_rows are constants where this is called. */
INLINE void
score_blocks (Rows *s, const int n_rows, const int n, int b, __global const kv_t *const *k)
{
  float16 acc[ROWS_MAX * BLOCKS];

  for (int i = 0; i < n_rows * n; i++)
    acc[i] = 0.0f;
  for (int d = 0; d < HEAD_DIM; d++)
    UNROLL for (int j = 0; j < n; j++)
      {
        const float16 kd = load_kv16 (k[b + j] + d * KV_BLOCK);
        UNROLL for (int r = 0; r < n_rows; r++)
          acc[r * n + j] = fma ((float16) (s->q[r][d]), kd, acc[r * n + j]);
      }
  for (int r = 0; r < n_rows; r++)
    for (int j = 0; j < n; j++)
      vstore16 (acc[r * n + j], b + j, s->p[r]);
}

/* Adds V of the tile's first n positions, weighted, to n_vecs vectors of channels from vector c on. */
INLINE void
add_values (Rows *s, const int n_rows, const int n_vecs, int c, int n, __global const kv_t *const *v)
{
  float16 acc[ROWS_MAX * V_VECS];

  for (int r = 0; r < n_rows; r++)
    for (int i = 0; i < n_vecs; i++)
      acc[r * n_vecs + i] = s->o[r][c + i];
  for (int p = 0; p < n; p++)
    {
      __global const kv_t *vp = v[p / KV_BLOCK] + p % KV_BLOCK * V_DIM + c * 16;
      UNROLL for (int i = 0; i < n_vecs; i++)
        {
          const float16 vi = load_kv16 (vp + i * 16);
          UNROLL for (int r = 0; r < n_rows; r++)
            acc[r * n_vecs + i] = fma ((float16) (s->p[r][p]), vi, acc[r * n_vecs + i]);
        }
    }
  for (int r = 0; r < n_rows; r++)
    for (int i = 0; i < n_vecs; i++)
      s->o[r][c + i] = acc[r * n_vecs + i];
}

/* Turns the scores of a row's tile into exponentials, none for positions outside [first, last], and rescales what came before. */
INLINE void
softmax_tile (Rows *s, int r, int n_blocks, int base, int first, int last)
{
  const int16 lane = (int16) (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  float16 x[BLOCKS], top = -INFINITY, sum = 0.0f;

  for (int b = 0; b < n_blocks; b++)
    {
      const int16 position = base + b * KV_BLOCK + lane;
      x[b] = capped (vload16 (b, s->p[r]));
      x[b] = position >= first && position <= last ? x[b] : -INFINITY;
      top = fmax (top, x[b]);
    }
  const float m = fmax (s->m[r], max16 (top));
  const float origin = m == -INFINITY ? 0.0f : m; /* nothing visible yet: all exponentials are 0 */
  for (int b = 0; b < n_blocks; b++)
    {
      x[b] = exp (x[b] - origin);
      sum += x[b];
      vstore16 (x[b], b, s->p[r]);
    }
  const float fade = exp (s->m[r] - origin);
  s->l[r] = s->l[r] * fade + sum16 (sum);
  if (m != s->m[r])
    for (int c = 0; c < V_VECS; c++)
      s->o[r][c] *= fade;
  s->m[r] = m;
}

/* One tile, whose blocks k and v name, for all rows. first and last: what each token of the run sees. */
INLINE void
attend_tile (Rows *s, const int n_rows, __global const kv_t *const *k, __global const kv_t *const *v, int base, int n,
             const int *first, const int *last)
{
  const int n_together = max (1, min (BLOCKS, REGISTERS / n_rows)), n_vecs = max (1, min (V_VECS, REGISTERS / n_rows));
  const int n_blocks = (n + KV_BLOCK - 1) / KV_BLOCK;
  int b, c;

  for (b = 0; b + n_together <= n_blocks; b += n_together)
    score_blocks (s, n_rows, n_together, b, k);
  for (; b < n_blocks; b++)
    score_blocks (s, n_rows, 1, b, k);
  for (int r = 0; r < n_rows; r++)
    softmax_tile (s, r, n_blocks, base, first[r / HEADS], last[r / HEADS]);
  for (c = 0; c + n_vecs <= V_VECS; c += n_vecs)
    add_values (s, n_rows, n_vecs, c, n, v);
  if (V_VECS % n_vecs)
    add_values (s, n_rows, V_VECS % n_vecs, c, n, v);
}

/* The row's query, scaled, before anything was seen. A head past the last of its kv head's gets a copy that nobody stores. */
INLINE void
begin_row (Rows *s, int r, __global const float *q, float scale)
{
  for (int d = 0; d < HEAD_DIM; d++)
    s->q[r][d] = q[d] * scale;
  for (int c = 0; c < V_VECS; c++)
    s->o[r][c] = 0.0f;
  s->m[r] = -INFINITY;
  s->l[r] = 0.0f;
}

INLINE void
store_row (const float16 *o, float factor, __global float *y)
{
  for (int c = 0; c < HEAD_DIM / 16; c++)
    vstore16 (o[c] * factor, c, y);
#if HEAD_DIM % 16
  float rest[16];
  vstore16 (o[V_VECS - 1] * factor, 0, rest);
  for (int i = 0; i < HEAD_DIM % 16; i++)
    y[HEAD_DIM / 16 * 16 + i] = rest[i];
#endif
}

/* What a work-item needs to know of the launch. */
typedef struct
{
  __global const float *q;
  ulong q_offset;
  int ldq;
  __global const kv_t *k_cache, *v_cache;
  __global const int *positions, *seq_rows, *tables;
  int table_stride;
  __global float *y;
  ulong y_offset;
  int ldy;
  float scale;
  int window;
  __global float *parts;
  int chunk, n_splits;
} Launch;

/* Calls for a block of the next tile: blocks lie apart, so the hardware does not foresee them. */
INLINE void
fetch_block (const Launch *a, int block, int kv_head)
{
  __global const kv_t *k = a->k_cache + k_offset (block, kv_head), *v = a->v_cache + v_offset (block, kv_head);

  for (int i = 0; i < HEAD_DIM * KV_BLOCK; i += LINE / sizeof (kv_t))
    fetch_line (k + i);
  for (int i = 0; i < V_DIM * KV_BLOCK; i += LINE / sizeof (kv_t))
    fetch_line (v + i);
}

/* Rows of n_tokens tokens from t on, all of one sequence; the positions of one split of the context. */
INLINE void
attend (const Launch *a, const int n_tokens, size_t t, int kv_head, int first_head, int split)
{
  const int n_rows = n_tokens * HEADS;
  __global const int *table = a->tables + (ulong) a->seq_rows[t] * a->table_stride;
  int first[TOKENS], last[TOKENS], begin = INT_MAX, end = 0;
  __global const kv_t *k[BLOCKS], *v[BLOCKS];
  Rows s;

  for (int i = 0; i < n_tokens; i++)
    {
      last[i] = a->positions[t + i];
      first[i] = first_visible (last[i], a->window);
      begin = min (begin, first[i]);
      end = max (end, last[i] + 1);
    }
  begin = begin / KV_BLOCK * KV_BLOCK + split * a->chunk;
  end = a->n_splits > 1 ? min (end, begin + a->chunk) : end;
  for (int r = 0; r < n_rows; r++)
    begin_row (&s, r, a->q + a->q_offset + (t + r / HEADS) * a->ldq + min (first_head + r % HEADS, N_HEAD - 1) * HEAD_DIM, a->scale);

  for (int base = begin; base < end; base += TILE)
    {
      const int n = min (TILE, end - base);

      for (int b = 0; b * KV_BLOCK < n; b++)
        {
          const int block = table[base / KV_BLOCK + b];

          k[b] = a->k_cache + k_offset (block, kv_head);
          v[b] = a->v_cache + v_offset (block, kv_head);
          if (base + TILE + b * KV_BLOCK < end)
            fetch_block (a, table[base / KV_BLOCK + BLOCKS + b], kv_head);
        }
      attend_tile (&s, n_rows, k, v, base, n, first, last);
    }

  for (int r = 0; r < n_rows; r++)
    {
      const int head = first_head + r % HEADS;
      const size_t token = t + r / HEADS;

      if (head >= (kv_head + 1) * GROUP_HEADS)
        continue;
      if (a->n_splits == 1)
        store_row (s.o[r], 1.0f / s.l[r], a->y + a->y_offset + token * a->ldy + head * HEAD_DIM);
      else
        {
          __global float *part = a->parts + part_offset (token, head, split, a->n_splits);
          part[0] = s.m[r];
          part[1] = s.l[r];
          store_row (s.o[r], 1.0f, part + 2);
        }
    }
}
