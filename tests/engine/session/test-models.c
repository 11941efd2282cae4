/* test-models.c: the engine with real forward pass, cache and device, on tiny models of public reports.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/device/manifest.h"
#include "engine/session/engine.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

static JsonParser *parser;

static JsonObject *
case_named (const char *name)
{
  JsonArray *cases = json_node_get_array (json_parser_get_root (parser));

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *c = json_array_get_object_element (cases, i);

      if (g_str_equal (json_object_get_string_member (c, "name"), name))
        return c;
    }
  g_error ("no case %s", name);
}

static GArray *
ids_of (JsonObject *o, const char *member)
{
  JsonArray *a = json_object_get_array_member (o, member);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < json_array_get_length (a); i++)
    {
      gint32 id = (gint32) json_array_get_int_element (a, i);

      g_array_append_val (ids, id);
    }
  return ids;
}

/* NULL, and the test is skipped, where there is no device. */
static HunchEngine *
open_model (const char *file, gboolean exact)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", file, NULL);
  HunchEngineOptions options = { .model_path = path, .exact = exact };
  g_autoptr (GError) error = NULL;
  HunchEngine *e = hunch_engine_new (&options, NULL, NULL, NULL, &error);

  if (e == NULL && g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    {
      g_test_skip (error->message);
      return NULL;
    }
  g_assert_no_error (error);
  return e;
}

static HunchRequest
request_for (const GArray *ids, guint max_tokens)
{
  return (HunchRequest){ .ids = (const gint32 *) (const void *) ids->data,
                         .n_ids = ids->len,
                         .max_tokens = max_tokens,
                         .sampler = HUNCH_SAMPLER_DEFAULTS };
}

static void
assert_ids (const HunchAnswer *a, const GArray *expected)
{
  g_assert_no_error (a->error);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected->data, expected->len * 4);
}

/* Greedy ids of a case, and its probabilities after the prompt, which its logits give. */
static void
check_greedy (const char *name, const char *file)
{
  JsonObject *data = json_object_get_object_member (case_named (name), "data");
  JsonArray *logits = json_object_get_array_member (data, "last_prompt_logits");
  g_autoptr (GArray) prompt = ids_of (data, "prompt_ids");
  g_autoptr (GArray) expected = ids_of (data, "greedy_ids");
  HunchEngine *e = open_model (file, TRUE);
  HunchRequest r = request_for (prompt, expected->len);
  HunchAnswer *a;
  double sum = 0;

  if (e == NULL)
    return;
  r.n_top = G_MAXUINT;
  a = hunch_engine_run (e, &r);
  assert_ids (a, expected);
  g_assert_cmpint (a->finish, ==, HUNCH_FINISH_LENGTH);
  for (guint i = 0; i < a->top->len; i++)
    sum += exp (json_array_get_double_element (logits, i));
  for (guint i = 0; i < a->top->len; i++)
    {
      HunchTokenP t = g_array_index (a->top, HunchTokenP, i);

      g_assert_cmpfloat_with_epsilon (t.p, exp (json_array_get_double_element (logits, (guint) t.id)) / sum, 1e-4);
    }
  hunch_answer_free (a);
  hunch_engine_free (e);
}

/* Rows past the tokenizer are never drawn. */
static void
test_padded_rows (void)
{
  HunchEngine *e;
  g_autoptr (GArray) prompt
      = ids_of (json_object_get_object_member (case_named ("padded-vocab-rows"), "data"), "prompt_ids");
  HunchEngineInfo info;

  check_greedy ("padded-vocab-rows", "padded_rows.gguf");
  e = open_model ("padded_rows.gguf", FALSE);
  if (e == NULL)
    return;
  hunch_engine_info (e, &info);
  g_assert_cmpuint (info.n_vocab, ==, 264);
  for (guint64 seed = 0; seed < 20; seed++)
    {
      HunchRequest r = request_for (prompt, 10);
      HunchAnswer *a;

      r.sampler.temperature = 2;
      r.sampler.seed = seed;
      r.ignore_eos = TRUE;
      a = hunch_engine_run (e, &r);
      g_assert_no_error (a->error);
      g_assert_cmpuint (a->ids->len, ==, 10);
      for (guint i = 0; i < a->ids->len; i++)
        g_assert_cmpint (g_array_index (a->ids, gint32, i), <, 264);
      hunch_answer_free (a);
    }
  hunch_engine_free (e);
}

static void
test_nan_logits (void)
{
  const gint32 ids[] = { 39, 68, 75 };
  HunchEngine *e = open_model ("nan_logits.gguf", FALSE);

  if (e == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    {
      HunchRequest r = { .ids = ids, .n_ids = 3, .max_tokens = 20, .sampler = HUNCH_SAMPLER_DEFAULTS };
      HunchAnswer *a;

      r.sampler.temperature = (float) i;
      a = hunch_engine_run (e, &r);
      g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
      g_assert_cmpuint (a->ids->len, ==, 0);
      hunch_answer_free (a);
    }
  hunch_engine_free (e);
}

/* A tie of all goes to the lowest id. */
static void
test_equal_logits (void)
{
  const gint32 ids[] = { 39, 68, 75 };
  HunchRequest r = { .ids = ids, .n_ids = 3, .max_tokens = 5, .sampler = HUNCH_SAMPLER_DEFAULTS };

  for (guint run = 0; run < 2; run++)
    {
      HunchEngine *e = open_model ("equal_logits.gguf", run == 0);
      HunchAnswer *a;

      if (e == NULL)
        return;
      a = hunch_engine_run (e, &r);
      g_assert_no_error (a->error);
      g_assert_cmpuint (a->ids->len, ==, 5);
      for (guint i = 0; i < 5; i++)
        g_assert_cmpint (g_array_index (a->ids, gint32, i), ==, 0);
      hunch_answer_free (a);
      hunch_engine_free (e);
    }
}

static void
test_zero_embeddings (void)
{
  const gint32 ids[] = { 39, 68, 75 };
  HunchRequest r = { .ids = ids, .n_ids = 3, .max_tokens = 5, .n_top = 5, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngine *e = open_model ("zero_embd.gguf", FALSE);
  HunchAnswer *a;

  if (e == NULL)
    return;
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  for (guint i = 0; i < 5; i++)
    g_assert_true (isfinite (g_array_index (a->top, HunchTokenP, i).p));
  hunch_answer_free (a);
  hunch_engine_free (e);
}

/* 16 positions: the rule of engine.h. */
static void
test_context_16 (void)
{
  JsonObject *data = json_object_get_object_member (case_named ("context-16"), "data");
  g_autoptr (GArray) prompt = ids_of (data, "prompt_ids");
  g_autoptr (GArray) expected = ids_of (data, "greedy_ids");
  const guint asked[] = { 11, 12, 1000 };
  const struct
  {
    guint n, max_tokens, n_text;
    gboolean ok;
  } lengths[] = { { 15, 5, 1, TRUE },  { 16, 0, 0, TRUE },  { 16, 1, 0, FALSE },
                  { 17, 0, 0, FALSE }, { 17, 1, 0, FALSE }, { 40, 1, 0, FALSE } };
  HunchEngine *e;

  check_greedy ("context-16", "ctx16.gguf");
  e = open_model ("ctx16.gguf", TRUE);
  if (e == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      HunchRequest r = request_for (prompt, asked[i]);
      HunchAnswer *a = hunch_engine_run (e, &r);

      assert_ids (a, expected);
      g_assert_cmpstr (hunch_finish_name (a->finish), ==, "length");
      g_assert_cmpint (a->context_full, ==, asked[i] > 11);
      hunch_answer_free (a);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      gint32 ids[40];
      HunchRequest r = {
        .ids = ids, .n_ids = lengths[i].n, .max_tokens = lengths[i].max_tokens, .sampler = HUNCH_SAMPLER_DEFAULTS
      };
      HunchAnswer *a;

      for (guint k = 0; k < 40; k++)
        ids[k] = (gint32) (k * 5 % 200);
      a = hunch_engine_run (e, &r);
      if (lengths[i].ok)
        g_assert_no_error (a->error);
      else
        g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL);
      g_assert_cmpuint (a->ids->len, ==, lengths[i].n_text);
      hunch_answer_free (a);
    }
  hunch_engine_free (e);
}

/* Several requests at once, each to its own place. */
typedef struct
{
  GMutex lock;
  GCond changed;
  guint n_left;
} Batch;

typedef struct
{
  Batch *batch;
  HunchAnswer *answer;
} Place;

static void
place_done (HunchAnswer *answer, gpointer user_data)
{
  Place *p = user_data;

  g_mutex_lock (&p->batch->lock);
  p->answer = answer;
  p->batch->n_left--;
  g_cond_signal (&p->batch->changed);
  g_mutex_unlock (&p->batch->lock);
}

static void
run_at_once (HunchEngine *e, const HunchRequest *r, guint n, HunchAnswer **answers)
{
  Batch b = { .n_left = n };
  g_autofree Place *places = g_new0 (Place, n);

  g_mutex_init (&b.lock);
  g_cond_init (&b.changed);
  for (guint i = 0; i < n; i++)
    {
      places[i].batch = &b;
      hunch_engine_submit (e, &r[i], NULL, place_done, &places[i]);
    }
  g_mutex_lock (&b.lock);
  while (b.n_left > 0)
    g_cond_wait (&b.changed, &b.lock);
  g_mutex_unlock (&b.lock);
  for (guint i = 0; i < n; i++)
    answers[i] = places[i].answer;
  g_mutex_clear (&b.lock);
  g_cond_clear (&b.changed);
}

/* One at a time, then all at once, and again with what is in the cache; in steps of all sizes. */
static void
test_batched_equals_single (void)
{
  JsonArray *data = json_object_get_array_member (case_named ("batched-equals-single"), "data");
  const guint n_batches[] = { 1, 4, 16, 512 };
  guint n = json_array_get_length (data);

  for (guint k = 0; k < G_N_ELEMENTS (n_batches) * 2; k++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", "batch_base.gguf", NULL);
      guint n_batch = n_batches[k / 2];
      HunchEngineOptions options
          = { .model_path = path, .exact = k % 2 == 0, .n_batch = n_batch, .n_seq = MIN (n_batch, 5) };
      g_autoptr (GError) error = NULL;
      HunchEngine *e = hunch_engine_new (&options, NULL, NULL, NULL, &error);
      HunchRequest r[5];
      HunchAnswer *a[5];
      GArray *prompts[5], *expected[5];

      if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
        {
          g_test_skip (error->message);
          return;
        }
      g_assert_no_error (error);
      for (guint i = 0; i < n; i++)
        {
          JsonObject *o = json_array_get_object_element (data, i);

          prompts[i] = ids_of (o, "prompt_ids");
          expected[i] = ids_of (o, "greedy_ids");
          r[i] = request_for (prompts[i], expected[i]->len);
        }
      for (guint i = 0; i < n; i++)
        {
          HunchAnswer *alone = hunch_engine_run (e, &r[i]);

          assert_ids (alone, expected[i]);
          hunch_answer_free (alone);
        }
      for (guint times = 0; times < 3; times++)
        {
          run_at_once (e, r, n, a);
          for (guint i = 0; i < n; i++)
            {
              assert_ids (a[i], expected[i]);
              if (n_batch >= 16) /* else the pool is smaller than what was read */
                g_assert_cmpuint (a[i]->timings.cached_n, >=, (prompts[i]->len - 1) / 16 * 16);
              hunch_answer_free (a[i]);
            }
        }
      for (guint i = 0; i < n; i++)
        {
          g_array_unref (prompts[i]);
          g_array_unref (expected[i]);
        }
      hunch_engine_free (e);
    }
}

/* The same seed, the same text, whatever ran in between. */
static void
test_seed_repeat (void)
{
  HunchEngine *e = open_model ("batch_base.gguf", FALSE);
  const gint32 ids[] = { 39, 68, 75, 75, 78, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7 }, other[] = { 5, 4, 3 };
  HunchRequest r = {
    .ids = ids, .n_ids = G_N_ELEMENTS (ids), .max_tokens = 30, .sampler = HUNCH_SAMPLER_DEFAULTS, .ignore_eos = TRUE
  };
  HunchRequest between = { .ids = other, .n_ids = 3, .max_tokens = 10, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchAnswer *first = NULL;

  if (e == NULL)
    return;
  r.sampler.temperature = 0.8f;
  r.sampler.seed = 1234;
  for (guint i = 0; i < 4; i++)
    {
      HunchAnswer *a = hunch_engine_run (e, &r);

      g_assert_no_error (a->error);
      if (first)
        {
          assert_ids (a, first->ids);
          hunch_answer_free (a);
        }
      else
        first = a;
      hunch_answer_free (hunch_engine_run (e, &between));
    }
  hunch_answer_free (first);
  hunch_engine_free (e);
}

static void
test_empty_prompt (void)
{
  HunchEngine *e = open_model ("batch_base.gguf", FALSE);
  HunchRequest r = { .text = "", .max_tokens = 2, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchAnswer *a;

  if (e == NULL)
    return;
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpuint (a->prompt_ids->len, ==, 1);
  g_assert_cmpint (g_array_index (a->prompt_ids, gint32, 0), ==, hunch_vocab_bos (hunch_engine_vocab (e)));
  hunch_answer_free (a);
  hunch_engine_free (e);
}

/* The default model, if it is there: NULL, and the test is skipped, otherwise. */
static HunchEngine *
open_smollm (gboolean exact)
{
  const char *dir = g_getenv ("HUNCH_MODEL_DIR");
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "hunch", "models", NULL);
  g_autofree char *path = g_build_filename (dir ? dir : own, "SmolLM2-135M-Instruct.Q4_1.gguf", NULL);
  HunchEngineOptions options = { .model_path = path, .exact = exact };
  g_autoptr (GError) error = NULL;
  HunchEngine *e;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("smollm2-135m is not here: HUNCH_MODEL_DIR says where it is");
      return NULL;
    }
  e = hunch_engine_new (&options, NULL, NULL, NULL, &error);
  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    g_test_skip (error->message);
  else
    g_assert_no_error (error);
  return e;
}

/* Ids and probability by transformers in float32. */
static void
test_smollm_exact (void)
{
  const gint32 expected[]
      = { 7042, 30, 198, 198, 504, 2988, 314, 42, 216, 34, 32, 33, 40, 29, 32, 33, 29, 34, 34, 216, 33, 34, 42, 33 };
  const char *text = "The capital of France is";
  HunchRequest r
      = { .text = text, .text_len = strlen (text), .max_tokens = 24, .n_top = 1, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngine *e = open_smollm (TRUE);
  HunchAnswer *a;

  if (e == NULL)
    return;
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected, sizeof expected);
  g_assert_cmpfloat_with_epsilon (g_array_index (a->top, HunchTokenP, 0).p, 0.7725, 0.0005);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

#define N_REPEATED 10

/* Prompts of several lengths, each to be continued greedily and by a draw. */
static HunchAnswer *
ask_repeated (HunchEngine *e, guint i, gboolean cached)
{
  const guint lengths[N_REPEATED / 2] = { 5, 16, 17, 40, 300 };
  guint n = lengths[i / 2];
  gint32 ids[300];
  HunchRequest r = { .ids = ids, .n_ids = n, .max_tokens = 24, .ignore_eos = TRUE, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchAnswer *a;

  for (guint k = 0; k < n; k++)
    ids[k] = (gint32) ((k + i * 100) * 7919 % 40000 + 100);
  r.sampler.temperature = i % 2 ? 0.8f : 0;
  r.sampler.seed = 7;
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpuint (a->timings.cached_n, ==, cached ? n - 1 : 0);
  return a;
}

/* With quantized activations: a prompt out of the cache goes on as it did when it was read, greedy or drawn, and as it does in an
 * engine that has read nothing else. */
static void
test_smollm_repeats (void)
{
  HunchAnswer *first[N_REPEATED], *again;
  HunchEngine *e = open_smollm (FALSE);

  if (e == NULL)
    return;
  for (guint i = 0; i < N_REPEATED; i++)
    first[i] = ask_repeated (e, i, FALSE);
  for (guint i = 0; i < N_REPEATED; i++)
    {
      again = ask_repeated (e, i, TRUE);
      assert_ids (again, first[i]->ids);
      hunch_answer_free (again);
    }
  hunch_engine_free (e);
  e = open_smollm (FALSE);
  for (guint i = N_REPEATED; i-- > 0;) /* in another order */
    {
      again = ask_repeated (e, i, FALSE);
      assert_ids (again, first[i]->ids);
      hunch_answer_free (again);
      hunch_answer_free (first[i]);
    }
  hunch_engine_free (e);
}

static void
test_info (void)
{
  HunchEngine *e = open_model ("batch_base.gguf", TRUE);
  HunchEngineInfo info;

  if (e == NULL)
    return;
  hunch_engine_info (e, &info);
  g_assert_cmpstr (info.arch, ==, "llama");
  g_assert_cmpuint (info.n_layer, ==, 2);
  g_assert_cmpuint (info.n_ctx, ==, 64);
  g_assert_cmpuint (info.n_vocab, ==, 264);
  g_assert_true (info.exact);
  g_assert_false (info.infill);
  g_assert_nonnull (info.device);
  g_assert_cmpuint (info.kv_bytes, >, 0);
  g_assert_cmpuint (info.weight_bytes, >, 0);
  g_assert_cmpfloat (info.load_ms, >, 0);
  hunch_engine_free (e);
}

/* A folder of transformers with a vocabulary of n_tokens; the model has 96 rows. */
static char *
make_folder (guint n_tokens)
{
  char *folder = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  const char *const files[] = { "config.json", "model.safetensors" };
  g_autofree char *encoder_path = g_build_filename (folder, "encoder.json", NULL);
  g_autofree char *merges_path = g_build_filename (folder, "vocab.bpe", NULL);
  g_autoptr (GString) encoder = g_string_new ("{");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *from = g_test_build_filename (G_TEST_DIST, "fixtures", "hf", "qwen2", files[i], NULL);
      g_autofree char *to = g_build_filename (folder, files[i], NULL), *data = NULL;
      gsize len;

      g_assert_true (g_file_get_contents (from, &data, &len, NULL));
      g_assert_true (g_file_set_contents (to, data, len, NULL));
    }
  for (guint i = 0; i < n_tokens; i++)
    g_string_append_printf (encoder, "%s\"%c%c\": %u", i ? ", " : "", 'a' + i / 10, '0' + i % 10, i);
  g_string_append_c (encoder, '}');
  g_assert_true (g_file_set_contents (encoder_path, encoder->str, -1, NULL));
  g_assert_true (g_file_set_contents (merges_path, "#version: 0.2\n", -1, NULL));
  return folder;
}

static void
remove_folder (const char *folder)
{
  const char *const files[] = { "config.json", "model.safetensors", "encoder.json", "vocab.bpe" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A folder's config.json may count more rows than its vocabulary has tokens: those are never drawn. */
static void
test_folder_vocabulary (void)
{
  const guint n_tokens = 13;
  g_autofree char *folder = make_folder (n_tokens);
  HunchEngineOptions options = { .model_path = folder, .exact = TRUE };
  g_autoptr (GError) error = NULL;
  HunchEngine *e = hunch_engine_new (&options, NULL, NULL, NULL, &error);
  const gint32 prompt[] = { 11, 7 };
  HunchRequest r
      = { .ids = prompt, .n_ids = 2, .max_tokens = 40, .ignore_eos = TRUE, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngineInfo info;
  HunchAnswer *a;

  remove_folder (folder);
  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    {
      g_test_skip (error->message);
      return;
    }
  g_assert_no_error (error);
  hunch_engine_info (e, &info);
  g_assert_cmpuint (info.n_vocab, ==, n_tokens);
  r.sampler.temperature = 50; /* all are all but equally likely */
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpuint (a->ids->len, ==, r.max_tokens);
  for (guint i = 0; i < a->ids->len; i++)
    g_assert_cmpint (g_array_index (a->ids, gint32, i), <, (gint32) n_tokens);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

/* What is told of loading. */
typedef struct
{
  const char *first;
  double weights, kernels; /* the last of each stage */
  gboolean went_back;
} Told;

static void
on_progress (const char *stage, double fraction, gpointer data)
{
  Told *told = data;
  double *last = g_str_equal (stage, "kernels") ? &told->kernels : &told->weights;

  if (told->first == NULL)
    told->first = g_intern_string (stage);
  told->went_back = told->went_back || fraction < *last;
  *last = fraction;
}

static Told
load_telling (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", "batch_base.gguf", NULL);
  HunchEngineOptions options = { .model_path = path };
  g_autoptr (GError) error = NULL;
  Told told = { NULL };

  hunch_engine_free (hunch_engine_new (&options, on_progress, &told, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (told.went_back);
  g_assert_cmpfloat (told.weights, ==, 1);
  g_assert_cmpfloat (told.kernels, ==, 1);
  return told;
}

/* On a device that is new here, kernels are built before anything else is done, and that is what is told. */
static void
progress_sub (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);

  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE);
  g_assert_cmpstr (load_telling ().first, ==, "kernels");
  g_assert_cmpstr (load_telling ().first, ==, "weights");
  hunch_remove_tree (folder);
}

static void
test_progress (void)
{
  HunchEngine *e = open_model ("batch_base.gguf", FALSE);

  if (e == NULL)
    return;
  hunch_engine_free (e);
  g_test_trap_subprocess ("/models/progress/subprocess", 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

static void
test_options (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", "batch_base.gguf", NULL);
  HunchEngineOptions many = { .model_path = path, .n_seq = 100000 }, missing = { .model_path = "/nowhere/at-all.gguf" };
  HunchEngineOptions long_context = { .model_path = path, .n_ctx = 1000 };
  g_autoptr (GError) error = NULL;
  HunchEngine *e;
  HunchEngineInfo info;

  g_assert_null (hunch_engine_new (&missing, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (hunch_engine_new (&many, NULL, NULL, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_clear_error (&error);
  e = hunch_engine_new (&long_context, NULL, NULL, NULL, &error);
  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    {
      g_test_skip (error->message);
      return;
    }
  g_assert_no_error (error);
  hunch_engine_info (e, &info);
  g_assert_cmpuint (info.n_ctx, ==, 64); /* the model's, and a warning */
  g_assert_nonnull (hunch_engine_warnings (e)[0]);
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "engine", "session", "cases.json", NULL);
  parser = json_parser_new ();
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  g_test_add_func ("/models/padded-rows", test_padded_rows);
  g_test_add_func ("/models/nan-logits", test_nan_logits);
  g_test_add_func ("/models/equal-logits", test_equal_logits);
  g_test_add_func ("/models/zero-embeddings", test_zero_embeddings);
  g_test_add_func ("/models/context-16", test_context_16);
  g_test_add_func ("/models/batched-equals-single", test_batched_equals_single);
  g_test_add_func ("/models/seed-repeat", test_seed_repeat);
  g_test_add_func ("/models/empty-prompt", test_empty_prompt);
  g_test_add_func ("/models/info", test_info);
  g_test_add_func ("/models/options", test_options);
  g_test_add_func ("/models/progress", test_progress);
  g_test_add_func ("/models/progress/subprocess", progress_sub);
  g_test_add_func ("/models/folder-vocabulary", test_folder_vocabulary);
  g_test_add_func ("/models/smollm/exact", test_smollm_exact);
  g_test_add_func ("/models/smollm/repeats", test_smollm_repeats);
  status = g_test_run ();
  g_object_unref (parser);
  return status;
}
