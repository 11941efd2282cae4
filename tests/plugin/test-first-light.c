/* test-first-light.c: a real model completes real text in a host, through the library alone.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "tests/plugin/headless-host.h"

static char *
find_model (void)
{
  g_autoptr (HunchCatalogue) catalogue = hunch_catalogue_new (NULL);

  return hunch_catalogue_find_model (catalogue, "smollm2-135m", NULL);
}

static gboolean
too_long (gpointer data)
{
  g_error ("no suggestion after ten minutes");
  return G_SOURCE_REMOVE;
}

static void
wait_idle (HunchSuggester *suggester)
{
  guint guard = g_timeout_add_seconds (600, too_long, NULL);

  while (hunch_suggester_is_busy (suggester))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (guard);
}

static void
test_paris (void)
{
  g_autofree char *path = find_model ();
  g_autoptr (HunchSettings) settings = NULL;
  g_autoptr (HeadlessHost) host = NULL;
  g_autoptr (HunchModelCompleter) completer = NULL;
  g_autoptr (HunchSuggester) suggester = NULL;
  gint64 start;

  if (path == NULL)
    {
      g_test_skip ("the model smollm2-135m is not here; 'hunch pull smollm2-135m' fetches it");
      return;
    }
  settings = g_object_new (HUNCH_TYPE_SETTINGS, "model", path, "time-limit-ms", 60000, "max-tokens", 8, "speculate",
                           FALSE, NULL);
  host = headless_host_new ("The capital of France is", 24);
  completer = hunch_model_completer_new (settings);
  suggester = hunch_suggester_new (HUNCH_HOST (host), HUNCH_COMPLETER (completer), settings);
  hunch_suggester_complete (suggester); /* loads the model, and builds kernels where they never ran */
  wait_idle (suggester);
  g_assert_nonnull (headless_host_get_ghost (host));
  g_assert_true (g_str_has_prefix (headless_host_get_ghost (host), " Paris"));
  g_assert_false (headless_host_is_modified (host));
  g_assert_true (hunch_suggester_accept (suggester, HUNCH_ACCEPT_WORD));
  g_assert_cmpstr (headless_host_get_text (host), ==, "The capital of France is Paris");
  start = g_get_monotonic_time ();
  hunch_suggester_dismiss (suggester);
  headless_host_type (host, " and");
  hunch_suggester_complete (suggester);
  wait_idle (suggester);
  g_test_message ("a second suggestion in %.0f ms: %s", (g_get_monotonic_time () - start) / 1000.0,
                  hunch_suggester_get_status (suggester));
  g_assert_nonnull (headless_host_get_ghost (host));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/first-light/paris", test_paris);
  return g_test_run ();
}
