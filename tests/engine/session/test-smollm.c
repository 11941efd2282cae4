/* test-smollm.c: the engine on the default model, if it is there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/session/real.h"

#include <string.h>

/* NULL, and the test is skipped, where the model is not here, or no device is. */
static HunchEngine *
open_smollm (gboolean exact)
{
  const char *dir = g_getenv ("HUNCH_MODEL_DIR");
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "hunch", "models", NULL);
  g_autofree char *path = g_build_filename (dir ? dir : own, "SmolLM2-135M-Instruct.Q4_1.gguf", NULL);
  HunchEngineOptions options = { .model_path = path, .exact = exact };

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("smollm2-135m is not here: HUNCH_MODEL_DIR says where it is");
      return NULL;
    }
  return real_engine_new (&options);
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
      real_assert_ids (again, first[i]->ids);
      hunch_answer_free (again);
    }
  hunch_engine_free (e);
  e = open_smollm (FALSE);
  for (guint i = N_REPEATED; i-- > 0;) /* in another order */
    {
      again = ask_repeated (e, i, FALSE);
      real_assert_ids (again, first[i]->ids);
      hunch_answer_free (again);
      hunch_answer_free (first[i]);
    }
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/smollm/exact", test_smollm_exact);
  g_test_add_func ("/smollm/repeats", test_smollm_repeats);
  return g_test_run ();
}
