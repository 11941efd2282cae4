/* test-decode.c: models whose tokens go through all layers in one launch have the logits, bit by bit, that separate launches give.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/convert/convert.h"
#include "engine/layer/decode.h"
#include "tests/engine/layer/model-test.h"

#include <glib/gstdio.h>

/* Logits of each of the n ids after the first n_prompt, which come together; (n - n_prompt, n_vocab), transfer full. *served: whether
 * one launch did it. */
static float *
run (const char *path, const char *wish, const gint32 *ids, guint n_prompt, guint n, guint *n_vocab, gboolean *served)
{
  ModelTest m;
  float *logits;
  gint seq;

  if (wish)
    g_setenv ("HUNCH_DECODE", wish, TRUE);
  m = model_test_open_path (path, 1024, 1, FALSE);
  g_unsetenv ("HUNCH_DECODE");
  logits = g_new (float, (gsize) (n - n_prompt) * m.n_vocab);
  seq = hunch_kv_seq_new (m.kv);
  model_test_feed (&m, seq, ids, n_prompt, MODEL_TEST_BATCH, logits);
  for (guint i = n_prompt; i < n; i++)
    model_test_feed (&m, seq, ids + i, 1, 1, logits + (gsize) (i - n_prompt) * m.n_vocab);
  *n_vocab = m.n_vocab;
  *served = m.forward->decode.works;
  model_test_close (&m);
  return logits;
}

static void
check (const char *path, guint n_prompt, guint n, gboolean alone_too)
{
  g_autofree gint32 *ids = g_new (gint32, n);
  g_autofree float *want = NULL;
  guint n_vocab;
  gboolean served;

  for (guint i = 0; i < n; i++)
    ids[i] = (i * 37 + 11) % 250;
  want = run (path, "launches", ids, n_prompt, n, &n_vocab, &served);
  g_assert_false (served);
  for (guint alone = 0; alone < (alone_too ? 2 : 1); alone++)
    {
      g_autofree float *got = run (path, alone ? "alone" : NULL, ids, n_prompt, n, &n_vocab, &served);

      if (!served)
        {
          g_test_skip ("this device takes separate launches");
          return;
        }
      for (guint i = 0; i < n - n_prompt; i++)
        g_assert_cmpmem (got + (gsize) i * n_vocab, n_vocab * sizeof (float), want + (gsize) i * n_vocab,
                         n_vocab * sizeof (float));
    }
}

/* A tiny model, converted to a type. */
static void
test_tiny (gconstpointer type)
{
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "fixtures", "models", "valid_llama_q8_0.gguf", NULL);
  g_autofree char *target = NULL;
  HunchConvertOptions options = { .source = source, .overwrite = TRUE };
  GError *error = NULL;
  const int fd = g_file_open_tmp ("hunch-XXXXXX.gguf", &target, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  options.target = target;
  g_assert_true (hunch_convert_type (type, &options.type));
  g_assert_true (hunch_convert_run (&options, NULL, NULL, NULL, &error));
  check (target, 5, 40, TRUE);
  g_unlink (target);
}

typedef struct
{
  const char *file;
  guint n_prompt;
} Real;

static void
test_real (gconstpointer data)
{
  const Real *real = data;
  const char *folder = g_getenv ("HUNCH_MODEL_DIR");
  g_autofree char *path = folder ? g_build_filename (folder, real->file, NULL) : NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    g_test_skip ("the model is not at hand");
  else
    check (path, real->n_prompt, real->n_prompt + 8, FALSE);
}

/* Models that have what a list cannot hold keep to launches, and float weights do. */
static void
test_not_served (void)
{
  static const char *const names[] = { "valid_llama.gguf", "valid_gpt2_tied.gguf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      ModelTest m = model_test_open ("models", names[i], 64, FALSE);

      g_assert_false (m.forward->decode.works);
      model_test_close (&m);
    }
}

int
main (int argc, char **argv)
{
  static const char *const types[] = { "q8_0", "q4_0" };
  /* From position 511 on the context is split. */
  static const Real real[]
      = { { "SmolLM2-135M-Instruct.Q4_1.gguf", 508 }, { "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", 8 } };
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("/layer/decode/tiny/%s", types[i]);

      g_test_add_data_func (name, types[i], test_tiny);
    }
  for (guint i = 0; i < G_N_ELEMENTS (real); i++)
    {
      g_autofree char *name = g_strdup_printf ("/layer/decode/%s", real[i].file);

      g_test_add_data_func (name, &real[i], test_real);
    }
  g_test_add_func ("/layer/decode/not-served", test_not_served);
  status = g_test_run ();
  model_test_finish ();
  return status;
}
