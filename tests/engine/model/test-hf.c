/* test-hf.c: a folder whose config.json is wrong in one place, or does not fit its weights, is refused in one line that names file and field.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/hf-folder.h"
#include "tests/engine/model/scratch.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* config.json of a family with a field set to some JSON, or taken away. */
static void
set_field (const char *family, const char *field, const char *json)
{
  g_autofree char *path = folder_fixture (family, "config.json"), *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;

  folder_restore (family);
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  root = json_parser_steal_root (parser);
  if (json != NULL)
    json_object_set_member (json_node_get_object (root), field, json_from_string (json, NULL));
  else
    json_object_remove_member (json_node_get_object (root), field);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  scratch_put ("config.json", text, strlen (text));
}

typedef struct
{
  const char *family, *field, *json, *why;
} Fault;

static void
test_config (void)
{
  static const Fault faults[] = {
    { "llama", "model_type", NULL, "is missing" },
    { "llama", "model_type", "\"foobar\"", "'foobar' is not supported; these are: gemma3_text, gpt2, llama" },
    { "llama", "model_type", "\"a\\u001b[2J\\n%n\"", "'a\\x1b[2J\\n%n'" },
    { "llama", "model_type", "7", "is missing" },
    { "llama", "num_hidden_layers", NULL, "is missing" },
    { "llama", "num_hidden_layers", "0", "out of range" },
    { "llama", "num_hidden_layers", "-1", "out of range" },
    { "llama", "num_hidden_layers", "4000000000", "4000000000 layers need" },
    { "llama", "num_hidden_layers", "9223372036854775807", "out of range" },
    { "llama", "num_hidden_layers", "2.5", "expected an integer" },
    { "llama", "num_hidden_layers", "\"2\"", "expected an integer" },
    { "llama", "num_hidden_layers", "[2]", "expected a number" },
    { "qwen2", "num_attention_heads", "3", "does not divide" },
    { "llama", "num_key_value_heads", "0", "out of range" },
    { "llama", "rms_norm_eps", "0", "above 0" },
    { "llama", "hidden_act", "\"gelu\"", "'gelu' is not supported" },
    { "llama", "vocab_size", "97", "the embedding has 96 rows" },
    { "llama", "vocab_size", "0", "out of range" },
    { "llama", "rope_parameters", "{\"rope_type\": \"dynamic\", \"factor\": 2.0}", "'dynamic'" },
    { "llama", "rope_parameters", "{\"rope_type\": \"yarn\"}", "the scaling needs it" },
    { "llama", "rope_parameters", "{\"rope_type\": 3}", "expected a string" },
    { "llama", "rope_parameters", "{\"rope_type\": \"yarn\", \"factor\": 2.0, \"mscale\": 0.7}", "not supported" },
    { "llama", "rope_parameters", "{\"rope_type\": \"yarn\", \"factor\": 2.0, \"truncate\": false}", "not supported" },
    { "llama", "sliding_window", "4096", "not supported for this family" },
    { "llama", "num_local_experts", "8", "not supported for this family" },
    { "llama", "quantization_config", "{}", "quantized folders" },
    { "qwen2", "layer_types", "[\"full_attention\", \"linear_attention\"]", "only full_attention" },
    { "gemma3", "use_bidirectional_attention", "true", "only 'false'" },
    { "gemma3", "attn_logit_softcapping", "50.0", "not supported for this family" },
    { "gemma3", "query_pre_attn_scalar", "0", "above 0" },
    { "gemma3", "layer_types",
      "[\"sliding_attention\", \"full_attention\", \"full_attention\", \"sliding_attention\", \"sliding_attention\"]",
      "in turn" },
    { "gpt2", "scale_attn_by_inverse_layer_idx", "true", "only 'false'" },
    { "gpt2", "activation_function", "\"relu\"", "only 'gelu_new'" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      /* What scaling lacks is named by the member of the group. */
      const char *field = strcmp (faults[i].field, "rope_parameters") == 0 ? "" : faults[i].field;

      set_field (faults[i].family, faults[i].field, faults[i].json);
      folder_expect ("config.json", field, faults[i].why);
    }
}

/* Fields as transformers 4 has them, null where it has null, and a window that is not in use. */
static void
test_older_config (void)
{
  HunchModelFile *m;

  set_field ("llama", "rope_parameters", NULL);
  folder_expect_loads ();
  set_field ("qwen2", "sliding_window", "32768"); /* use_sliding_window is false */
  folder_expect_loads ();
  set_field ("qwen3", "head_dim", "12");
  folder_expect_loads ();
  set_field ("gpt2", "n_inner", "64");
  folder_expect_loads ();
  set_field ("llama", "rope_scaling", "null");
  folder_expect_loads ();

  set_field ("qwen2", "rope_parameters", NULL);
  {
    g_autofree char *path = scratch_path ("config.json");
    g_autofree char *text = NULL;
    GString *s;

    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    s = g_string_new (text);
    g_string_erase (s, (gssize) s->len - 1, 1);
    g_string_append (s, ",\"rope_theta\": 100, \"rope_scaling\": {\"type\": \"linear\", \"factor\": 2}}");
    scratch_put ("config.json", s->str, s->len);
    g_string_free (s, TRUE);
  }
  m = folder_open (NULL);
  g_assert_nonnull (m);
  g_assert_cmpfloat (m->hp.rope_freqs[0], ==, 0.5f);
  g_assert_cmpfloat (m->hp.rope_freqs[1], ==, (float) (0.5 * pow (100, -0.25)));
  hunch_model_file_free (m);
}

static void
test_padding (void)
{
  HunchModelFile *m;

  set_field ("nanochat", "vocab_size", "90");
  m = folder_open (NULL);
  g_assert_cmpuint (m->hp.n_vocab, ==, 90);
  g_assert_cmpuint (m->hp.n_vocab_rows, ==, 96);
  g_assert_cmpuint (m->warnings->len, ==, 1);
  hunch_model_file_free (m);
}

static void
test_not_json (void)
{
  g_autofree char *deep = g_strnfill (200000, '[');
  g_autoptr (GString) full = g_string_new ("{\"a\": [");

  folder_restore ("llama");
  scratch_put ("config.json", "", 0);
  folder_expect ("config.json", "", "empty");
  scratch_put ("config.json", "{", 1);
  folder_expect ("config.json", "", "not JSON");
  scratch_put ("config.json", "[1]", 3);
  folder_expect ("config.json", "", "not a JSON object");
  scratch_put ("config.json", "{\"a\": \"\xff\"}", 10);
  folder_expect ("config.json", "", "not JSON");
  scratch_put ("config.json", deep, strlen (deep));
  folder_expect ("config.json", "", "too deep");
  for (guint i = 0; i < 100000; i++)
    g_string_append (full, "[],");
  scratch_put ("config.json", full->str, full->len);
  folder_expect ("config.json", "", "too full");
  folder_drop ("config.json");
  folder_expect ("config.json", "", "No such file");
  folder_restore ("llama");
  folder_drop (WEIGHTS);
  folder_expect ("config.json", "", "no model.safetensors beside it");
}

/* What is missing or has another shape is named as the folder names it. */
static void
test_names (void)
{
  g_autoptr (GError) error = NULL;

  folder_restore ("gpt2");
  folder_copy ("llama", WEIGHTS);
  g_assert_null (folder_open (&error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "norm.weight has no place in a gpt2 model"));
  set_field ("llama", "intermediate_size", "25");
  folder_expect ("config.json", "model.layers.0.mlp.gate_proj.weight", "expected shape [16, 25], found [16, 24]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hf/config", test_config);
  g_test_add_func ("/hf/older-config", test_older_config);
  g_test_add_func ("/hf/padding", test_padding);
  g_test_add_func ("/hf/not-json", test_not_json);
  g_test_add_func ("/hf/names", test_names);
  return g_test_run ();
}
