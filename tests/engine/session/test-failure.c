/* test-failure.c: calls into OpenCL that fail, one after the other: while a model loads, and while it runs.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/session/engine.h"
#include "tests/fixtures/opencl/cl-shim.h"

#include <string.h>

static const gint32 prompt[] = { 39, 68, 75, 75, 78 };
static const gint32 greedy[] = { 252, 137, 178, 20, 252, 137, 178, 20 };

static HunchEngine *
open_model (GError **error)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", "batch_base.gguf", NULL);
  HunchEngineOptions options = { .model_path = path };

  return hunch_engine_new (&options, NULL, NULL, NULL, error);
}

static HunchAnswer *
ask (HunchEngine *e)
{
  HunchRequest r
      = { .ids = prompt, .n_ids = G_N_ELEMENTS (prompt), .max_tokens = 8, .sampler = HUNCH_SAMPLER_DEFAULTS };

  return hunch_engine_run (e, &r);
}

static void
assert_right (HunchEngine *e)
{
  HunchAnswer *a = ask (e);

  g_assert_no_error (a->error);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, greedy, sizeof greedy);
  hunch_answer_free (a);
}

static gboolean
no_device (void)
{
  g_autoptr (GError) error = NULL;
  HunchEngine *e = open_model (&error);

  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    {
      g_test_skip (error->message);
      return TRUE;
    }
  g_assert_no_error (error);
  assert_right (e); /* and the device has had a success */
  hunch_engine_free (e);
  return FALSE;
}

/* Every call of a load fails in turn. The load fails and says so, or goes another way and the model is right; nothing is left behind. */
static void
test_load (void)
{
  guint n_failed = 0, n_calls;

  if (no_device ())
    return;
  hunch_shim_fail (NULL, G_MAXINT, CL_SUCCESS); /* only counts */
  hunch_engine_free (open_model (NULL));
  n_calls = hunch_shim_calls ();
  for (guint n = 1; n <= n_calls; n += 1 + n / 20)
    {
      g_autoptr (GError) error = NULL;
      HunchEngine *e;

      hunch_shim_fail (NULL, n, CL_OUT_OF_RESOURCES);
      e = open_model (&error);
      hunch_shim_fail (NULL, 0, 0);
      g_assert_true ((e == NULL) == (error != NULL));
      if (e)
        assert_right (e);
      hunch_engine_free (e);
      g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
      n_failed += error != NULL;
      if (error)
        g_assert_false (no_device ());
    }
  g_test_message ("%u loads failed, of some %u calls each", n_failed, n_calls);
  g_assert_cmpuint (n_failed, >, 0);
}

/* Every call of a request fails in turn: device and model are opened again behind the scenes, and the text is the same. */
static void
test_step (void)
{
  g_autoptr (GError) error = NULL;
  HunchEngine *e;
  guint n_calls;

  if (no_device ())
    return;
  e = open_model (NULL);
  hunch_shim_fail (NULL, G_MAXINT, CL_SUCCESS);
  assert_right (e);
  n_calls = hunch_shim_calls ();
  hunch_engine_free (e);
  for (guint n = 1; n <= n_calls; n += 1 + n / 10)
    {
      e = open_model (&error); /* one that has not failed lately */
      g_assert_no_error (error);
      assert_right (e);
      hunch_shim_fail (NULL, n, CL_OUT_OF_RESOURCES);
      assert_right (e);
      hunch_shim_fail (NULL, 0, 0);
      assert_right (e);
      hunch_engine_free (e);
      g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/failure/load", test_load);
  g_test_add_func ("/failure/step", test_step);
  return g_test_run ();
}
