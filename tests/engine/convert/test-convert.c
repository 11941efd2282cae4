/* test-convert.c: a converted model is the same model, and no file is left that is not whole.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/convert/convert.h"
#include "engine/ref/ref-dequant.h"
#include "tests/engine/model/plain-forward.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

static char *scratch; /* a folder */

static char *
in_scratch (const char *name)
{
  return g_build_filename (scratch, name, NULL);
}

static void
empty_scratch (void)
{
  GDir *dir = g_dir_open (scratch, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = in_scratch (name);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_dir_close (dir);
}

/* What is in the folder, in order, with blanks between. */
static char *
list_scratch (void)
{
  GDir *dir = g_dir_open (scratch, 0, NULL);
  GString *s = g_string_new (NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    g_string_append_printf (s, "%s ", name);
  g_dir_close (dir);
  return g_string_free (s, FALSE);
}

/* A folder's files by links, and a vocabulary of letters and digits, which the fixtures have none of. */
static void
make_folder (const char *family, guint n_tokens)
{
  g_autofree char *from = g_test_build_filename (G_TEST_DIST, "fixtures", "hf", family, NULL);
  g_autofree char *encoder_path = in_scratch ("encoder.json"), *merges_path = in_scratch ("vocab.bpe");
  g_autoptr (GString) encoder = g_string_new ("{");
  GDir *dir = g_dir_open (from, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *source = g_build_filename (from, name, NULL), *copy = in_scratch (name), *data = NULL;
      gsize len;

      g_assert_true (g_file_get_contents (source, &data, &len, NULL));
      g_assert_true (g_file_set_contents (copy, data, len, NULL));
    }
  g_dir_close (dir);
  for (guint i = 0; i < n_tokens; i++)
    g_string_append_printf (encoder, "%s\"%c%c\": %u", i ? ", " : "", 'a' + i / 10, '0' + i % 10, i);
  g_string_append_c (encoder, '}');
  g_assert_true (g_file_set_contents (encoder_path, encoder->str, -1, NULL));
  g_assert_true (g_file_set_contents (merges_path, "#version: 0.2\na 0\n", -1, NULL));
}

static JsonObject *
expected_of (JsonParser *parser, const char *family)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "hf", family, "expected.json", NULL);

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  return json_node_get_object (json_parser_get_root (parser));
}

/* A folder as F32: the very numbers of transformers, though rows, keys and scaling are others in a GGUF file. */
static void
test_folder (gconstpointer family)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *expected = expected_of (parser, family);
  JsonArray *prompt = json_object_get_array_member (expected, "prompt_ids"),
            *want = json_object_get_array_member (expected, "last_prompt_logits");
  g_autofree char *target = in_scratch ("out.gguf");
  g_autofree double *logits = NULL;
  g_autofree gint32 *ids = g_new (gint32, json_array_get_length (prompt));
  const HunchConvertOptions o = { .source = scratch, .target = target, .type = HUNCH_TYPE_F32 };
  g_autoptr (GError) error = NULL;
  HunchModelFile *m;
  double worst = 0;

  make_folder (family, 90);
  g_assert_true (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  m = hunch_model_file_open (target, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (m->warnings->len, ==, 0);
  for (guint i = 0; i < json_array_get_length (prompt); i++)
    ids[i] = json_array_get_int_element (prompt, i);
  logits = plain_forward (m, ids, json_array_get_length (prompt));
  for (guint i = 0; i < json_array_get_length (want); i++)
    worst = MAX (worst, fabs (logits[i] - json_array_get_double_element (want, i)));
  g_test_message ("exactness: %s | safetensors, converted to GGUF | F32 | transformers, float32 | exact %.2g",
                  m->hp.arch, worst);
  g_assert_cmpfloat (worst, <, 2e-5);
  hunch_model_file_free (m);
  empty_scratch ();
}

/* From GGUF: each tensor is what its type can hold of it, and the keys stay. */
static void
test_gguf (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", "valid_llama.gguf", NULL);
  g_autofree char *target = in_scratch ("out.gguf"), *value = NULL;
  const HunchConvertOptions o = { .source = source, .target = target, .type = type };
  g_autoptr (GError) error = NULL;
  HunchModelFile *in, *out;
  guint64 n;

  g_assert_true (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  in = hunch_model_file_open (source, &error);
  out = hunch_model_file_open (target, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hunch_gguf_n_tensors (out->gguf), ==, hunch_gguf_n_tensors (in->gguf));
  g_assert_true (hunch_gguf_get_string (out->gguf, "general.name", &value, NULL));
  g_assert_cmpstr (value, ==, "tiny llama");
  g_assert_true (hunch_gguf_get_u64 (out->gguf, "general.file_type", 0, 100, &n, NULL));
  for (guint i = 0; i < hunch_gguf_n_tensors (in->gguf); i++)
    {
      const HunchTensor *a = hunch_gguf_tensor_at (in->gguf, i), *b = hunch_gguf_tensor (out->gguf, a->name);
      const guint64 n_values = a->dims[0] * a->dims[1];
      g_autofree float *x = g_new (float, n_values), *y = g_new (float, n_values);

      g_assert_cmpmem (a->dims, sizeof a->dims, b->dims, sizeof b->dims);
      hunch_ref_dequant_row (a->type, a->data, n_values, x);
      hunch_ref_dequant_row (b->type, b->data, n_values, y);
      if (a->n_dims < 2)
        g_assert_cmpuint (b->type, ==, HUNCH_TYPE_F32);
      else
        g_assert_cmpuint (b->type, ==, type);
      for (guint64 k = 0; k < n_values; k++)
        g_assert_cmpfloat (fabsf (x[k] - y[k]), <=, b->type == HUNCH_TYPE_F32 ? 0 : fabsf (x[k]) / 2048 + 1e-7f);
    }
  hunch_model_file_free (in);
  hunch_model_file_free (out);
  empty_scratch ();
}

static void
cancel (double fraction, gpointer cancelled)
{
  g_atomic_int_set ((gint *) cancelled, 1);
}

/* A link is gone through and stays; a pipe is no place for a model, and stays, too. */
static void
check_links (HunchConvertOptions o, const char *file)
{
  g_autofree char *link = in_scratch ("link.gguf"), *pipe = in_scratch ("pipe"), *to = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf st;

  g_assert_cmpint (symlink (file, link), ==, 0);
  g_assert_true (g_file_set_contents (file, "old", -1, NULL));
  o.target = link;
  g_assert_true (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  to = g_file_read_link (link, NULL);
  g_assert_cmpstr (to, ==, file);
  g_assert_cmpint (g_stat (file, &st), ==, 0);
  g_assert_cmpint (st.st_size, >, 1000);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  o.target = pipe;
  g_assert_false (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_assert_cmpint (g_stat (pipe, &st), ==, 0);
  g_assert_true (S_ISFIFO (st.st_mode));
}

/* What is there is not overwritten unasked, and what fails leaves nothing. */
static void
test_whole_or_nothing (void)
{
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", "valid_llama.gguf", NULL);
  g_autofree char *target = in_scratch ("out.gguf"), *nowhere = in_scratch ("no/such/out.gguf"), *text = NULL,
                  *list = NULL;
  HunchConvertOptions o = { .source = source, .target = target, .type = HUNCH_TYPE_F16 };
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;

  g_assert_false (hunch_convert_run (&o, cancel, &cancelled, &cancelled, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED);
  g_clear_error (&error);
  list = list_scratch ();
  g_assert_cmpstr (list, ==, "");
  g_assert_true (g_file_set_contents (target, "mine", -1, NULL));
  g_assert_false (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "out.gguf"));
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (target, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
  o.overwrite = TRUE;
  g_assert_true (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  o.target = nowhere;
  g_assert_false (hunch_convert_run (&o, NULL, NULL, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  check_links (o, target);
  empty_scratch ();
}

static void
test_types (void)
{
  guint32 type;

  g_assert_true (hunch_convert_type ("q4_k", &type));
  g_assert_cmpuint (type, ==, HUNCH_TYPE_Q4_K);
  g_assert_true (hunch_convert_type ("F16", &type));
  g_assert_cmpuint (type, ==, HUNCH_TYPE_F16);
  g_assert_false (hunch_convert_type ("Q6_K", &type));
  g_assert_false (hunch_convert_type ("", &type));
}

int
main (int argc, char **argv)
{
  static const char *const families[]
      = { "gemma3", "gpt2", "llama", "llama-yarn-parts", "nanochat", "qwen2", "qwen2-bf16", "qwen3" };
  static const guint32 types[] = { HUNCH_TYPE_F32, HUNCH_TYPE_F16 };
  int status;

  g_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *name = g_strconcat ("/convert/folder/", families[i], NULL);

      g_test_add_data_func (name, families[i], test_folder);
    }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strconcat ("/convert/gguf/", hunch_type_info (types[i])->name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (types[i]), test_gguf);
    }
  g_test_add_func ("/convert/whole-or-nothing", test_whole_or_nothing);
  g_test_add_func ("/convert/types", test_types);
  status = g_test_run ();
  g_rmdir (scratch);
  g_free (scratch);
  return status;
}
