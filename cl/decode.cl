/* decode.cl: a list of steps in one launch, which is one token's way through all layers of a model.
 *
 * Each step is what a kernel of its own computes elsewhere, by the same code and so to the same bits: a product as matvec.cl,
 * rope.cl, attention.cl, attention-merge.cl. A step is cut into chunks, which the work-groups share as lib-ticket.cl says; there are
 * as many as CPUs, and each is one work-item. Only for CPUs: the list holds addresses, which OpenCL promises nothing about between
 * launches, and which engine/op/op-decode.c therefore tries first.
 * Options: GROUP 1; those of lib-attend.cl and lib-rope.cl; -DDOT_x; those of each weight type, as lib-typed.cl has them. */
#define MT     1
#define XSPACE __local
#include "lib-attend.cl"
#include "lib-matvec.cl"
#include "lib-merge.cl"
#include "lib-rope.cl"
#include "lib-store.cl"
#include "lib-ticket.cl"

#define TYPE 0
#include "lib-typed.cl"
#if T1_BITS
#undef TYPE
#define TYPE 1
#include "lib-typed.cl"
#endif
#if T2_BITS
#undef TYPE
#define TYPE 2
#include "lib-typed.cl"
#endif
#if T3_BITS
#undef TYPE
#define TYPE 3
#include "lib-typed.cl"
#endif
#if T4_BITS
#undef TYPE
#define TYPE 4
#include "lib-typed.cl"
#endif
#if T5_BITS
#undef TYPE
#define TYPE 5
#include "lib-typed.cl"
#endif

enum
{
  PRODUCT, /* y = f (W g (x)) */
  ROPE,    /* x: q, k and v heads */
  ATTEND,  /* x: q heads; y: attention's output, or with more than one split its parts */
  MERGE    /* x: parts; y: attention's output */
};

/* Forms of a product; matvec.cl says what they are. */
#define NORMED 1
#define ADDED  2
#define GATES  4

/* One step: HunchStep of engine/op/op-decode.h. Addresses and offsets are in bytes; what a kind does not use is 0. */
typedef struct
{
  ulong x, y;
  ulong w, off_h, off_a, off_b, off_s, off_m, norm;
  ulong bias, q_norm, k_norm, table, k_cache, v_cache;
  int kind;
  int first, n_chunks; /* its chunks, numbered through the list */
  int after;           /* chunks that must be done before */
  int patience;        /* looks while they are not */
  int type, form;
  int n, k;  /* of W; n: outputs */
  int input; /* products of one number read x in the same form */
  float factor; /* NORMED: epsilon; ATTEND: of scores */
} Step;

/* What a launch knows beside its steps. */
typedef struct
{
  __global const int *positions, *seq_rows, *tables;
  int table_stride, chunk, n_splits;
  __local char *xq;
  __local float4 *xscale;
  __local float *head, *scratch;
  int input; /* whose quants xq holds; 0: none */
} Token;

#define FLOATS(address) ((__global float *) (size_t) (address))
#define CACHE(address)  ((__global kv_t *) (size_t) (address))

/* 16 rows of W times the token. */
static inline float16
times (__global const Step *s, const Token *token, int g)
{
  __global const uchar *w = (__global const uchar *) (size_t) s->w;
  __local const int *xt = (__local const int *) token->xq;
  __local const float4 *st = token->xscale;
  const int nb = s->k / 32;
  float16 acc[MT];

#define TIMES(t)                                                                                                       \
  case t:                                                                                                              \
    T##t##_group_times_tokens (acc, &xt, &st, w, s->off_h, s->off_a, s->off_b, s->off_s, s->off_m, g, nb);             \
    break
  switch (s->type)
    {
    default:
      TIMES (0);
#if T1_BITS
      TIMES (1);
#endif
#if T2_BITS
      TIMES (2);
#endif
#if T3_BITS
      TIMES (3);
#endif
#if T4_BITS
      TIMES (4);
#endif
#if T5_BITS
      TIMES (5);
#endif
    }
  return acc[0];
}

static inline void
product (__global const Step *s, Token *token, int chunk)
{
  const int groups = (s->n + 15) / 16;
  const int first = (int) ((long) groups * chunk / s->n_chunks), last = (int) ((long) groups * (chunk + 1) / s->n_chunks);

  if (token->input != s->input)
    quantize_row (FLOATS (s->x), s->form & NORMED, FLOATS (s->norm), s->factor, s->k, token->xq, token->xscale);
  token->input = s->input;
  for (int g = first; g < last; g++)
    {
      float16 v[2]; /* with GATES the gate, then up */

      for (int i = 0; i < (s->form & GATES ? 2 : 1); i++)
        v[i] = times (s, token, g + i * groups);
      store_rows (FLOATS (s->y) + g * 16, s->form & GATES ? swiglu (v[0], v[1]) : v[0], s->n - g * 16, s->form & ADDED);
    }
}

/* A kv head and its query heads. */
static inline void
turn_heads (__global const Step *s, const Token *token, int kv_head)
{
  const int position = token->positions[0], block = token->tables[position / KV_BLOCK];

  for (int i = 0; i <= GROUP_HEADS; i++)
    rope_head (i < GROUP_HEADS ? kv_head * GROUP_HEADS + i : N_HEAD + kv_head, FLOATS (s->x), FLOATS (s->bias), FLOATS (s->q_norm),
               FLOATS (s->k_norm), FLOATS (s->table), CACHE (s->k_cache), CACHE (s->v_cache), block, position % KV_BLOCK,
               token->head, token->scratch);
}

/* A share of a kv head's query heads over one split of the context. */
static inline void
attend_share (__global const Step *s, const Token *token, int chunk)
{
  const int share = chunk / token->n_splits, kv_head = share / SHARES;
  const Launch a = { .q = FLOATS (s->x),
                     .k_cache = CACHE (s->k_cache),
                     .v_cache = CACHE (s->v_cache),
                     .positions = token->positions,
                     .seq_rows = token->seq_rows,
                     .tables = token->tables,
                     .table_stride = token->table_stride,
                     .y = FLOATS (s->y),
                     .scale = s->factor,
                     .parts = FLOATS (s->y),
                     .chunk = token->chunk,
                     .n_splits = token->n_splits };

  attend (&a, 1, 0, kv_head, kv_head * GROUP_HEADS + share % SHARES * HEADS, chunk % token->n_splits);
}

__kernel __attribute__ ((reqd_work_group_size (1, 1, 1))) void
decode (__global const Step *steps, int n_steps, volatile __global int *control,
        __global const int *positions, __global const int *seq_rows, /* (1) */
        __global const int *tables, int table_stride,                /* (1, table_stride) */
        int chunk, int n_splits,                                     /* of attention */
        __local char *xq, __local float4 *xscale)                    /* (largest k), (largest k / 32) */
{
  __local float head[HEAD_DIM], scratch[GROUP];
  Token token = { positions, seq_rows, tables, table_stride, chunk, n_splits, xq, xscale, head, scratch, 0 };
  int i = 0;

  for (;;)
    {
      const int next = control[TAKEN];

      while (i < n_steps && next >= steps[i].first + steps[i].n_chunks)
        i++;
      if (i == n_steps || !wait_for (control, steps[i].after, steps[i].patience))
        return;
      if (!take_chunk (control, next))
        continue;
      __global const Step *s = &steps[i];
      const int mine = next - s->first;

      if (s->kind == PRODUCT)
        product (s, &token, mine);
      else if (s->kind == ROPE)
        turn_heads (s, &token, mine);
      else if (s->kind == ATTEND)
        attend_share (s, &token, mine);
      else
        merge_parts (FLOATS (s->x) + part_offset (0, mine, 0, n_splits), n_splits, FLOATS (s->y) + mine * HEAD_DIM);
      count_done (control);
    }
}

/* The address of a buffer. */
__kernel void
decode_address (__global const uchar *buffer, __global ulong *addresses, int i)
{
  addresses[i] = (size_t) buffer;
}

/* A question with a known answer: rounds of n chunks, each of which reads two results of the round before, by address. */
__kernel __attribute__ ((reqd_work_group_size (1, 1, 1))) void
decode_probe (__global const ulong *addresses, /* of two buffers: (n), which rounds read and write in turn */
              int n, int n_rounds, volatile __global int *control, int patience)
{
  for (;;)
    {
      const int next = control[TAKEN], round = next / n, i = next % n;

      if (round >= n_rounds || !wait_for (control, round * n, patience))
        return;
      if (!take_chunk (control, next))
        continue;
      __global const uint *from = (__global const uint *) (size_t) addresses[round % 2];
      __global uint *to = (__global uint *) (size_t) addresses[(round + 1) % 2];

      to[i] = from[i] * 5 + from[(i + 1) % n] + round;
      count_done (control);
    }
}
