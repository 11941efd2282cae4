/* real.c: engines on the real forward pass, cache and device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/session/real.h"

HunchEngine *
real_engine_new (const HunchEngineOptions *options)
{
  g_autoptr (GError) error = NULL;
  HunchEngine *e = hunch_engine_new (options, NULL, NULL, NULL, &error);

  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE))
    g_test_skip (error->message);
  else
    g_assert_no_error (error);
  return e;
}

HunchEngine *
real_engine_open (const char *file, gboolean exact)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gen", file, NULL);
  HunchEngineOptions options = { .model_path = path, .exact = exact };

  return real_engine_new (&options);
}

void
real_assert_ids (const HunchAnswer *a, const GArray *expected)
{
  g_assert_no_error (a->error);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected->data, expected->len * 4);
}
