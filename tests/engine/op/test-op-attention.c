/* test-op-attention.c: attention through block tables against the reference, at odd shapes, windows, splits and mixtures of sequences.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-attention.h"
#include "engine/ref/ref-attention.h"
#include "tests/engine/op/kv-test.h"

#include <math.h>

/* The reference reads what the cache holds, rounded to half if it is, so only float arithmetic differs: a dot product of head_dim
 * terms whose error the exponential passes on (scores reach 20: 20 * 6e-8 * a few), and a sum of up to some hundred positions. */
#define TOLERANCE 1e-5

typedef struct
{
  HunchAttentionShape shape;
  guint window;
  guint n_tokens;
  const gint32 *positions, *seqs;
  gboolean split;    /* give scratch, and ask for many splits */
  gboolean in_place; /* y is q */
} Case;

/* One sequence's K or V up to the last position that the batch holds; the rest of the cache is NaN. */
typedef struct
{
  guint length;
  float *k, *v; /* (length, n_head_kv, head_dim) */
} Sequence;

#define N_SEQS 3

static void
fill (const KvTest *kv, const Case *c, Sequence *seqs, float *k, float *v)
{
  for (gsize i = 0; i < kv->k_size; i++)
    k[i] = NAN;
  for (gsize i = 0; i < kv->v_size; i++)
    v[i] = NAN;
  for (guint s = 0; s < N_SEQS; s++)
    {
      const guint n = kv->n_head_kv * kv->head_dim;

      seqs[s].length = 0;
      for (guint t = 0; t < c->n_tokens; t++)
        if ((guint) c->seqs[t] == s)
          seqs[s].length = MAX (seqs[s].length, (guint) c->positions[t] + 1);
      seqs[s].k = op_test_random (10 + s, seqs[s].length * n, 2);
      seqs[s].v = op_test_random (20 + s, seqs[s].length * n, 2);
      for (guint i = 0; i < seqs[s].length * n; i++)
        {
          const guint p = i / n, h = i % n / kv->head_dim, d = i % kv->head_dim;

          k[kv_test_k (kv, s, p, h, d)] = seqs[s].k[i] = kv_test_round (kv, seqs[s].k[i]);
          v[kv_test_v (kv, s, p, h, d)] = seqs[s].v[i] = kv_test_round (kv, seqs[s].v[i]);
        }
    }
}

static void
expect (const Case *c, const Sequence *seqs, float scale, const float *q, float *y)
{
  const HunchAttentionShape *s = &c->shape;
  const HunchRefAttention ref = { s->n_head, s->n_head_kv, s->head_dim, scale, s->softcap };
  const guint n_kv = s->n_head_kv * s->head_dim, n = s->n_head * s->head_dim;

  for (guint t = 0; t < c->n_tokens; t++)
    {
      const guint last = c->positions[t], first = c->window && last + 1 > c->window ? last + 1 - c->window : 0;
      const Sequence *seq = &seqs[c->seqs[t]];

      hunch_ref_attention (&ref, q + t * n, seq->k + first * n_kv, seq->v + first * n_kv, last + 1 - first, y + t * n);
    }
}

static guint
longest (const Case *c)
{
  guint n = 0;

  for (guint t = 0; t < c->n_tokens; t++)
    n = MAX (n, (guint) c->positions[t] + 1);
  return n;
}

static void
run (const Case *c)
{
  HunchDevice *dev = op_test_device ();
  const guint n = c->shape.n_head * c->shape.head_dim;
  g_autofree float *q = op_test_random (1, c->n_tokens * n, 4), *got = g_new (float, c->n_tokens *n);
  g_autofree float *want = g_new (float, c->n_tokens *n), *k = NULL, *v = NULL;
  HunchOpAttention op = { 0 };
  HunchAttentionArgs args = { .scale = 1 / sqrtf (c->shape.head_dim), .window = c->window };
  Sequence seqs[N_SEQS];
  KvTest kv;
  GError *error = NULL;

  hunch_op_attention_init (&op, dev, &c->shape, &error);
  g_assert_no_error (error);
  kv_test_init (&kv, N_SEQS, longest (c), c->shape.n_head_kv, c->shape.head_dim, c->shape.exact);
  k = g_new (float, kv.k_size);
  v = g_new (float, kv.v_size);
  fill (&kv, c, seqs, k, v);
  args.batch = kv_test_batch (&kv, c->n_tokens, c->positions, c->seqs);
  args.q = op_test_rows (q, c->n_tokens, n);
  args.y = c->in_place ? args.q : op_test_rows (NULL, c->n_tokens, n);
  args.k_cache = kv_test_upload (&kv, k, kv.k_size);
  args.v_cache = kv_test_upload (&kv, v, kv.v_size);
  if (c->split)
    {
      g_autofree float *nan = g_new (float, 1 << 20);

      for (guint i = 0; i < 1 << 20; i++)
        nan[i] = NAN;
      op.wanted_items = 1000;
      op.chunk = 16;
      args.scratch = op_test_upload (nan, sizeof (float) << 20);
      args.scratch_bytes = sizeof (float) << 20;
    }

  op_test_done (hunch_op_attention_enqueue (&op, dev->queue, &args));
  op_test_rows_take (&args.y, got, c->n_tokens, n);
  expect (c, seqs, args.scale, q, want);
  op_test_compare ("attention", got, want, c->n_tokens * n, TOLERANCE);

  if (!c->in_place)
    op_test_release (&args.q.mem);
  for (guint s = 0; s < N_SEQS; s++)
    {
      g_free (seqs[s].k);
      g_free (seqs[s].v);
    }
  kv_test_batch_release (&args.batch);
  op_test_release (&args.k_cache);
  op_test_release (&args.v_cache);
  op_test_release (&args.scratch);
  hunch_op_attention_finish (&op);
  kv_test_finish (&kv);
}

/* Sequences alternate, in runs that are longer and shorter than a work-item takes, and positions that are not in step. */
static const gint32 mixed_positions[]
    = { 40, 0, 1, 2, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 63, 100, 101, 3, 4, 5, 6, 7, 64, 65, 66 };
static const gint32 mixed_seqs[] = { 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2 };
G_STATIC_ASSERT (G_N_ELEMENTS (mixed_positions) == G_N_ELEMENTS (mixed_seqs));

static const struct
{
  guint n_head, n_head_kv, head_dim;
} shapes[] = {
  { 9, 3, 64 },  { 14, 2, 64 }, { 4, 4, 80 }, { 4, 2, 128 }, { 3, 1, 8 },
  { 16, 1, 16 }, { 10, 2, 72 }, { 9, 1, 24 }, { 2, 1, 13 },  { 1, 1, 256 },
};

/* Every shape, or every HUNCH_BRIEFth where kernels are interpreted or take long to compile. */
static guint
stride (void)
{
  const char *brief = g_getenv ("HUNCH_BRIEF");

  return brief ? MAX (1, (guint) g_ascii_strtoull (brief, NULL, 10)) : 1;
}

static void
test_mixed (void)
{
  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i += stride ())
      run (&(Case){ { shapes[i].n_head, shapes[i].n_head_kv, shapes[i].head_dim, i % 2, 0, op_test_groups[g] },
                    .n_tokens = G_N_ELEMENTS (mixed_seqs),
                    .positions = mixed_positions,
                    .seqs = mixed_seqs,
                    .in_place = i % 3 == 0 });
}

static void
test_window (void)
{
  static const guint windows[] = { 1, 7, 16, 40, 1000 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (windows); i += stride ())
      run (&(Case){ { 4, 2, 64, TRUE, 0, op_test_groups[g] },
                    windows[i / 2],
                    .n_tokens = G_N_ELEMENTS (mixed_seqs),
                    .positions = mixed_positions,
                    .seqs = mixed_seqs,
                    .split = i % 2 });
}

/* One token far on, then a few of several sequences: the context is split and merged. */
static void
test_split (void)
{
  static const gint32 positions[] = { 300, 2, 299, 301 }, seqs[] = { 0, 1, 2, 2 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i += stride ())
      for (guint n = 1; n <= 4; n += 3)
        run (&(Case){ { shapes[i].n_head, shapes[i].n_head_kv, shapes[i].head_dim, i % 2, 0, op_test_groups[g] },
                      .window = n == 4 && i % 4 == 0 ? 33 : 0,
                      .n_tokens = n,
                      .positions = positions,
                      .seqs = seqs,
                      .split = TRUE,
                      .in_place = i % 3 == 0 });
}

static void
test_softcap (void)
{
  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    run (&(Case){ { 4, 2, 64, TRUE, 5, op_test_groups[g] },
                  .n_tokens = G_N_ELEMENTS (mixed_seqs),
                  .positions = mixed_positions,
                  .seqs = mixed_seqs });
}

/* The scratch that is asked for is enough for every batch: more tokens mean fewer splits. */
static void
test_scratch (void)
{
  const HunchAttentionShape shape = { 9, 3, 64 };
  HunchOpAttention op = { 0 };

  if (op_test_device () == NULL)
    return;
  g_assert_true (hunch_op_attention_init (&op, op_test_device (), &shape, NULL));
  op.wanted_items = 37;
  op.chunk = 16;
  for (guint n = 1; n < 200; n++)
    {
      guint chunk, n_splits = hunch_op_attention_splits (&op, n, 5000, 0, G_MAXUINT64, &chunk);

      if (n_splits > 1)
        g_assert_cmpuint ((guint64) n_splits * n * 9 * (2 + 64) * sizeof (float), <=,
                          hunch_op_attention_scratch_bytes (&op));
      g_assert_cmpuint (chunk % KV_TEST_BLOCK, ==, 0);
      g_assert_cmpuint (chunk * n_splits, >=, 5001);
      g_assert_cmpuint (chunk * (n_splits - 1), <, 5001);
      g_assert_cmpuint (hunch_op_attention_splits (&op, n, 5000, 0, 0, &chunk), ==, 1);
    }
  hunch_op_attention_finish (&op);
}

static void
test_zeroed (void)
{
  HunchOpAttention op = { 0 };

  hunch_op_attention_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/attention/mixed", test_mixed);
  g_test_add_func ("/op/attention/window", test_window);
  g_test_add_func ("/op/attention/split", test_split);
  g_test_add_func ("/op/attention/softcap", test_softcap);
  g_test_add_func ("/op/attention/scratch", test_scratch);
  g_test_add_func ("/op/attention/zeroed", test_zeroed);
  return g_test_run ();
}
