/* model-test.c: models of the test tree on the default device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/layer/model-test.h"

#include <math.h>

static HunchDevice *dev;

HunchDevice *
model_test_device (void)
{
  GError *error = NULL;

  if (dev == NULL)
    dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  return dev;
}

void
model_test_finish (void)
{
  g_clear_pointer (&dev, hunch_device_unref);
}

ModelTest
model_test_open (const char *folder, const char *name, guint n_ctx, gboolean exact)
{
  return model_test_open_rows (folder, name, n_ctx, MODEL_TEST_BATCH, exact);
}

ModelTest
model_test_open_rows (const char *folder, const char *name, guint n_ctx, guint n_rows, gboolean exact)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", folder, name, NULL);

  return model_test_open_path (path, n_ctx, n_rows, exact);
}

ModelTest
model_test_open_path (const char *path, guint n_ctx, guint n_rows, gboolean exact)
{
  HunchForwardParams params = { .n_batch = MODEL_TEST_BATCH, .n_rows = n_rows, .n_ctx = n_ctx, .exact = exact };
  HunchKvParams kv;
  GError *error = NULL;
  ModelTest m;

  m.file = hunch_model_file_open (path, &error);
  g_assert_no_error (error);
  m.forward = hunch_forward_new (model_test_device (), m.file, &params, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  kv = hunch_forward_kv_params (m.forward, 48 + n_ctx / HUNCH_KV_BLOCK);
  m.kv = hunch_kv_new (dev, &kv, &error);
  g_assert_no_error (error);
  m.n_vocab = m.file->hp.n_vocab;
  return m;
}

void
model_test_close (ModelTest *m)
{
  hunch_kv_free (m->kv);
  hunch_forward_free (m->forward);
  hunch_model_file_free (m->file);
}

void
model_test_feed (ModelTest *m, gint seq, const gint32 *ids, guint n, guint chunk, float *logits)
{
  GError *error = NULL;

  for (guint at = 0; at < n; at += chunk)
    {
      const guint len = MIN (chunk, n - at);
      const gint32 last = len - 1;
      gint32 positions[MODEL_TEST_BATCH], seqs[MODEL_TEST_BATCH];
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

gint32
model_test_best (const float *logits, guint n)
{
  gint32 id = 0;

  for (guint i = 1; i < n; i++)
    if (logits[i] > logits[id])
      id = i;
  return id;
}

double
model_test_difference (const float *a, const float *b, guint n)
{
  double worst = 0;

  for (guint i = 0; i < n; i++)
    {
      g_assert_true (isfinite (a[i]));
      worst = fmax (worst, fabs ((double) a[i] - b[i]));
    }
  return worst;
}

JsonNode *
model_test_json (const char *path)
{
  g_autofree char *full = g_test_build_filename (G_TEST_DIST, path, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  GError *error = NULL;

  json_parser_load_from_file (parser, full, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

gint32 *
model_test_ints (JsonObject *o, const char *name, guint *n)
{
  JsonArray *a = json_object_get_array_member (o, name);
  gint32 *v;

  *n = json_array_get_length (a);
  v = g_new (gint32, *n);
  for (guint i = 0; i < *n; i++)
    v[i] = json_array_get_int_element (a, i);
  return v;
}

float *
model_test_floats (JsonObject *o, const char *name, guint *n)
{
  JsonArray *a = json_object_get_array_member (o, name);
  float *v;

  *n = json_array_get_length (a);
  v = g_new (float, *n);
  for (guint i = 0; i < *n; i++)
    v[i] = json_array_get_double_element (a, i);
  return v;
}
