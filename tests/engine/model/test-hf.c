/* test-hf.c: a folder that is wrong in one place is refused in one line that names file and field.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"
#include "tests/engine/model/tiny.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define WEIGHTS "model.safetensors"
#define INDEX   "model.safetensors.index.json"

static char *
fixture (const char *family, const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "fixtures", "hf", family, name, NULL);
}

static void
copy (const char *family, const char *name)
{
  g_autofree char *from = fixture (family, name), *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
  tiny_put (name, bytes, n);
}

static void
drop (const char *name)
{
  g_autofree char *path = tiny_path (name);

  g_unlink (path);
}

/* The folder now holds this family as it should be. */
static void
restore (const char *family)
{
  drop (INDEX);
  copy (family, "config.json");
  copy (family, WEIGHTS);
}

static HunchModelFile *
open_folder (GError **error)
{
  g_autofree char *folder = tiny_path ("");

  return hunch_model_file_open (folder, error);
}

static void
expect (const char *file, const char *field, const char *why)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (open_folder (&error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == HUNCH_ERROR);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_nonnull (strstr (error->message, field));
  g_assert_nonnull (strstr (error->message, why));
  g_assert_null (strchr (error->message, '\n'));
}

static void
expect_loads (void)
{
  g_autoptr (GError) error = NULL;

  hunch_model_file_free (open_folder (&error));
  g_assert_no_error (error);
}

/* config.json of a family with a field set to some JSON, or taken away. */
static void
set_field (const char *family, const char *field, const char *json)
{
  g_autofree char *path = fixture (family, "config.json"), *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;

  restore (family);
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  root = json_parser_steal_root (parser);
  if (json != NULL)
    json_object_set_member (json_node_get_object (root), field, json_from_string (json, NULL));
  else
    json_object_remove_member (json_node_get_object (root), field);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  tiny_put ("config.json", text, strlen (text));
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
      expect ("config.json", field, faults[i].why);
    }
}

/* Fields as transformers 4 has them, null where it has null, and a window that is not in use. */
static void
test_older_config (void)
{
  HunchModelFile *m;

  set_field ("llama", "rope_parameters", NULL);
  expect_loads ();
  set_field ("qwen2", "sliding_window", "32768"); /* use_sliding_window is false */
  expect_loads ();
  set_field ("qwen3", "head_dim", "12");
  expect_loads ();
  set_field ("gpt2", "n_inner", "64");
  expect_loads ();
  set_field ("llama", "rope_scaling", "null");
  expect_loads ();

  set_field ("qwen2", "rope_parameters", NULL);
  {
    g_autofree char *path = tiny_path ("config.json");
    g_autofree char *text = NULL;
    GString *s;

    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    s = g_string_new (text);
    g_string_erase (s, (gssize) s->len - 1, 1);
    g_string_append (s, ",\"rope_theta\": 100, \"rope_scaling\": {\"type\": \"linear\", \"factor\": 2}}");
    tiny_put ("config.json", s->str, s->len);
    g_string_free (s, TRUE);
  }
  m = open_folder (NULL);
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
  m = open_folder (NULL);
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

  restore ("llama");
  tiny_put ("config.json", "", 0);
  expect ("config.json", "", "empty");
  tiny_put ("config.json", "{", 1);
  expect ("config.json", "", "not JSON");
  tiny_put ("config.json", "[1]", 3);
  expect ("config.json", "", "not a JSON object");
  tiny_put ("config.json", "{\"a\": \"\xff\"}", 10);
  expect ("config.json", "", "not JSON");
  tiny_put ("config.json", deep, strlen (deep));
  expect ("config.json", "", "too deep");
  for (guint i = 0; i < 100000; i++)
    g_string_append (full, "[],");
  tiny_put ("config.json", full->str, full->len);
  expect ("config.json", "", "too full");
  drop ("config.json");
  expect ("config.json", "", "No such file");
  restore ("llama");
  drop (WEIGHTS);
  expect ("config.json", "", "no model.safetensors beside it");
}

/* A weights file of one header and n bytes of zeros. */
static void
put_header (const char *header, gsize n)
{
  g_autoptr (GByteArray) b = g_byte_array_new ();
  guint64 len = GUINT64_TO_LE (strlen (header));
  g_autofree guint8 *zeros = g_malloc0 (n + 1);

  g_byte_array_append (b, (guint8 *) &len, 8);
  g_byte_array_append (b, (const guint8 *) header, (guint) strlen (header));
  g_byte_array_append (b, zeros, (guint) n);
  tiny_put (WEIGHTS, b->data, b->len);
}

static void
expect_header (const char *header, gsize n, const char *field, const char *why)
{
  put_header (header, n);
  expect (WEIGHTS, field, why);
}

static void
test_header (void)
{
  const char *norm = "model.norm.weight";

  restore ("llama");
  tiny_put (WEIGHTS, "1234567", 7);
  expect (WEIGHTS, "", "only 7 bytes");
  tiny_put (WEIGHTS, "\377\377\377\377\377\377\377\377{}", 10);
  expect (WEIGHTS, "header", "do not fit");
  tiny_put (WEIGHTS, "\3\0\0\0\0\0\0\0{}", 10);
  expect (WEIGHTS, "header", "do not fit");
  expect_header ("{]", 0, "header", "not JSON");
  expect_header ("{\"model.norm.weight\": 3}", 0, norm, "no dtype");
  expect_header ("{\"model.norm.weight\": {}}", 0, norm, "no dtype");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\"}}", 0, norm, "no shape");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [1, 1, 1, 1, 1]}}", 0, norm, "no shape");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [-1]}}", 0, norm, "dimension 0");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [1.5]}}", 0, norm, "dimension 0");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [4294967296, 4294967296]}}", 0, norm,
                 "dimension 1");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16]}}", 64, norm, "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0]}}", 64, norm,
                 "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0, 65]}}", 64, norm,
                 "past the end");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [64, 0]}}", 64, norm,
                 "past the end");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0, -1]}}", 64, norm,
                 "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [15], \"data_offsets\": [0, 64]}}", 64, norm,
                 "needs 15 elements");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [0], \"data_offsets\": [0, 0]}}", 0, norm,
                 "empty");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F8_E4M3\", \"shape\": [64], \"data_offsets\": [0, 64]}}", 64,
                 norm, "dtype F8_E4M3 is not supported");
  expect_header (
      "{\"model.layers.0.mlp.up_proj.bias\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}}", 4,
      "model.layers.0.mlp.up_proj.bias", "no place");
}

/* Tensors follow one another in whatever order the header has them: none shares bytes with another, and none is left out. */
static void
test_places (void)
{
  static const struct
  {
    guint begin[3]; /* of tensors of 16, 8 and 8 bytes */
    guint n;
    const char *field, *why; /* NULL: the header is right, and the model lacks tensors */
  } cases[] = {
    { { 0, 16, 24 }, 32, NULL, NULL },
    { { 16, 0, 8 }, 32, NULL, NULL },
    { { 0, 8, 24 }, 32, "tensor b", "at offset 8 and not at 16" },
    { { 0, 16, 16 }, 32, "tensor ", "at offset 16 and not at 24" },
    { { 0, 0, 8 }, 16, "tensor ", "not at 8" },
    { { 0, 20, 28 }, 36, "tensor b", "at offset 20 and not at 16" },
    { { 4, 20, 28 }, 36, "tensor a", "at offset 4 and not at 0" },
    { { 0, 16, 24 }, 33, "33 bytes", "only 32" },
  };

  restore ("llama");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) header = g_string_new (NULL);
      static const guint sizes[] = { 16, 8, 8 };

      for (guint k = 0; k < 3; k++)
        g_string_append_printf (header, "%s\"%c\": {\"dtype\": \"F32\", \"shape\": [%u], \"data_offsets\": [%u, %u]}",
                                k > 0 ? ", " : "{", 'a' + k, sizes[k] / 4, cases[i].begin[k],
                                cases[i].begin[k] + sizes[k]);
      g_string_append_c (header, '}');
      put_header (header->str, cases[i].n);
      if (cases[i].why != NULL)
        expect (WEIGHTS, cases[i].field, cases[i].why);
      else
        expect ("config.json", "num_hidden_layers", "the file has only 0");
    }
}

/* What is missing or has another shape is named as the folder names it. */
static void
test_names (void)
{
  g_autoptr (GError) error = NULL;

  restore ("gpt2");
  copy ("llama", WEIGHTS);
  g_assert_null (open_folder (&error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "norm.weight has no place in a gpt2 model"));
  set_field ("llama", "intermediate_size", "25");
  expect ("config.json", "model.layers.0.mlp.gate_proj.weight", "expected shape [16, 25], found [16, 24]");
}

static void
test_index (void)
{
  static const char *const wrong[] = { "{}",
                                       "{\"weight_map\": 3}",
                                       "{\"weight_map\": {\"a\": 3}}",
                                       "{\"weight_map\": {\"a\": \"../x\"}}",
                                       "{\"weight_map\": {\"a\": \"/etc/passwd\"}}",
                                       "{\"weight_map\": {\"a\": \"\"}}",
                                       "{\"weight_map\": {\"a\": \"..\"}}" };
  const char *family = "llama-yarn-parts";

  drop (WEIGHTS);
  copy (family, "config.json");
  copy (family, INDEX);
  copy (family, "model-00001-of-00002.safetensors");
  copy (family, "model-00002-of-00002.safetensors");
  expect_loads ();
  drop ("model-00002-of-00002.safetensors");
  expect ("model-00002-of-00002.safetensors", "", "No such file");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      tiny_put (INDEX, wrong[i], strlen (wrong[i]));
      expect (INDEX, "weight_map", "");
    }
  drop (INDEX);
  drop ("model-00001-of-00002.safetensors");
}

/* One of two: a model, or one line. */
static guint
attempt (void)
{
  g_autoptr (GError) error = NULL;
  HunchModelFile *m = open_folder (&error);
  guint sum = 0;

  g_assert_true ((m == NULL) == (error != NULL));
  if (m == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL) && strchr (error->message, '\n') == NULL);
      return 0;
    }
  for (guint i = 0; i < hunch_gguf_n_tensors (m->gguf); i++)
    {
      const HunchTensor *t = hunch_gguf_tensor_at (m->gguf, i);

      sum += t->data[0] + t->data[t->bytes - 1];
      hunch_gguf_drop_pages (m->gguf, t);
    }
  g_assert_cmpuint (sum, <, G_MAXUINT);
  hunch_model_file_free (m);
  return 1;
}

static void
test_truncated (void)
{
  static const char *const names[] = { "config.json", WEIGHTS };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = fixture ("llama", names[i]), *bytes = NULL;
      gsize n;

      restore ("llama");
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gsize cut = 0; cut < n; cut += i == 0 || cut < 3000 || n - cut < 100 || g_test_thorough () ? 1 : 97)
        {
          tiny_put (names[i], bytes, cut);
          /* The line end of config.json is not missed. */
          g_assert_cmpuint (attempt (), ==, i == 0 && cut == n - 1 ? 1 : 0);
        }
    }
}

static void
test_spoilt (void)
{
  static const char *const families[] = { "llama", "gemma3", "gpt2", "qwen2-bf16" };
  static const char pieces[][12]
      = { "null", "-1", "{}", "[]", "\"", "1e400", "999999999999", ",", "true", "\\", "0", "[[[[" };
  guint rounds = g_test_thorough () ? 100000 : 4000, taken = 0;
  GRand *rand = g_rand_new_with_seed (20240608);

  for (guint i = 0; i < rounds; i++)
    {
      const char *family = families[i % G_N_ELEMENTS (families)], *name = i / 4 % 2 ? "config.json" : WEIGHTS;
      g_autofree char *path = fixture (family, name), *bytes = NULL;
      gsize n;

      restore (family);
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gint32 k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        {
          const char *piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];
          gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) MIN (n, 2500));

          if (g_rand_boolean (rand))
            bytes[at] = (char) g_rand_int_range (rand, 0, 256);
          else
            memcpy (bytes + at, piece, MIN (strlen (piece), n - at));
        }
      tiny_put (name, bytes, n);
      taken += attempt ();
    }
  g_test_message ("%u of %u were taken", taken, rounds);
  g_assert_cmpuint (taken, <, rounds / 2);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hf/config", test_config);
  g_test_add_func ("/hf/older-config", test_older_config);
  g_test_add_func ("/hf/padding", test_padding);
  g_test_add_func ("/hf/not-json", test_not_json);
  g_test_add_func ("/hf/header", test_header);
  g_test_add_func ("/hf/places", test_places);
  g_test_add_func ("/hf/names", test_names);
  g_test_add_func ("/hf/index", test_index);
  g_test_add_func ("/hf/truncated", test_truncated);
  g_test_add_func ("/hf/spoilt", test_spoilt);
  return g_test_run ();
}
