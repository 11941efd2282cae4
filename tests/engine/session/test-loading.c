/* test-loading.c: an engine that is loaded: what it tells of itself, of the progress, and of options and files that do not fit.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/device/manifest.h"
#include "tests/engine/session/real.h"

static void
test_info (void)
{
  HunchEngine *e = real_engine_open ("batch_base.gguf", TRUE);
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

/* A folder's config.json may count more rows than its vocabulary has tokens: those are never drawn. */
static void
test_folder_vocabulary (void)
{
  const guint n_tokens = 13;
  g_autofree char *folder = make_folder (n_tokens);
  HunchEngineOptions options = { .model_path = folder, .exact = TRUE };
  HunchEngine *e = real_engine_new (&options);
  const gint32 prompt[] = { 11, 7 };
  HunchRequest r
      = { .ids = prompt, .n_ids = 2, .max_tokens = 40, .ignore_eos = TRUE, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngineInfo info;
  HunchAnswer *a;

  hunch_remove_tree (folder);
  if (e == NULL)
    return;
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

/* With caches of its own, where there is a device. */
static void
in_subprocess (gconstpointer path)
{
  HunchEngine *e = real_engine_open ("batch_base.gguf", FALSE);

  if (e == NULL)
    return;
  hunch_engine_free (e);
  g_test_trap_subprocess (path, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

/* The kernels that PoCL has compiled for a size of work-groups; those for any size are made when programs are saved. */
static guint
count_compiled (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n += g_str_equal (name, "0-0-0") ? 0 : count_compiled (path);
      else
        n += g_str_has_suffix (name, ".so");
    }
  return n;
}

/* Where kernels are built, loading is done when they have also run: no request waits for the driver to compile one. */
static void
compiled_sub (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  g_autofree char *pocl = g_build_filename (folder, "pocl", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "models", "valid_llama_q8_0.gguf", NULL);
  const HunchEngineOptions options = { .model_path = path };
  const guint lengths[] = { 1, 2, 3, 7, 15, 30 };
  gint32 ids[30];
  HunchEngine *e;
  guint n_compiled;

  g_unsetenv ("POCL_CACHE_DIR");
  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE);
  e = real_engine_new (&options);
  n_compiled = count_compiled (pocl);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      HunchRequest r = { .ids = ids, .n_ids = lengths[i], .max_tokens = 2, .sampler = HUNCH_SAMPLER_DEFAULTS };

      for (guint j = 0; j < lengths[i]; j++)
        ids[j] = (gint32) (1 + i + j); /* nothing that is in the cache */
      hunch_answer_free (hunch_engine_run (e, &r));
    }
  if (n_compiled > 0) /* else the driver is another */
    g_assert_cmpuint (count_compiled (pocl), ==, n_compiled);
  hunch_engine_free (e);
  hunch_remove_tree (folder);
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
  e = real_engine_new (&long_context);
  if (e == NULL)
    return;
  hunch_engine_info (e, &info);
  g_assert_cmpuint (info.n_ctx, ==, 64); /* the model's, and a warning */
  g_assert_nonnull (hunch_engine_warnings (e)[0]);
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loading/info", test_info);
  g_test_add_func ("/loading/options", test_options);
  g_test_add_data_func ("/loading/progress", "/loading/progress/subprocess", in_subprocess);
  g_test_add_func ("/loading/progress/subprocess", progress_sub);
  g_test_add_data_func ("/loading/compiled", "/loading/compiled/subprocess", in_subprocess);
  g_test_add_func ("/loading/compiled/subprocess", compiled_sub);
  g_test_add_func ("/loading/folder-vocabulary", test_folder_vocabulary);
  return g_test_run ();
}
