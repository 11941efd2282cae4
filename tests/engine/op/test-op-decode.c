/* test-op-decode.c: a list of steps in one launch gives the bits that the launches give which it stands for.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/decode-list.h"
#include "engine/op/op-dot.h"
#include "tests/engine/op/kv-test.h"
#include "tests/engine/op/matrix-test.h"

#include <string.h>

/* A layer and a head. */
enum
{
  N_EMBD = 256,
  N_HEAD = 4,
  N_HEAD_KV = 2,
  HEAD_DIM = 64,
  N_KV = N_HEAD_KV * HEAD_DIM,
  N_QKV = N_EMBD + 2 * N_KV,
  N_FF = 512,
  N_VOCAB = 83,
  N_POSITIONS = 800
};

/* The products of it. */
enum
{
  Q,
  K,
  V,
  OUT,
  UP,
  DOWN,
  HEAD,
  N_PRODUCTS
};

static const struct
{
  guint n, k;
  gboolean norm, add, gated;
} products[] = {
  [Q] = { N_EMBD, N_EMBD, .norm = TRUE },
  [K] = { N_KV, N_EMBD, .norm = TRUE },
  [V] = { N_KV, N_EMBD, .norm = TRUE },
  [OUT] = { N_EMBD, N_EMBD, .add = TRUE },
  [UP] = { 2 * N_FF, N_EMBD, .norm = TRUE, .gated = TRUE },
  [DOWN] = { N_EMBD, N_FF, .add = TRUE },
  [HEAD] = { N_VOCAB, N_EMBD },
};

/* All quantized types, as many at once as a program takes. */
static const guint32 types[][HUNCH_DECODE_TYPES] = {
  { HUNCH_TYPE_Q4_0, HUNCH_TYPE_Q4_1, HUNCH_TYPE_Q5_0, HUNCH_TYPE_Q5_1, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q6_K },
  { HUNCH_TYPE_Q2_K, HUNCH_TYPE_Q3_K, HUNCH_TYPE_Q4_K, HUNCH_TYPE_Q5_K, HUNCH_TYPE_IQ4_NL, HUNCH_TYPE_IQ4_XS },
};

typedef struct
{
  HunchDevice *dev;
  Matrix matrix[N_PRODUCTS];
  HunchOpMatvec matvec[N_PRODUCTS];
  HunchOpRope rope;
  HunchOpAttention attention;
  HunchOpDecode decode;
  KvTest kv;
  HunchOpBatch batch;
  cl_mem norm, bias, table, scratch;
  guint64 scratch_bytes;
} Model;

/* What a run writes. */
typedef struct
{
  cl_mem x, qkv, ffn, logits, k_cache, v_cache;
} State;

static cl_mem
random_buffer (guint32 seed, gsize n, float amplitude)
{
  g_autofree float *values = op_test_random (seed, n, amplitude);

  return op_test_upload (values, n * sizeof *values);
}

static cl_mem
random_cache (const Model *m, guint32 seed, gsize n)
{
  g_autofree float *values = op_test_random (seed, n, 1);

  return kv_test_upload (&m->kv, values, n);
}

static HunchDecodeShape
model_init (Model *m, const guint32 *model_types, gboolean qk_norm, GRand *rand)
{
  const char *dot = hunch_dot_probe (op_test_device ());
  const HunchRopeShape rope = { .n_head = N_HEAD,
                                .n_head_kv = N_HEAD_KV,
                                .head_dim = HEAD_DIM,
                                .kind = qk_norm ? HUNCH_OP_ROPE_NORM : HUNCH_OP_ROPE_NEOX,
                                .rope_dim = HEAD_DIM,
                                .bias = !qk_norm,
                                .qk_norm = qk_norm ? HUNCH_QK_NORM_WEIGHTS : HUNCH_QK_NORM_NONE,
                                .qk_norm_eps = 1e-5 };
  const HunchAttentionShape attention = { .n_head = N_HEAD, .n_head_kv = N_HEAD_KV, .head_dim = HEAD_DIM };
  HunchDecodeShape shape = { .dot = dot, .rope = &m->rope, .attention = &m->attention };

  *m = (Model){ .dev = op_test_device () };
  for (guint i = 0; i < N_PRODUCTS; i++)
    {
      const guint32 type = model_types[i % HUNCH_DECODE_TYPES];

      m->matrix[i] = matrix_new (rand, type, products[i].n, products[i].k);
      g_assert_true (hunch_op_matvec_init (
          &m->matvec[i], m->dev,
          &(HunchMatvecShape){ hunch_layout_options (type), dot, products[i].norm, products[i].add, products[i].gated },
          NULL));
      shape.layouts[i % HUNCH_DECODE_TYPES] = hunch_layout_options (type);
    }
  g_assert_true (hunch_op_rope_init (&m->rope, m->dev, &rope, NULL));
  g_assert_true (hunch_op_attention_init (&m->attention, m->dev, &attention, NULL));
  kv_test_init (&m->kv, 1, N_POSITIONS, N_HEAD_KV, HEAD_DIM, FALSE);
  m->scratch_bytes = hunch_op_attention_scratch_bytes (&m->attention);
  m->scratch = random_buffer (6, m->scratch_bytes / sizeof (float), 1);
  m->norm = random_buffer (7, N_FF, 1);
  m->bias = random_buffer (8, N_QKV, 1);
  m->table = random_buffer (9, HEAD_DIM, 1);
  return shape;
}

static void
model_finish (Model *m)
{
  for (guint i = 0; i < N_PRODUCTS; i++)
    {
      matrix_clear (&m->matrix[i]);
      hunch_op_matvec_finish (&m->matvec[i]);
    }
  hunch_op_decode_finish (&m->decode);
  hunch_op_rope_finish (&m->rope);
  hunch_op_attention_finish (&m->attention);
  kv_test_finish (&m->kv);
  op_test_release (&m->norm);
  op_test_release (&m->bias);
  op_test_release (&m->table);
  op_test_release (&m->scratch);
}

static State
state_new (const Model *m)
{
  return (
      State){ random_buffer (1, N_EMBD, 0.5), random_buffer (2, N_QKV, 1),       random_buffer (3, 2 * N_FF, 1),
              random_buffer (4, N_VOCAB, 1),  random_cache (m, 5, m->kv.k_size), random_cache (m, 6, m->kv.v_size) };
}

static void
state_clear (State *s)
{
  cl_mem *mems[] = { &s->x, &s->qkv, &s->ffn, &s->logits, &s->k_cache, &s->v_cache };

  for (guint i = 0; i < G_N_ELEMENTS (mems); i++)
    op_test_release (mems[i]);
}

static void
product (Model *m, gboolean record, guint i, HunchRows x, HunchRows y)
{
  const HunchMatvecArgs args = { 1, x, m->norm, 1e-5, y, m->matrix[i].weights };

  if (record)
    hunch_op_decode_add_matvec (&m->decode, &m->matvec[i], &args);
  else
    op_test_done (hunch_op_matvec_enqueue (&m->matvec[i], m->dev->queue, &args));
}

static void
attend (Model *m, gboolean record, const State *s)
{
  const HunchRows qkv = { s->qkv, 0, N_QKV };
  const HunchRopeArgs rope = { .batch = m->batch,
                               .qkv = qkv,
                               .bias = m->bias,
                               .q_norm = m->norm,
                               .k_norm = m->bias,
                               .table = m->table,
                               .k_cache = s->k_cache,
                               .v_cache = s->v_cache };
  const HunchAttentionArgs args = { .batch = m->batch,
                                    .q = qkv,
                                    .y = qkv,
                                    .k_cache = s->k_cache,
                                    .v_cache = s->v_cache,
                                    .scale = 0.125f,
                                    .scratch = m->scratch,
                                    .scratch_bytes = m->scratch_bytes };

  if (record)
    {
      hunch_op_decode_add_rope (&m->decode, &rope);
      hunch_op_decode_add_attention (&m->decode, &args);
      return;
    }
  op_test_done (hunch_op_rope_enqueue (&m->rope, m->dev->queue, &rope));
  op_test_done (hunch_op_attention_enqueue (&m->attention, m->dev->queue, &args));
}

/* The layer, launched or recorded. */
static void
layer (Model *m, gboolean record, const State *s)
{
  const HunchRows x = { s->x, 0, N_EMBD }, qkv = { s->qkv, 0, N_QKV }, ffn = { s->ffn, 0, 2 * N_FF };

  product (m, record, Q, x, qkv);
  product (m, record, K, x, (HunchRows){ s->qkv, N_EMBD, N_QKV });
  product (m, record, V, x, (HunchRows){ s->qkv, N_EMBD + N_KV, N_QKV });
  attend (m, record, s);
  product (m, record, OUT, qkv, x);
  product (m, record, UP, x, ffn);
  product (m, record, DOWN, ffn, x);
  product (m, record, HEAD, x, (HunchRows){ s->logits, 0, N_VOCAB });
}

/* Whoever waits for a product waits as long as a chunk of it takes: a work-group that leaves too soon leaves the token to the others. */
static void
check_patience (const HunchOpDecode *op)
{
  for (guint i = 1; i < op->list->len; i++)
    {
      const HunchStep *s = &g_array_index (op->list, HunchStep, i), *before = s - 1;

      if (op->patience == 0)
        {
          g_assert_cmpint (s->patience, ==, 0);
          continue;
        }
      g_assert_cmpint (s->patience, >=, op->patience);
      if (s->after == s->first && before->kind == HUNCH_STEP_PRODUCT)
        g_assert_cmpint (s->patience, >=, op->patience + before->n * before->k / before->n_chunks / 32);
    }
}

static void
run_list (Model *m, const State *s, guint position)
{
  guint chunk;
  GError *error = NULL;

  hunch_op_decode_forget (&m->decode);
  for (guint i = 0; i < 2; i++)
    {
      hunch_op_decode_begin (&m->decode);
      layer (m, TRUE, s);
      g_assert_true (i == 1 ? hunch_op_decode_unknown (&m->decode) == 0 : hunch_op_decode_resolve (&m->decode, &error));
    }
  check_patience (&m->decode);
  g_assert_true (hunch_op_decode_upload (&m->decode, &error));
  hunch_op_attention_splits (&m->attention, 1, position, 0, m->scratch_bytes, &chunk);
  op_test_done (hunch_op_decode_enqueue (&m->decode, m->dev->queue, &m->batch, chunk));
}

static void
assert_same (cl_mem got, cl_mem want, gsize bytes)
{
  g_autofree guint8 *a = g_malloc (bytes), *b = g_malloc (bytes);

  op_test_download (got, a, bytes);
  op_test_download (want, b, bytes);
  g_assert_cmpmem (a, bytes, b, bytes);
}

static void
check_position (Model *m, gint32 position)
{
  const gint32 seq = 0;
  State got = state_new (m), want = state_new (m);

  m->batch = kv_test_batch (&m->kv, 1, &position, &seq);
  layer (m, FALSE, &want);
  run_list (m, &got, position);
  assert_same (got.qkv, want.qkv, N_QKV * sizeof (float));
  assert_same (got.k_cache, want.k_cache, m->kv.k_size * sizeof (cl_half));
  assert_same (got.v_cache, want.v_cache, m->kv.v_size * sizeof (cl_half));
  assert_same (got.x, want.x, N_EMBD * sizeof (float));
  assert_same (got.logits, want.logits, N_VOCAB * sizeof (float));
  kv_test_batch_release (&m->batch);
  state_clear (&got);
  state_clear (&want);
}

static void
check_types (const guint32 *model_types, gboolean qk_norm, GRand *rand)
{
  const gint32 positions[] = { 0, 5, 300, 799 };
  Model m;
  const HunchDecodeShape shape = model_init (&m, model_types, qk_norm, rand);

  if (!hunch_op_decode_init (&m.decode, m.dev, &shape))
    g_test_skip ("this device takes separate launches");
  else
    for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
      check_position (&m, positions[i]);
  model_finish (&m);
}

static void
check_all (const char *wish)
{
  GRand *rand = g_rand_new_with_seed (11);

  if (op_test_device () == NULL)
    return;
  if (hunch_dot_probe (op_test_device ()) == NULL)
    g_test_skip ("this device multiplies no bytes");
  else
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      {
        if (wish)
          g_setenv ("HUNCH_DECODE", wish, TRUE);
        check_types (types[i], i % 2, rand);
        g_unsetenv ("HUNCH_DECODE");
      }
  g_rand_free (rand);
}

static void
test_together (void)
{
  check_all (NULL);
}

/* Where nobody waits, whoever is left does the rest. */
static void
test_alone (void)
{
  check_all ("alone");
}

static void
test_refused (void)
{
  HunchOpRope rope = { .shape.group = 1 };
  HunchOpDecode op;

  if (op_test_device () == NULL)
    return;
  g_setenv ("HUNCH_DECODE", "launches", TRUE);
  g_assert_false (hunch_op_decode_init (&op, op_test_device (), &(HunchDecodeShape){ .rope = &rope }));
  g_unsetenv ("HUNCH_DECODE");
  hunch_op_decode_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/decode/together", test_together);
  g_test_add_func ("/op/decode/alone", test_alone);
  g_test_add_func ("/op/decode/refused", test_refused);
  return g_test_run ();
}
