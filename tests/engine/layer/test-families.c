/* test-families.c: on the device every family gives the logits and the greedy ids that transformers gives.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * fixtures/hf/FAMILY is a tiny random model and what transformers computes with it, in float32 (tests/oracle/hf_tiny.py);
 * golden/long.json, what it computes after a long prompt (hf_long.py). */
#include "config.h"

#include "tests/engine/layer/model-test.h"

/* Logits here are of the size of 1. Float32 sums in another order; and, by default, a cache of halves. */
#define EXACT_TOLERANCE   2e-5
#define DEFAULT_TOLERANCE 2e-2

/* By default, of batches of different sizes. */
#define BATCH_TOLERANCE 1e-4

/* At positions past 4,096 an angle in float32 is known to 2e-4 only, here and there. */
#define LONG_TOLERANCE 5e-5

static JsonNode *long_prompts; /* golden/long.json (tests/oracle/hf_long.py) */

static JsonNode *
expected (const char *family)
{
  g_autofree char *path = g_strconcat ("fixtures/hf/", family, "/expected.json", NULL);

  return model_test_json (path);
}

/* Continues greedily from logits. */
static void
check_greedy (ModelTest *m, gint seq, const gint32 *greedy, guint n_greedy, float *logits)
{
  for (guint i = 0; i < n_greedy; i++)
    {
      const gint32 id = model_test_best (logits, m->n_vocab);

      g_assert_cmpint (id, ==, greedy[i]);
      model_test_feed (m, seq, &id, 1, 1, logits);
    }
}

static void
check (const char *family, gboolean exact)
{
  g_autoptr (JsonNode) node = expected (family);
  JsonObject *o = json_node_get_object (node);
  ModelTest m = model_test_open ("hf", family, 64, exact);
  const guint chunks[] = { MODEL_TEST_BATCH, 1, 7 };
  guint n_prompt, n_greedy, n_want;
  g_autofree gint32 *prompt = model_test_ints (o, "prompt_ids", &n_prompt);
  g_autofree gint32 *greedy = model_test_ints (o, "greedy_ids", &n_greedy);
  g_autofree float *want = model_test_floats (o, "last_prompt_logits", &n_want);
  g_autofree float *logits = g_new (float, m.n_vocab);
  double worst = 0;

  g_assert_cmpuint (n_want, >=, m.n_vocab);
  for (guint c = 0; c < G_N_ELEMENTS (chunks); c++)
    {
      const gint seq = hunch_kv_seq_new (m.kv);

      model_test_feed (&m, seq, prompt, n_prompt, chunks[c], logits);
      worst = MAX (worst, model_test_difference (logits, want, m.n_vocab));
      if (exact)
        check_greedy (&m, seq, greedy, n_greedy, logits);
      hunch_kv_seq_free (m.kv, seq);
      hunch_kv_clear_cache (m.kv);
    }
  g_test_message ("exactness: %s | safetensors | F32 | transformers, float32 | %s %.2g", m.file->hp.arch,
                  exact ? "exact" : "default", worst);
  model_test_close (&m);
  g_assert_cmpfloat (worst, <, exact ? EXACT_TOLERANCE : DEFAULT_TOLERANCE);
}

/* 4,200 tokens, in full batches, as hf_long.py has them. */
static void
test_long (gconstpointer family)
{
  JsonObject *all = json_node_get_object (long_prompts);
  JsonObject *o = json_object_get_object_member (json_object_get_object_member (all, "families"), family);
  const guint n_prompt = json_object_get_int_member (all, "n_prompt");
  ModelTest m = model_test_open ("hf", family, n_prompt + 16, TRUE);
  guint n_greedy, n_want;
  g_autofree gint32 *prompt = g_new (gint32, n_prompt), *greedy = model_test_ints (o, "greedy_ids", &n_greedy);
  g_autofree float *want = model_test_floats (o, "logits", &n_want), *logits = g_new (float, m.n_vocab);
  const gint seq = hunch_kv_seq_new (m.kv);
  double worst;

  for (guint i = 0; i < n_prompt; i++)
    prompt[i] = (7 * i * i + 3 * i + 11) % m.n_vocab;
  model_test_feed (&m, seq, prompt, n_prompt, MODEL_TEST_BATCH, logits);
  worst = model_test_difference (logits, want, m.n_vocab);
  check_greedy (&m, seq, greedy, n_greedy, logits);
  g_test_message ("exactness: %s | safetensors | F32, position %u | transformers, float32 | exact %.2g",
                  m.file->hp.arch, n_prompt, worst);
  model_test_close (&m);
  g_assert_cmpfloat (worst, <, LONG_TOLERANCE);
}

/* Batches of every size give what one token at a time gives. Products on many rows sum in another order; and, by default, a difference in
 * the last bit can become one of a half in the cache. */
static void
check_batches (const char *family, gboolean exact)
{
  const guint sizes[] = { 1, 2, 3, 5, 8, 13, 64, 511, 512 };
  ModelTest m = model_test_open ("hf", family, 528, exact);
  const guint n = m.file->hp.learned_pos ? m.file->hp.n_ctx_train : 512; /* positions end there */
  g_autofree gint32 *ids = g_new (gint32, n);
  g_autofree float *want = g_new (float, m.n_vocab), *got = g_new (float, m.n_vocab);
  double worst = 0;

  for (guint i = 0; i < n; i++)
    ids[i] = (i * 37 + 11) % m.n_vocab;
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      const gint seq = hunch_kv_seq_new (m.kv);

      model_test_feed (&m, seq, ids, n, sizes[s], s ? got : want);
      if (s)
        worst = MAX (worst, model_test_difference (got, want, m.n_vocab));
      hunch_kv_seq_free (m.kv, seq);
      hunch_kv_clear_cache (m.kv);
    }
  g_test_message ("exactness: %s | safetensors | F32, batches of 1 to %u | one token at a time | %s %.2g",
                  m.file->hp.arch, MIN (n, 512), exact ? "exact" : "default", worst);
  model_test_close (&m);
  g_assert_cmpfloat (worst, <=, exact ? EXACT_TOLERANCE : BATCH_TOLERANCE);
}

static void
test_batches (gconstpointer family)
{
  check_batches (family, TRUE);
  check_batches (family, FALSE);
}

static void
test_exact (gconstpointer family)
{
  check (family, TRUE);
}

static void
test_default (gconstpointer family)
{
  check (family, FALSE);
}

int
main (int argc, char **argv)
{
  static const char *const families[]
      = { "gemma3", "gpt2", "llama", "llama-yarn-parts", "nanochat", "qwen2", "qwen2-bf16", "qwen3" };
  int status;

  g_test_init (&argc, &argv, NULL);
  long_prompts = model_test_json ("golden/long.json");
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *exact = g_strconcat ("/layer/families/exact/", families[i], NULL);
      g_autofree char *far = g_strconcat ("/layer/families/long/", families[i], NULL);
      g_autofree char *batches = g_strconcat ("/layer/families/batches/", families[i], NULL);
      g_autofree char *usual = g_strconcat ("/layer/families/default/", families[i], NULL);

      g_test_add_data_func (exact, families[i], test_exact);
      g_test_add_data_func (usual, families[i], test_default);
      g_test_add_data_func (batches, families[i], test_batches);
      if (json_object_has_member (json_object_get_object_member (json_node_get_object (long_prompts), "families"),
                                  families[i]))
        g_test_add_data_func (far, families[i], test_long);
    }
  status = g_test_run ();
  json_node_unref (long_prompts);
  model_test_finish ();
  return status;
}
