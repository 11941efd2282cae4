/* self-test.c: whether a device computes a model as others do.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/self-test.h"
#include "libhunch/hunch.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define N_IDS 12
#define N_TOP 5

static const gint32 prompt[] = { 39, 68, 75, 75, 78 };

/* tests/golden/forward.json: float64, by an implementation that is not ours. */
static const struct
{
  const char *resource;
  gboolean exact;
  double tolerance; /* of probabilities: float32 sums, or activations of 8 bits, whose logits part by up to 0.25 */
  gint32 ids[N_IDS];
  struct
  {
    gint32 id;
    double p;
  } top[N_TOP];
} questions[] = {
  { "/io/hunch/self-test/f32.gguf",
    TRUE,
    0.0005,
    { 252, 137, 178, 20, 252, 137, 178, 20, 156, 246, 111, 246 },
    { { 252, 0.482325 }, { 26, 0.070412 }, { 69, 0.038518 }, { 157, 0.029569 }, { 219, 0.029245 } } },
  { "/io/hunch/self-test/q8_0.gguf",
    FALSE,
    0.05,
    { 18, 109, 109, 109, 240, 61, 240, 251, 208, 128, 219, 43 },
    { { 18, 0.249617 }, { 81, 0.133600 }, { 152, 0.099096 }, { 79, 0.081711 }, { 137, 0.063768 } } },
};

/* The model as a file, since models are files. Its path, for the caller to unlink and free. */
static char *
write_model (const char *resource, GError **error)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  g_autofree char *path = NULL;
  gsize size;
  const char *data;
  int fd;

  if (bytes == NULL || (fd = g_file_open_tmp ("hunch-XXXXXX.gguf", &path, error)) < 0)
    return NULL;
  close (fd);
  data = g_bytes_get_data (bytes, &size);
  if (!g_file_set_contents (path, data, size, error))
    {
      g_unlink (path);
      return NULL;
    }
  return g_steal_pointer (&path);
}

static double
probability (GListModel *top, gint32 id)
{
  for (guint i = 0; i < g_list_model_get_n_items (top); i++)
    {
      g_autoptr (HunchCandidate) c = g_list_model_get_item (top, i);

      if (hunch_candidate_get_id (c) == id)
        return hunch_candidate_get_probability (c);
    }
  return 0;
}

/* The answer of a device that counts wrong may be no number at all. */
static gboolean
judge (guint question, HunchResult *result, double *difference, GError **error)
{
  gsize n;
  const gint32 *ids = hunch_result_get_ids (result, &n);
  gboolean same = n == N_IDS && memcmp (ids, questions[question].ids, sizeof questions[question].ids) == 0;
  double largest = 0;

  for (guint i = 0; i < N_TOP; i++)
    {
      double p = probability (hunch_result_get_top (result), questions[question].top[i].id);
      double d = fabs (p - questions[question].top[i].p);

      largest = d <= largest ? largest : d;
    }
  *difference = *difference >= largest ? *difference : largest;
  if (largest <= questions[question].tolerance && (same || !questions[question].exact))
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED,
               same ? _ ("wrong answer: a probability is off by %.4f")
                    : _ ("wrong answer: other tokens, and a probability is off by %.4f"),
               largest);
  return FALSE;
}

static gboolean
ask (guint question, const char *path, const char *device, double *difference, GError **error)
{
  g_autoptr (HunchModel) model
      = g_object_new (HUNCH_TYPE_MODEL, "path", path, "device", device, "exact", questions[question].exact, NULL);
  g_autoptr (HunchCompletion) completion = NULL;
  g_autoptr (HunchResult) result = NULL;

  if (!hunch_model_load (model, NULL, error))
    return FALSE;
  completion = hunch_completion_new (model);
  hunch_completion_set_prompt_ids (completion, prompt, G_N_ELEMENTS (prompt));
  g_object_set (completion, "max-tokens", N_IDS, "n-top", N_TOP * 2, NULL);
  result = hunch_completion_run (completion, NULL, error);
  return result != NULL && judge (question, result, difference, error);
}

gboolean
self_test (guint device, double *difference, GError **error)
{
  g_autofree char *index = g_strdup_printf ("%u", device);
  gboolean ok = TRUE;

  *difference = 0;
  for (guint i = 0; ok && i < G_N_ELEMENTS (questions); i++)
    {
      g_autofree char *path = write_model (questions[i].resource, error);

      ok = path != NULL && ask (i, path, index, difference, error);
      if (path != NULL)
        g_unlink (path);
    }
  return ok;
}
