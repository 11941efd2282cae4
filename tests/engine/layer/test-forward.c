/* test-forward.c: tiny models of every family give the logits of a float64 reference, whatever way a batch is cut.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * tests/golden/forward.json holds prompts, greedy ids and the logits of the last prompt position. */
#include "config.h"

#include "engine/layer/forward.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define MAX_BATCH 64

static HunchDevice *dev;
static JsonParser *golden;

/* A model with its cache, ready to run. */
typedef struct
{
  HunchModelFile *file;
  HunchForward *forward;
  HunchKv *kv;
  guint n_vocab;
} Model;

static Model
model_open (const char *name, gboolean exact)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "models", name, NULL);
  HunchForwardParams params = { .n_batch = MAX_BATCH, .n_rows = MAX_BATCH, .n_ctx = 256, .exact = exact };
  HunchKvParams kv;
  GError *error = NULL;
  Model m;

  m.file = hunch_model_file_open (path, &error);
  g_assert_no_error (error);
  m.forward = hunch_forward_new (dev, m.file, &params, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  kv = hunch_forward_kv_params (m.forward, 64);
  m.kv = hunch_kv_new (dev, &kv, &error);
  g_assert_no_error (error);
  m.n_vocab = m.file->hp.n_vocab;
  return m;
}

static void
model_close (Model *m)
{
  hunch_kv_free (m->kv);
  hunch_forward_free (m->forward);
  hunch_model_file_free (m->file);
}

static gint32 *
ints (JsonObject *o, const char *name, guint *n)
{
  JsonArray *a = json_object_get_array_member (o, name);
  gint32 *v;

  *n = json_array_get_length (a);
  v = g_new (gint32, *n);
  for (guint i = 0; i < *n; i++)
    v[i] = json_array_get_int_element (a, i);
  return v;
}

/* Appends n ids to a sequence in chunks and gives the logits of the last one. */
static void
feed (Model *m, gint seq, const gint32 *ids, guint n, guint chunk, float *logits)
{
  GError *error = NULL;

  for (guint at = 0; at < n; at += chunk)
    {
      const guint len = MIN (chunk, n - at);
      const gint32 last = len - 1;
      gint32 positions[MAX_BATCH], seqs[MAX_BATCH];
      HunchBatch batch
          = { .n_tokens = len, .tokens = ids + at, .positions = positions, .seqs = seqs, .n_rows = 1, .rows = &last };

      for (guint i = 0; i < len; i++)
        {
          positions[i] = hunch_kv_seq_length (m->kv, seq) + i;
          seqs[i] = seq;
        }
      hunch_kv_seq_append (m->kv, seq, ids + at, len, &error);
      g_assert_no_error (error);
      if (at + len < n)
        batch.n_rows = 0;
      hunch_forward_run (m->forward, m->kv, &batch, logits, &error);
      g_assert_no_error (error);
    }
}

static gint32
best (const float *logits, guint n)
{
  gint32 id = 0;

  for (guint i = 1; i < n; i++)
    if (logits[i] > logits[id])
      id = i;
  return id;
}

static double
difference (const float *a, const float *b, guint n)
{
  double worst = 0;

  for (guint i = 0; i < n; i++)
    worst = fmax (worst, fabs ((double) a[i] - b[i]));
  return worst;
}

static JsonObject *
golden_at (guint i)
{
  return json_array_get_object_element (json_node_get_array (json_parser_get_root (golden)), i);
}

static void
test_golden (gconstpointer data)
{
  JsonObject *o = golden_at (GPOINTER_TO_UINT (data) >> 1);
  const gboolean exact = GPOINTER_TO_UINT (data) & 1;
  Model m = model_open (json_object_get_string_member (o, "file"), exact);
  guint n_prompt, n_greedy;
  g_autofree gint32 *prompt = ints (o, "prompt_ids", &n_prompt), *greedy = ints (o, "greedy_ids", &n_greedy);
  g_autofree float *logits = g_new (float, m.n_vocab);
  const gint seq = hunch_kv_seq_new (m.kv);

  feed (&m, seq, prompt, n_prompt, MAX_BATCH, logits);
  if (json_object_has_member (o, "logits"))
    {
      JsonArray *a = json_object_get_array_member (o, "logits");
      g_autofree float *want = g_new (float, m.n_vocab);

      g_assert_cmpuint (json_array_get_length (a), >=, m.n_vocab);
      for (guint i = 0; i < m.n_vocab; i++)
        want[i] = json_array_get_double_element (a, i);
      /* The reference's own statement of what float32, and a cache of halves, may cost. By default activations may be int8 too. */
      g_assert_cmpfloat (difference (logits, want, m.n_vocab), <,
                         exact ? json_object_get_double_member (o, "tolerance")
                               : 10 * json_object_get_double_member (o, "tolerance_half_cache"));
    }
  for (guint i = 0; exact && i < n_greedy; i++)
    {
      const gint32 id = best (logits, m.n_vocab);

      g_assert_cmpint (id, ==, greedy[i]);
      feed (&m, seq, &id, 1, 1, logits);
    }
  model_close (&m);
}

/* Float32 sums of the same numbers in another order. */
#define ORDER_TOLERANCE 2e-5

static void
test_chunks (gconstpointer data)
{
  Model m = model_open (data, TRUE);
  const guint chunks[] = { 1, 7, 13, 64 };
  g_autofree float *want = g_new (float, m.n_vocab), *got = g_new (float, m.n_vocab);
  gint32 ids[64];

  for (guint i = 0; i < 64; i++)
    ids[i] = (i * 37 + 11) % m.n_vocab;
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      const gint seq = hunch_kv_seq_new (m.kv);

      feed (&m, seq, ids, 64, chunks[i], i ? got : want);
      if (i)
        g_assert_cmpfloat (difference (got, want, m.n_vocab), <, ORDER_TOLERANCE);
      hunch_kv_seq_free (m.kv, seq);
      hunch_kv_clear_cache (m.kv);
    }
  model_close (&m);
}

/* Three sequences of different lengths, interleaved token by token in one batch: each has the logits that it has alone. */
static void
test_interleaved (gconstpointer data)
{
  Model m = model_open (data, TRUE);
  const guint lengths[3] = { 5, 19, 33 };
  g_autofree float *alone = g_new (float, 3 * m.n_vocab), *got = g_new (float, 3 * m.n_vocab);
  gint32 ids[3][33], tokens[MAX_BATCH], positions[MAX_BATCH], seqs[MAX_BATCH], rows[3];
  gint seq[3];
  guint n = 0;
  GError *error = NULL;

  for (guint s = 0; s < 3; s++)
    {
      const gint one = hunch_kv_seq_new (m.kv);

      for (guint i = 0; i < lengths[s]; i++)
        ids[s][i] = (i * 29 + s * 7 + 3) % m.n_vocab;
      feed (&m, one, ids[s], lengths[s], MAX_BATCH, alone + s * m.n_vocab);
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
  g_assert_cmpfloat (difference (got, alone, 3 * m.n_vocab), <, ORDER_TOLERANCE);
  model_close (&m);
}

/* Logits of all rows at once are those of each prefix. */
static void
test_all_rows (gconstpointer data)
{
  Model m = model_open (data, TRUE);
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
      feed (&m, seq, ids + i, 1, 1, one);
      g_assert_cmpfloat (difference (all + i * m.n_vocab, one, m.n_vocab), <, ORDER_TOLERANCE);
    }
  model_close (&m);
}

/* What does not fit is refused before anything is enqueued. */
static void
test_refused (void)
{
  Model m = model_open ("valid_llama.gguf", TRUE);
  const gint seq = hunch_kv_seq_new (m.kv);
  const gint32 id = 1, far = 5, outside = m.file->hp.n_vocab_rows, zero = 0, one = 1;
  g_autofree float *logits = g_new (float, m.n_vocab);
  const HunchBatch bad[] = {
    { 1, &outside, &zero, &seq, 1, &zero },
    { 1, &id, &far, &seq, 1, &zero },
    { 1, &id, &zero, &seq, 1, &one },
    { MAX_BATCH + 1, &id, &zero, &seq, 0, NULL },
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
  model_close (&m);
}

int
main (int argc, char **argv)
{
  static const char *const models[]
      = { "valid_llama.gguf", "valid_qwen2_tied.gguf", "valid_gpt2_tied.gguf", "valid_llama_q8_0.gguf" };
  g_autofree char *path = NULL;
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  golden = json_parser_new ();
  path = g_test_build_filename (G_TEST_DIST, "golden", "forward.json", NULL);
  json_parser_load_from_file (golden, path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < json_array_get_length (json_node_get_array (json_parser_get_root (golden))); i++)
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
      } tests[] = { { "chunks", test_chunks }, { "interleaved", test_interleaved }, { "all-rows", test_all_rows } };

      for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
        {
          g_autofree char *name = g_strdup_printf ("/layer/forward/%s/%s", tests[j].what, models[i]);

          g_test_add_data_func (name, models[i], tests[j].func);
        }
    }
  g_test_add_func ("/layer/forward/refused", test_refused);
  status = g_test_run ();
  g_object_unref (golden);
  hunch_device_unref (dev);
  return status;
}
