/* test-models.c: the engine with real forward pass, cache and device, on tiny models of public reports.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/session/real.h"

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

static HunchRequest
request_for (const GArray *ids, guint max_tokens)
{
  return (HunchRequest){ .ids = (const gint32 *) (const void *) ids->data,
                         .n_ids = ids->len,
                         .max_tokens = max_tokens,
                         .sampler = HUNCH_SAMPLER_DEFAULTS };
}

/* Greedy ids of a case, and its probabilities after the prompt, which its logits give. */
static void
check_greedy (const char *name, const char *file)
{
  JsonObject *data = json_object_get_object_member (case_named (name), "data");
  JsonArray *logits = json_object_get_array_member (data, "last_prompt_logits");
  g_autoptr (GArray) prompt = ids_of (data, "prompt_ids");
  g_autoptr (GArray) expected = ids_of (data, "greedy_ids");
  HunchEngine *e = real_engine_open (file, TRUE);
  HunchRequest r = request_for (prompt, expected->len);
  HunchAnswer *a;
  double sum = 0;

  if (e == NULL)
    return;
  r.n_top = G_MAXUINT;
  a = hunch_engine_run (e, &r);
  real_assert_ids (a, expected);
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
  e = real_engine_open ("padded_rows.gguf", FALSE);
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
  HunchEngine *e = real_engine_open ("nan_logits.gguf", FALSE);

  if (e == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    {
      HunchRequest r = { .ids = ids, .n_ids = 3, .max_tokens = 20, .sampler = HUNCH_SAMPLER_DEFAULTS };
      HunchAnswer *a;

      r.sampler.temperature = (float) i;
      a = hunch_engine_run (e, &r);
      g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
      g_assert_nonnull (strstr (a->error->message, "nan_logits.gguf: "));
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
      HunchEngine *e = real_engine_open ("equal_logits.gguf", run == 0);
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
  HunchEngine *e = real_engine_open ("zero_embd.gguf", FALSE);
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
  e = real_engine_open ("ctx16.gguf", TRUE);
  if (e == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      HunchRequest r = request_for (prompt, asked[i]);
      HunchAnswer *a = hunch_engine_run (e, &r);

      real_assert_ids (a, expected);
      g_assert_cmpint (a->finish, ==, asked[i] > 11 ? HUNCH_FINISH_CONTEXT : HUNCH_FINISH_LENGTH);
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
      HunchEngine *e = real_engine_new (&options);
      HunchRequest r[5];
      HunchAnswer *a[5];
      GArray *prompts[5], *expected[5];

      if (e == NULL)
        return;
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

          real_assert_ids (alone, expected[i]);
          hunch_answer_free (alone);
        }
      for (guint times = 0; times < 3; times++)
        {
          run_at_once (e, r, n, a);
          for (guint i = 0; i < n; i++)
            {
              real_assert_ids (a[i], expected[i]);
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
  HunchEngine *e = real_engine_open ("batch_base.gguf", FALSE);
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
          real_assert_ids (a, first->ids);
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
  HunchEngine *e = real_engine_open ("batch_base.gguf", FALSE);
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
  status = g_test_run ();
  g_object_unref (parser);
  return status;
}
