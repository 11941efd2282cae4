/* test-forward.c: tiny models of every family give the logits of a float64 reference, whatever way a batch is cut.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * tests/golden/forward.json holds prompts, greedy ids and the logits of the last prompt position. */
#include "config.h"

#include "tests/engine/layer/model-test.h"

#include <math.h>

static JsonNode *golden;

static JsonObject *
golden_at (guint i)
{
  return json_array_get_object_element (json_node_get_array (golden), i);
}

static void
test_golden (gconstpointer data)
{
  JsonObject *o = golden_at (GPOINTER_TO_UINT (data) >> 1);
  const gboolean exact = GPOINTER_TO_UINT (data) & 1;
  ModelTest m = model_test_open (".", json_object_get_string_member (o, "file"), 256, exact);
  guint n_prompt, n_greedy;
  g_autofree gint32 *prompt = model_test_ints (o, "prompt_ids", &n_prompt),
                    *greedy = model_test_ints (o, "greedy_ids", &n_greedy);
  g_autofree float *logits = g_new (float, m.n_vocab);
  const gint seq = hunch_kv_seq_new (m.kv);

  model_test_feed (&m, seq, prompt, n_prompt, MODEL_TEST_BATCH, logits);
  if (json_object_has_member (o, "logits"))
    {
      guint n_want;
      g_autofree float *want = model_test_floats (o, "logits", &n_want);
      const double off = model_test_difference (logits, want, m.n_vocab);

      g_assert_cmpuint (n_want, >=, m.n_vocab);
      g_test_message ("exactness: %s | GGUF | %s | float64 reference that agrees with llama.cpp | %s %.2g",
                      m.file->hp.arch, hunch_type_info (m.file->layers[0].wo->type)->name, exact ? "exact" : "default",
                      off);
      /* The reference's own statement of what float32, and a cache of halves, may cost. By default activations may be int8 too. */
      g_assert_cmpfloat (off, <,
                         exact ? json_object_get_double_member (o, "tolerance")
                               : 10 * json_object_get_double_member (o, "tolerance_half_cache"));
    }
  for (guint i = 0; exact && i < n_greedy; i++)
    {
      const gint32 id = model_test_best (logits, m.n_vocab);

      g_assert_cmpint (id, ==, greedy[i]);
      model_test_feed (&m, seq, &id, 1, 1, logits);
    }
  model_test_close (&m);
}

/* Float32 sums of the same numbers in another order. */
#define ORDER_TOLERANCE 2e-5

static void
check_chunks (const char *name, gboolean exact, double tolerance)
{
  ModelTest m = model_test_open ("models", name, 256, exact);
  const guint chunks[] = { 1, 3, 7, 13, 64 };
  g_autofree float *want = g_new (float, m.n_vocab), *got = g_new (float, m.n_vocab);
  gint32 ids[64];

  for (guint i = 0; i < 64; i++)
    ids[i] = (i * 37 + 11) % m.n_vocab;
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      const gint seq = hunch_kv_seq_new (m.kv);

      model_test_feed (&m, seq, ids, 64, chunks[i], i ? got : want);
      if (i)
        g_assert_cmpfloat (model_test_difference (got, want, m.n_vocab), <=, tolerance);
      hunch_kv_seq_free (m.kv, seq);
      hunch_kv_clear_cache (m.kv);
    }
  model_test_close (&m);
}

static void
test_chunks (gconstpointer data)
{
  check_chunks (data, TRUE, ORDER_TOLERANCE);
}

/* With int8 activations a difference in the last bit can become one of a whole quant, so there the bits have to be the same. */
static void
test_chunks_default (gconstpointer data)
{
  check_chunks (data, FALSE, 0);
}

/* Three sequences of different lengths, interleaved token by token in one batch: each has the logits that it has alone. */
static void
test_interleaved (gconstpointer data)
{
  ModelTest m = model_test_open ("models", data, 256, TRUE);
  const guint lengths[3] = { 5, 19, 33 };
  g_autofree float *alone = g_new (float, 3 * m.n_vocab), *got = g_new (float, 3 * m.n_vocab);
  gint32 ids[3][33], tokens[MODEL_TEST_BATCH], positions[MODEL_TEST_BATCH], seqs[MODEL_TEST_BATCH], rows[3];
  gint seq[3];
  guint n = 0;
  GError *error = NULL;

  for (guint s = 0; s < 3; s++)
    {
      const gint one = hunch_kv_seq_new (m.kv);

      for (guint i = 0; i < lengths[s]; i++)
        ids[s][i] = (i * 29 + s * 7 + 3) % m.n_vocab;
      model_test_feed (&m, one, ids[s], lengths[s], MODEL_TEST_BATCH, alone + s * m.n_vocab);
      hunch_kv_seq_free (m.kv, one);
    }
  hunch_kv_clear_cache (m.kv);
  for (guint s = 0; s < 3; s++)
    {
      seq[s] = hunch_kv_seq_new (m.kv);
      hunch_kv_seq_append (m.kv, seq[s], ids[s], lengths[s], &error);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < 33; i++)
    for (guint s = 0; s < 3; s++)
      if (i < lengths[s])
        {
          if (i == lengths[s] - 1)
            rows[s] = n;
          tokens[n] = ids[s][i];
          positions[n] = i;
          seqs[n++] = seq[s];
        }
  hunch_forward_run (m.forward, m.kv, &(HunchBatch){ n, tokens, positions, seqs, 3, rows }, got, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (model_test_difference (got, alone, 3 * m.n_vocab), <, ORDER_TOLERANCE);
  model_test_close (&m);
}

/* Logits of all rows at once are those of each prefix. */
static void
test_all_rows (gconstpointer data)
{
  ModelTest m = model_test_open ("models", data, 256, TRUE);
  g_autofree float *all = g_new (float, 20 * m.n_vocab), *one = g_new (float, m.n_vocab);
  gint32 ids[20], positions[20], seqs[20], rows[20];
  GError *error = NULL;
  gint seq = hunch_kv_seq_new (m.kv);

  for (guint i = 0; i < 20; i++)
    {
      ids[i] = (i * 31 + 5) % m.n_vocab;
      positions[i] = rows[i] = i;
      seqs[i] = seq;
    }
  hunch_kv_seq_append (m.kv, seq, ids, 20, &error);
  hunch_forward_run (m.forward, m.kv, &(HunchBatch){ 20, ids, positions, seqs, 20, rows }, all, &error);
  g_assert_no_error (error);
  hunch_kv_seq_free (m.kv, seq);
  hunch_kv_clear_cache (m.kv);
  seq = hunch_kv_seq_new (m.kv);
  for (guint i = 0; i < 20; i++)
    {
      model_test_feed (&m, seq, ids + i, 1, 1, one);
      g_assert_cmpfloat (model_test_difference (all + i * m.n_vocab, one, m.n_vocab), <, ORDER_TOLERANCE);
    }
  model_test_close (&m);
}

/* With targets the rows give log-probabilities, any number of rows at once, as a softmax of the logits has them. */
static void
test_scores (gconstpointer data)
{
  ModelTest m = model_test_open_rows ("models", data, 256, 7, TRUE);
  const guint n = 40;
  g_autofree float *scores = g_new (float, n), *logits = g_new (float, m.n_vocab);
  gint32 ids[41], positions[40], seqs[40], rows[40];
  GError *error = NULL;
  gint seq = hunch_kv_seq_new (m.kv);

  for (guint i = 0; i < n + 1; i++)
    ids[i] = (i * 31 + 5) % m.n_vocab;
  for (guint i = 0; i < n; i++)
    {
      positions[i] = rows[i] = i;
      seqs[i] = seq;
    }
  hunch_kv_seq_append (m.kv, seq, ids, n, &error);
  hunch_forward_run (m.forward, m.kv, &(HunchBatch){ n, ids, positions, seqs, n, rows, ids + 1 }, scores, &error);
  g_assert_no_error (error);
  hunch_kv_seq_free (m.kv, seq);
  hunch_kv_clear_cache (m.kv);
  seq = hunch_kv_seq_new (m.kv);
  for (guint i = 0; i < n; i++)
    {
      double sum = 0;

      model_test_feed (&m, seq, ids + i, 1, 1, logits);
      for (guint k = 0; k < m.n_vocab; k++)
        sum += exp (logits[k]);
      g_assert_cmpfloat_with_epsilon (scores[i], logits[ids[i + 1]] - log (sum), ORDER_TOLERANCE);
    }
  model_test_close (&m);
}

/* What does not fit is refused before anything is enqueued. */
static void
test_refused (void)
{
  ModelTest m = model_test_open ("models", "valid_llama.gguf", 256, TRUE);
  const gint seq = hunch_kv_seq_new (m.kv);
  const gint32 id = 1, far = 5, outside = m.file->hp.n_vocab_rows, zero = 0, one = 1;
  g_autofree float *logits = g_new (float, m.n_vocab);
  const HunchBatch bad[] = {
    { 1, &outside, &zero, &seq, 1, &zero },
    { 1, &id, &far, &seq, 1, &zero },
    { 1, &id, &zero, &seq, 1, &one },
    { MODEL_TEST_BATCH + 1, &id, &zero, &seq, 0, NULL },
    { 1, &id, &zero, &seq, 1, &zero, &outside },
  };
  GError *error = NULL;

  hunch_kv_seq_append (m.kv, seq, &id, 1, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (hunch_forward_run (m.forward, m.kv, &bad[i], logits, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
  model_test_close (&m);
}

int
main (int argc, char **argv)
{
  static const char *const models[]
      = { "valid_llama.gguf", "valid_qwen2_tied.gguf", "valid_gpt2_tied.gguf", "valid_llama_q8_0.gguf" };
  int status;

  g_test_init (&argc, &argv, NULL);
  golden = model_test_json ("golden/forward.json");
  for (guint i = 0; i < json_array_get_length (json_node_get_array (golden)); i++)
    for (guint exact = 0; exact < 2; exact++)
      {
        g_autofree char *name = g_strdup_printf ("/layer/forward/%s/%s", exact ? "exact" : "default",
                                                 json_object_get_string_member (golden_at (i), "name"));

        g_test_add_data_func (name, GUINT_TO_POINTER (i << 1 | exact), test_golden);
      }
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      const struct
      {
        const char *what;
        GTestDataFunc func;
      } tests[] = { { "chunks", test_chunks },
                    { "chunks-default", test_chunks_default },
                    { "interleaved", test_interleaved },
                    { "all-rows", test_all_rows },
                    { "scores", test_scores } };

      for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
        {
          g_autofree char *name = g_strdup_printf ("/layer/forward/%s/%s", tests[j].what, models[i]);

          g_test_add_data_func (name, models[i], tests[j].func);
        }
    }
  g_test_add_func ("/layer/forward/refused", test_refused);
  status = g_test_run ();
  json_node_unref (golden);
  model_test_finish ();
  return status;
}
