/* test-tune.c: tuning ends when its time is over or it is given up, with what it has learned, and changes no answer that it must not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/tune/tune.h"
#include "tests/engine/layer/model-test.h"

#define N_CTX 64

/* Gives up when it has been told so often how far it is. */
typedef struct
{
  guint told, until;
  double last;
  gint cancelled;
} Patience;

static void
on_progress (double fraction, gpointer data)
{
  Patience *p = data;

  g_assert_cmpfloat (fraction, >=, p->last);
  g_assert_cmpfloat (fraction, <=, 1);
  p->last = fraction;
  if (++p->told == p->until)
    g_atomic_int_set (&p->cancelled, 1);
}

static gint32
answer (ModelTest *m)
{
  const gint32 ids[] = { 1, 17, 33, 5 };
  g_autofree float *logits = g_new (float, m->n_vocab);
  gint seq = hunch_kv_seq_new (m->kv);

  model_test_feed (m, seq, ids, G_N_ELEMENTS (ids), MODEL_TEST_BATCH, logits);
  hunch_kv_seq_free (m->kv, seq);
  return model_test_best (logits, m->n_vocab);
}

static void
check_rows (const HunchTuneResult *result)
{
  for (guint i = 0; i < result->rows->len; i++)
    {
      const HunchTuneRow *row = &g_array_index (result->rows, HunchTuneRow, i);

      g_assert_cmpfloat (row->before, >, 0);
      g_assert_cmpfloat (row->after, >=, row->before);
      g_assert_cmpstr (row->value, !=, "");
    }
}

/* What was measured before the end counts, and the device has it; the answer is the same. */
static void
test_given_up (void)
{
  const guint until[] = { 1, 7 }; /* before anything is measured; after the first setting */

  for (guint i = 0; i < G_N_ELEMENTS (until); i++)
    {
      ModelTest m = model_test_open ("models", "valid_llama_q8_0.gguf", N_CTX, FALSE);
      Patience p = { .until = until[i] };
      const gint32 before = answer (&m);
      HunchTuneResult result = { 0 };
      GError *error = NULL;

      g_assert_true (hunch_tune (m.forward, m.kv, N_CTX, 3600, &p.cancelled, on_progress, &p, &result, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (p.told, ==, until[i]);
      g_assert_false (result.whole);
      g_assert_cmpuint (result.rows->len > 0, ==, until[i] > 1);
      check_rows (&result);
      g_assert_cmpmem (&result.tuning, sizeof result.tuning, hunch_tuning (model_test_device ()), sizeof result.tuning);
      g_assert_cmpint (answer (&m), ==, before);
      hunch_tune_result_clear (&result);
      model_test_close (&m);
    }
}

/* No step begins when time is over. */
static void
test_no_time (void)
{
  ModelTest m = model_test_open ("models", "valid_llama_q8_0.gguf", N_CTX, FALSE);
  const HunchTuning before = *hunch_tuning (model_test_device ());
  HunchTuneResult result = { 0 };
  Patience p = { 0 };

  g_assert_true (hunch_tune (m.forward, m.kv, N_CTX, 0, NULL, on_progress, &p, &result, NULL));
  g_assert_false (result.whole);
  g_assert_cmpuint (result.rows->len, ==, 0);
  g_assert_cmpmem (&before, sizeof before, &result.tuning, sizeof before);
  g_assert_cmpmem (&before, sizeof before, hunch_tuning (model_test_device ()), sizeof before);
  hunch_tune_result_clear (&result);
  model_test_close (&m);
}

static void
test_exact (void)
{
  ModelTest m = model_test_open ("models", "valid_llama_q8_0.gguf", N_CTX, TRUE);
  HunchTuneResult result = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (hunch_tune (m.forward, m.kv, N_CTX, 1, NULL, NULL, NULL, &result, &error));
  g_assert_nonnull (error);
  g_assert_null (result.rows);
  model_test_close (&m);
}

/* Every logit of an exact forward pass is the same to the last bit, whatever hunch tune may find. */
static void
test_exact_is_not_touched (void)
{
  static const guint others[HUNCH_N_TUNE] = {
    [HUNCH_TUNE_DOT] = 1,           [HUNCH_TUNE_MATMUL_TILE] = 4,     [HUNCH_TUNE_GEMM_MIN_TOKENS] = 1,
    [HUNCH_TUNE_GEMM_PARAMS] = 1,   [HUNCH_TUNE_DECODE_LAUNCHES] = 1, [HUNCH_TUNE_DECODE_CHUNKS] = 3,
    [HUNCH_TUNE_MATVEC_GROUPS] = 7,
  };
  ModelTest m = model_test_open ("models", "valid_llama_q8_0.gguf", N_CTX, TRUE);
  HunchTuning t = *hunch_tuning (model_test_device ());
  const HunchTuning before = t;
  gint32 ids[40];
  g_autofree float *want = g_new (float, m.n_vocab), *got = g_new (float, m.n_vocab);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = (gint32) (i * 37 + 11) % 250;
  for (HunchTuneSetting i = 0; i < HUNCH_N_TUNE; i++)
    *hunch_tune_setting (&t, i) = others[i];
  for (guint chunk = 1; chunk <= 40; chunk += 39)
    {
      float *logits[2] = { want, got };

      for (guint i = 0; i < 2; i++)
        {
          const gint seq = hunch_kv_seq_new (m.kv);

          g_assert_true (hunch_forward_retune (m.forward, i == 0 ? &before : &t, NULL, NULL));
          model_test_feed (&m, seq, ids, G_N_ELEMENTS (ids), chunk, logits[i]);
          hunch_kv_seq_free (m.kv, seq);
        }
      g_assert_cmpmem (got, m.n_vocab * sizeof *got, want, m.n_vocab * sizeof *want);
    }
  g_assert_true (hunch_forward_retune (m.forward, &before, NULL, NULL));
  model_test_close (&m);
}

int
main (int argc, char **argv)
{
  int status;

  g_setenv ("HUNCH_TUNING", "none", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tune/given-up", test_given_up);
  g_test_add_func ("/tune/no-time", test_no_time);
  g_test_add_func ("/tune/exact", test_exact);
  g_test_add_func ("/tune/exact-is-not-touched", test_exact_is_not_touched);
  status = g_test_run ();
  model_test_finish ();
  return status;
}
