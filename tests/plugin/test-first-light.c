/* test-first-light.c: a real model completes real text in a host, through the library alone.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

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

/* A host with text, the cursor at its end, and the real model; FALSE where it is not here. */
typedef struct
{
  HunchSettings *settings;
  HeadlessHost *host;
  HunchSuggester *suggester;
} Light;

static gboolean
light_init (Light *light, const char *text, guint time_limit_ms)
{
  static HunchModelCompleter *completer; /* one model for all */
  g_autofree char *path = find_model ();

  if (path == NULL)
    {
      g_test_skip ("the model smollm2-135m is not here; 'hunch pull smollm2-135m' fetches it");
      return FALSE;
    }
  light->settings = g_object_new (HUNCH_TYPE_SETTINGS, "model", path, "time-limit-ms", time_limit_ms, "max-tokens", 8,
                                  "speculate", FALSE, NULL);
  if (completer == NULL)
    completer = hunch_model_completer_new (light->settings);
  light->host = headless_host_new (text, strlen (text));
  light->suggester = hunch_suggester_new (HUNCH_HOST (light->host), HUNCH_COMPLETER (completer), light->settings);
  return TRUE;
}

static void
light_clear (Light *light)
{
  g_object_unref (light->suggester);
  g_object_unref (light->host);
  g_object_unref (light->settings);
}

static const char *
light_complete (Light *light)
{
  hunch_suggester_complete (light->suggester); /* loads the model, and builds kernels where they never ran */
  wait_idle (light->suggester);
  g_test_message ("%s", hunch_suggester_get_status (light->suggester));
  return headless_host_get_ghost (light->host);
}

static void
test_paris (void)
{
  Light light;
  const char *ghost;

  if (!light_init (&light, "The capital of France is", 60000))
    return;
  ghost = light_complete (&light);
  g_assert_nonnull (ghost);
  g_assert_true (g_str_has_prefix (ghost, " Paris"));
  g_assert_false (headless_host_is_modified (light.host));
  g_assert_true (hunch_suggester_accept (light.suggester, HUNCH_ACCEPT_WORD));
  g_assert_cmpstr (headless_host_get_text (light.host), ==, "The capital of France is Paris");
  hunch_suggester_dismiss (light.suggester);
  headless_host_type (light.host, " and");
  g_assert_nonnull (light_complete (&light));
  light_clear (&light);
}

/* In the middle of a word, and after a blank, the model goes on as it would have written it itself. */
static void
test_healing (void)
{
  static const struct
  {
    const char *text, *begin;
  } cases[] = {
    { "The capital of Fran", "ce" },
    { "The capital of France is ", "Paris" },
    { "Water boils at one hundred degrees Cel", "sius" },
    { "She opened the umb", "rella" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Light light;
      const char *ghost;

      if (!light_init (&light, cases[i].text, 60000))
        return;
      ghost = light_complete (&light);
      g_assert_nonnull (ghost);
      g_assert_true (g_str_has_prefix (ghost, cases[i].begin));
      g_assert_cmpstr (headless_host_get_text (light.host), ==, cases[i].text);
      light_clear (&light);
    }
}

/* However slow a device is, what it has written in the time is shown. */
static void
test_slow (void)
{
  Light light;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "Day %u: it rained in the morning, and the sun shone later.\n", i + 1);
  g_string_append (text, "Day 41: it rained");
  if (!light_init (&light, text->str, 10))
    return;
  g_assert_nonnull (light_complete (&light));
  light_clear (&light);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/first-light/paris", test_paris);
  g_test_add_func ("/plugin/first-light/healing", test_healing);
  g_test_add_func ("/plugin/first-light/slow", test_slow);
  return g_test_run ();
}
