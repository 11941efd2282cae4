/* test-logits.c: what the model files say, computed plainly, gives the logits that others compute.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * fixtures/hf is by transformers (tests/oracle/hf_tiny.py), fixtures/gguf by a float64 reference that agrees with llama.cpp. */
#include "config.h"

#include "tests/engine/model/plain-forward.h"

#include <json-glib/json-glib.h>
#include <math.h>

static JsonNode *
load (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

static guint
best (const double *logits, guint n)
{
  guint at = 0;

  for (guint i = 1; i < n; i++)
    if (logits[i] > logits[at])
      at = i;
  return at;
}

/* Greedy ids and the logits after the prompt, within tolerance. */
static void
compare (const HunchModelFile *m, JsonObject *expected, double tolerance)
{
  JsonArray *prompt = json_object_get_array_member (expected, "prompt_ids");
  JsonArray *greedy = json_object_get_array_member (expected, "greedy_ids");
  JsonArray *want = json_object_get_array_member (expected, "last_prompt_logits");
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  double largest = 0;

  for (guint i = 0; i < json_array_get_length (prompt) + json_array_get_length (greedy); i++)
    {
      guint n = json_array_get_length (prompt);
      gint32 id
          = (gint32) (i < n ? json_array_get_int_element (prompt, i) : json_array_get_int_element (greedy, i - n));
      g_autofree double *logits = i >= n ? plain_forward (m, (gint32 *) ids->data, ids->len) : NULL;

      for (guint k = 0; i == n && k < json_array_get_length (want); k++)
        largest = MAX (largest, fabs (logits[k] - json_array_get_double_element (want, k)));
      if (i >= n)
        g_assert_cmpint (best (logits, m->hp.n_vocab), ==, id);
      g_array_append_val (ids, id);
    }
  g_test_message ("largest difference %g", largest);
  g_assert_cmpfloat (largest, <, tolerance);
}

static void
test_hf (gconstpointer name)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fixtures", "hf", name, NULL);
  g_autofree char *path = g_build_filename (folder, "expected.json", NULL);
  g_autoptr (JsonNode) expected = load (path);
  g_autoptr (GError) error = NULL;
  HunchModelFile *m = hunch_model_file_open (folder, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (m->warnings->len, ==, 0);
  compare (m, json_node_get_object (expected), 2e-5);
  hunch_model_file_free (m);
}

static void
test_gguf (gconstpointer name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", name, NULL);
  g_autofree char *all = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", "expected.json", NULL);
  g_autoptr (JsonNode) expected = load (all);
  g_autoptr (GError) error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_no_error (error);
  compare (m, json_object_get_object_member (json_node_get_object (expected), name), 2e-5);
  hunch_model_file_free (m);
}

int
main (int argc, char **argv)
{
  static const char *const folders[]
      = { "gemma3", "gpt2", "llama", "llama-yarn-parts", "nanochat", "qwen2", "qwen2-bf16", "qwen3" };
  static const char *const files[]
      = { "valid_gpt2_tied.gguf",  "valid_gpt2_untied.gguf",     "valid_llama.gguf",     "valid_llama_f16.gguf",
          "valid_llama_q8_0.gguf", "valid_llama_ropefreqs.gguf", "valid_qwen2_tied.gguf" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_strconcat ("/logits/hf/", folders[i], NULL);

      g_test_add_data_func (path, folders[i], test_hf);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strconcat ("/logits/gguf/", files[i], NULL);

      g_test_add_data_func (path, files[i], test_gguf);
    }
  return g_test_run ();
}
