/* test-op-rope.c: the turn of q and k and the append of k and v, against the reference, element by element.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-rope.h"
#include "engine/ref/ref-rmsnorm.h"
#include "engine/ref/ref-rope.h"
#include "tests/engine/op/kv-test.h"

#include <math.h>

#define TOLERANCE      2e-6 /* cos and sin within 4 ulp, two products, a sum, and a norm's 10 roundings */
#define TOLERANCE_HALF 6e-4 /* rounding to half, 2^-11, after the above */

#define N_TOKENS    7
#define N_SEQS      3
#define N_POSITIONS 70

static const gint32 positions[N_TOKENS] = { 0, 15, 16, 69, 5, 17, 33 };
static const gint32 seqs[N_TOKENS] = { 0, 1, 1, 2, 0, 2, 0 };

static float *
frequencies (guint rope_dim)
{
  float *freqs = g_new (float, rope_dim / 2);

  for (guint i = 0; i < rope_dim / 2; i++)
    freqs[i] = powf (10000, -2.0f * i / rope_dim);
  return freqs;
}

/* What one head of q or k becomes. */
static void
expect_head (const HunchRopeShape *s, float *head, const float *bias, const float *w, gint32 position,
             const float *freqs, float mscale)
{
  for (guint i = 0; s->bias && i < s->head_dim; i++)
    head[i] += bias[i];
  if (s->qk_norm)
    hunch_ref_rmsnorm (head, s->qk_norm == HUNCH_QK_NORM_WEIGHTS ? w : NULL, head, 1, s->head_dim, s->qk_norm_eps);
  if (s->kind)
    hunch_ref_rope (head, s->rope_dim, s->kind == HUNCH_OP_ROPE_NEOX, position, freqs, mscale);
}

/* Compares q in place, and every element of both caches: what was not to be written must still be NaN. */
static void
check (const HunchRopeShape *s, const KvTest *kv, const float *want, const float *got, const float *k, const float *v)
{
  const guint n = (s->n_head + 2 * s->n_head_kv) * s->head_dim;
  const double tolerance = s->exact ? TOLERANCE : TOLERANCE_HALF;
  gsize k_written = 0, v_written = 0;

  for (guint t = 0; t < N_TOKENS; t++)
    {
      op_test_compare ("q", got + t * n, want + t * n, s->n_head * s->head_dim, TOLERANCE);
      for (guint h = 0; h < s->n_head_kv; h++)
        for (guint d = 0; d < s->head_dim; d++)
          {
            const float *w = want + t * n + (s->n_head + h) * s->head_dim + d;

            op_test_compare ("k", &k[kv_test_k (kv, seqs[t], positions[t], h, d)], w, 1, tolerance);
            op_test_compare ("v", &v[kv_test_v (kv, seqs[t], positions[t], h, d)], w + s->n_head_kv * s->head_dim, 1,
                             tolerance);
          }
    }
  for (gsize i = 0; i < kv->k_size; i++)
    k_written += !isnan (k[i]);
  for (gsize i = 0; i < kv->v_size; i++)
    v_written += !isnan (v[i]);
  g_assert_cmpuint (k_written, ==, N_TOKENS * s->n_head_kv * s->head_dim);
  g_assert_cmpuint (v_written, ==, N_TOKENS * s->n_head_kv * s->head_dim);
}

static void
compare (HunchRopeShape shape, float mscale)
{
  HunchDevice *dev = op_test_device ();
  const guint n_heads = shape.n_head + 2 * shape.n_head_kv, n = n_heads * shape.head_dim;
  g_autofree float *x = op_test_random (1, N_TOKENS * n, 2), *bias = op_test_random (2, n, 2);
  g_autofree float *q_norm = op_test_random (3, shape.head_dim, 2), *k_norm = op_test_random (4, shape.head_dim, 2);
  g_autofree float *freqs = frequencies (shape.rope_dim), *got = g_new (float, N_TOKENS *n), *k = NULL, *v = NULL;
  HunchOpRope op = { 0 };
  HunchRopeArgs args = { 0 };
  HunchRopeTableArgs table = { N_TOKENS, .mscale = mscale };
  KvTest kv;
  GError *error = NULL;

  kv_test_init (&kv, N_SEQS, N_POSITIONS, shape.n_head_kv, shape.head_dim, shape.exact);
  k = g_new (float, kv.k_size);
  v = g_new (float, kv.v_size);
  for (gsize i = 0; i < kv.k_size; i++)
    k[i] = NAN;
  for (gsize i = 0; i < kv.v_size; i++)
    v[i] = NAN;
  hunch_op_rope_init (&op, dev, &shape, &error);
  g_assert_no_error (error);
  args.batch = kv_test_batch (&kv, N_TOKENS, positions, seqs);
  args.qkv = op_test_rows (x, N_TOKENS, n);
  args.bias = op_test_upload (bias, n * sizeof (float));
  args.q_norm = op_test_upload (q_norm, shape.head_dim * sizeof (float));
  args.k_norm = op_test_upload (k_norm, shape.head_dim * sizeof (float));
  args.k_cache = kv_test_upload (&kv, k, kv.k_size);
  args.v_cache = kv_test_upload (&kv, v, kv.v_size);
  table.positions = args.batch.positions;
  table.freqs = op_test_upload (freqs, shape.rope_dim / 2 * sizeof (float));
  table.table = args.table = op_test_upload (x, N_TOKENS * shape.rope_dim * sizeof (float));

  op_test_done (hunch_op_rope_table_enqueue (&op, dev->queue, &table));
  op_test_done (hunch_op_rope_enqueue (&op, dev->queue, &args));
  op_test_rows_take (&args.qkv, got, N_TOKENS, n);
  kv_test_download (&kv, args.k_cache, k, kv.k_size);
  kv_test_download (&kv, args.v_cache, v, kv.v_size);
  for (guint t = 0; t < N_TOKENS; t++)
    for (guint h = 0; h < n_heads; h++)
      {
        float *head = x + t * n + h * shape.head_dim;

        if (h < shape.n_head + shape.n_head_kv)
          expect_head (&shape, head, bias + h * shape.head_dim, h < shape.n_head ? q_norm : k_norm, positions[t], freqs,
                       mscale);
        else
          for (guint i = 0; shape.bias && i < shape.head_dim; i++)
            head[i] += bias[h * shape.head_dim + i];
      }
  check (&shape, &kv, x, got, k, v);

  kv_test_batch_release (&args.batch);
  op_test_release (&args.bias);
  op_test_release (&args.q_norm);
  op_test_release (&args.k_norm);
  op_test_release (&args.k_cache);
  op_test_release (&args.v_cache);
  op_test_release (&table.freqs);
  op_test_release (&table.table);
  hunch_op_rope_finish (&op);
  kv_test_finish (&kv);
}

static void
test_kinds (void)
{
  static const struct
  {
    guint n_head, n_head_kv, head_dim, rope_dim;
  } sizes[] = { { 9, 3, 64, 64 }, { 4, 4, 80, 20 }, { 3, 1, 8, 8 }, { 2, 2, 18, 18 } };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint kind = HUNCH_OP_ROPE_NONE; kind <= HUNCH_OP_ROPE_NEOX; kind++)
        compare ((HunchRopeShape){ sizes[i].n_head, sizes[i].n_head_kv, sizes[i].head_dim, kind, sizes[i].rope_dim,
                                   .bias = (i + kind) % 2, .exact = i % 2, .group = op_test_groups[g] },
                 1 + 0.25f * i);
}

static void
test_qk_norm (void)
{
  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint norm = HUNCH_QK_NORM_WEIGHTS; norm <= HUNCH_QK_NORM_WEIGHTLESS; norm++)
      compare ((HunchRopeShape){ 4, 2, 80, HUNCH_OP_ROPE_NEOX, 80, FALSE, norm, 1e-6f, TRUE, op_test_groups[g] }, 1);
}

/* Far positions: the angle is the float product, and its cosine and sine are exact to a few units in the last place. */
static void
test_far (void)
{
  static const gint32 far[] = { 1, 4095, 4096, 65537, 131071, 131072, 1000003 };
  const guint n = G_N_ELEMENTS (far), dim = 64;
  HunchDevice *dev = op_test_device ();
  const HunchRopeShape shape = { 1, 1, dim, HUNCH_OP_ROPE_NEOX, dim };
  g_autofree float *freqs = frequencies (dim), *got = g_new (float, n *dim), *want = g_new (float, n *dim);
  HunchOpRope op = { 0 };
  HunchRopeTableArgs args = { n, .mscale = 1 };

  if (dev == NULL)
    return;
  g_assert_true (hunch_op_rope_init (&op, dev, &shape, NULL));
  args.positions = op_test_upload (far, sizeof far);
  args.freqs = op_test_upload (freqs, dim / 2 * sizeof (float));
  args.table = op_test_upload (got, n * dim * sizeof (float));
  op_test_done (hunch_op_rope_table_enqueue (&op, dev->queue, &args));
  op_test_download (args.table, got, n * dim * sizeof (float));
  for (guint t = 0; t < n; t++)
    for (guint i = 0; i < dim / 2; i++)
      {
        const float angle = far[t] * freqs[i];

        want[t * dim + i] = cos (angle);
        want[t * dim + dim / 2 + i] = sin (angle);
      }
  op_test_compare ("table", got, want, n * dim, 2.4e-7); /* 4 ulp of numbers up to 1 */
  op_test_release (&args.positions);
  op_test_release (&args.freqs);
  op_test_release (&args.table);
  hunch_op_rope_finish (&op);
}

static void
test_zeroed (void)
{
  HunchOpRope op = { 0 };

  hunch_op_rope_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/rope/kinds", test_kinds);
  g_test_add_func ("/op/rope/qk-norm", test_qk_norm);
  g_test_add_func ("/op/rope/far", test_far);
  g_test_add_func ("/op/rope/zeroed", test_zeroed);
  return g_test_run ();
}
