/* test-op-attention-probs.c: who looks at whom, against the reference: odd shapes, windows, rows out of the middle of a batch.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-attention-probs.h"
#include "engine/ref/ref-attention-probs.h"
#include "tests/engine/op/kv-test.h"

#include <math.h>

/* As for attention: the rounding of a dot product, which the exponential passes on. */
#define TOLERANCE 1e-5
#define N_SEQS    3

static const gint32 positions[] = { 0, 1, 40, 41, 42, 16, 15, 100 }, seqs[] = { 0, 0, 1, 1, 1, 2, 2, 0 };

#define N_TOKENS G_N_ELEMENTS (positions)

static const struct
{
  guint n_head, n_head_kv, head_dim;
} shapes[] = { { 9, 3, 64 }, { 4, 4, 80 }, { 3, 1, 8 }, { 2, 1, 13 }, { 10, 2, 72 } };

/* K of a sequence in both layouts: (position, head, channel) for the reference. Positions that no token has stay NaN. */
static float *
fill (const KvTest *kv, float *cache)
{
  const guint n = kv->n_head_kv * kv->head_dim, length = 101;
  float *k = op_test_random (7, (gsize) N_SEQS * length * n, 2);

  for (gsize i = 0; i < kv->k_size; i++)
    cache[i] = NAN;
  for (guint s = 0; s < N_SEQS; s++)
    for (guint p = 0; p < length; p++)
      for (guint i = 0; i < n; i++)
        {
          float *one = &k[((gsize) s * length + p) * n + i];

          cache[kv_test_k (kv, s, p, i / kv->head_dim, i % kv->head_dim)] = *one = kv_test_round (kv, *one);
        }
  return k;
}

static void
expect (const HunchAttentionProbsArgs *args, const HunchAttentionShape *s, const float *q, const float *k, float *want)
{
  const HunchRefAttention ref = { s->n_head, s->n_head_kv, s->head_dim, args->scale, s->softcap };
  const guint n_kv = s->n_head_kv * s->head_dim;

  for (guint r = 0; r < args->n_rows; r++)
    {
      const guint t = args->first_token + r, last = positions[t];
      const guint first = args->window && last + 1 > args->window ? last + 1 - args->window : 0, n = last + 1 - first;
      g_autofree float *p = g_new (float, s->n_head *n);

      hunch_ref_attention_probs (&ref, q + (gsize) t * s->n_head * s->head_dim,
                                 k + ((gsize) seqs[t] * 101 + first) * n_kv, n, p);
      for (guint h = 0; h < s->n_head; h++)
        for (guint j = 0; j < args->n_positions; j++)
          want[((gsize) r * s->n_head + h) * args->n_positions + j]
              = j >= first && j <= last ? p[h * n + j - first] : 0;
    }
}

static void
run (HunchAttentionShape shape, guint window, guint first_token, guint n_rows, guint n_positions)
{
  const guint n = shape.n_head * shape.head_dim;
  const gsize size = (gsize) n_rows * shape.n_head * n_positions;
  g_autofree float *q = op_test_random (1, N_TOKENS * n, 4), *got = g_new (float, size), *want = g_new (float, size);
  g_autofree float *cache = NULL, *k = NULL;
  HunchAttentionProbsArgs args = { .scale = 1 / sqrtf (shape.head_dim),
                                   .window = window,
                                   .first_token = first_token,
                                   .n_rows = n_rows,
                                   .n_positions = n_positions };
  HunchOpAttentionProbs op = { 0 };
  HunchRows y;
  KvTest kv;
  GError *error = NULL;

  hunch_op_attention_probs_init (&op, op_test_device (), &shape, &error);
  g_assert_no_error (error);
  kv_test_init (&kv, N_SEQS, 101, shape.n_head_kv, shape.head_dim, shape.exact);
  cache = g_new (float, kv.k_size);
  k = fill (&kv, cache);
  args.batch = kv_test_batch (&kv, N_TOKENS, positions, seqs);
  args.q = op_test_rows (q, N_TOKENS, n);
  args.k_cache = kv_test_upload (&kv, cache, kv.k_size);
  for (gsize i = 0; i < size; i++)
    got[i] = NAN;
  y.mem = args.y = op_test_upload (got, size * sizeof (float));
  op_test_done (hunch_op_attention_probs_enqueue (&op, op_test_device ()->queue, &args));
  op_test_download (y.mem, got, size * sizeof (float));
  expect (&args, &shape, q, k, want);
  op_test_compare ("attention-probs", got, want, size, TOLERANCE);

  op_test_release (&args.q.mem);
  op_test_release (&args.k_cache);
  op_test_release (&args.y);
  kv_test_batch_release (&args.batch);
  kv_test_finish (&kv);
  hunch_op_attention_probs_finish (&op);
}

static void
test_reference (void)
{
  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
      {
        const HunchAttentionShape shape
            = { shapes[i].n_head, shapes[i].n_head_kv, shapes[i].head_dim, i % 2, i == 3 ? 5 : 0, op_test_groups[g] };

        run (shape, 0, 0, N_TOKENS, 101);
        run (shape, 0, 2, 4, 43);
        run (shape, 17, 1, 3, 43);
        run (shape, 0, 0, 1, 1);
      }
}

static void
test_zeroed (void)
{
  HunchOpAttentionProbs op = { 0 };

  hunch_op_attention_probs_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/attention-probs/reference", test_reference);
  g_test_add_func ("/op/attention-probs/zeroed", test_zeroed);
  return g_test_run ();
}
