/* test-ring.c: what is read besides the text at the cursor, when, and what never is.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

/* A text of two places far from each other, the cursor at the first. */
static char *
two_places (void)
{
  GString *text = g_string_new ("alpha = 1\nbeta = 2\ngamma = 3\ndelta = 4\n|");

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "line %u\n", i);
  return g_string_free (text, FALSE);
}

static guint
count_context (Rig *rig)
{
  HunchQuery *query = stub_completer_get_query (rig->completer);

  return query->context != NULL ? g_strv_length (query->context) : 0;
}

/* Recent text is read at leisure, and from then on stands before each question; what is not read would cost time. */
static void
test_ring (void)
{
  g_autofree char *text = two_places ();
  HunchQuery *query;
  Rig rig;

  rig_init_single (&rig, text, "oo");
  headless_host_set_file (rig.host, "/x/greek.py", "python3");
  rig_complete (&rig);
  g_assert_cmpuint (count_context (&rig), ==, 0);
  headless_host_move (rig.host, strlen (text) - 1);
  rig_complete (&rig); /* far away: the place left behind is noted */
  g_assert_cmpuint (count_context (&rig), ==, 0);
  rig_type (&rig, "x");
  rig_wait (&rig, 100);
  g_assert_cmpuint (count_context (&rig), ==, 0);
  rig_wait (&rig, 2999);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 4);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpuint (query->max_tokens, ==, 0); /* only read */
  g_assert_cmpuint (count_context (&rig), ==, 2);
  rig_type (&rig, "y");
  rig_wait (&rig, 100);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpuint (query->max_tokens, >, 0);
  g_assert_cmpuint (count_context (&rig), ==, 2);
  g_assert_cmpstr (query->context[0], ==, "greek.py");
  g_assert_nonnull (strstr (query->context[1], "alpha = 1\nbeta"));
  rig_wait (&rig, 60000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 5); /* nothing new, nothing more to read */
  stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_OFF, NULL, -1);
  rig_type (&rig, "z");
  rig_wait (&rig, 100);
  g_assert_cmpuint (count_context (&rig), ==, 0); /* unloaded: nothing is read any more */
  rig_clear (&rig);
}

/* As much of it as can be read at leisure, the newest first. */
static void
test_ring_budget (void)
{
  CoreRing *ring = core_ring_new ();
  g_auto (GStrv) some = NULL;
  g_auto (GStrv) all = NULL;

  core_ring_note (ring, "a.c", "int a1;\nint a2;\nint a3;\n", 64);
  core_ring_note (ring, NULL, "int b1;\nint b2;\nint b3;\n", 64);
  g_assert_true (core_ring_is_waiting (ring));
  core_ring_refill (ring, 16);
  all = core_ring_get (ring, "", "", 100);
  g_assert_cmpuint (g_strv_length (all), ==, 4);
  g_assert_cmpstr (all[0], ==, "a.c");
  g_assert_cmpstr (all[2], ==, "untitled");
  some = core_ring_get (ring, "", "", 30);
  g_assert_cmpuint (g_strv_length (some), ==, 2);
  g_assert_cmpstr (some[1], ==, all[3]);
  core_ring_free (ring);
}

/* Two documents take turns: what was read for one may be gone when the other was read since. */
static void
test_ring_turns (void)
{
  g_autofree char *text = two_places ();
  g_autoptr (HeadlessHost) other = headless_host_new ("abc\n", 3);
  g_autoptr (HunchSuggester) second = NULL;
  Rig rig;

  rig_init_single (&rig, text, "oo");
  second = suggester_new_with_clock (HUNCH_HOST (other), HUNCH_COMPLETER (rig.completer), rig.settings,
                                     manual_clock_new ());
  rig_complete (&rig);
  headless_host_move (rig.host, strlen (text) - 1);
  rig_complete (&rig);
  rig_wait (&rig, 3000);
  g_assert_nonnull (rig.suggester->texts);
  hunch_suggester_complete (second);
  rig_settle ();
  rig_type (&rig, "q");
  rig_wait (&rig, 100);
  g_assert_cmpuint (count_context (&rig), ==, 0);
  g_clear_object (&second);
  rig_clear (&rig);
}

/* What may not be completed is not read as context for other texts either: secret files, languages that are off, private text. */
static void
test_ring_no_secrets (void)
{
  for (guint i = 0; i < 3; i++)
    {
      Rig rig;

      rig_init_single (&rig, "PASSWORD=hunter2-SECRET\nA=1\nB=2\nC=3\n|", "oo");
      rig_complete (&rig);
      g_assert_nonnull (rig.suggester->last);
      if (i == 0) /* the text becomes one of that kind after it was thought of */
        headless_host_set_file (rig.host, ".env", NULL);
      else if (i == 1)
        headless_host_set_file (rig.host, "x", "git-commit");
      else
        headless_host_set_flags (rig.host, HUNCH_HOST_PRIVATE);
      rig_complete (&rig);
      g_clear_pointer (&rig.suggester->last, core_context_unref);
      rig.suggester->last = core_context_peek (HUNCH_HOST (rig.host), rig.settings);
      g_free (rig.suggester->last->prefix);
      rig.suggester->last->prefix = g_strdup ("PASSWORD=hunter2-SECRET\nA=1\nB=2\nC=3\n");
      hunch_host_closing (HUNCH_HOST (rig.host));
      g_assert_false (core_ring_is_waiting (rig.suggester->memory->ring));
      rig_clear (&rig);
    }
}

/* A list of secrets that grows takes effect on what was noted before. */
static void
test_ring_forgets (void)
{
  g_autofree char *text = two_places ();
  Rig rig;

  rig_init_single (&rig, text, "oo");
  headless_host_set_file (rig.host, "notes.private", NULL);
  rig_complete (&rig);
  headless_host_move (rig.host, strlen (text) - 1);
  rig_complete (&rig);
  rig_wait (&rig, 3000);
  g_assert_nonnull (rig.suggester->texts);
  headless_host_set_file (rig.host, "other.txt", NULL);
  g_object_set (rig.settings, "secret-files", (const char *[]){ "*.private", NULL }, NULL);
  rig_type (&rig, "x");
  rig_wait (&rig, 100);
  g_assert_cmpuint (count_context (&rig), ==, 0);
  rig_wait (&rig, 10000);
  g_assert_cmpuint (count_context (&rig), ==, 0);
  rig_clear (&rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add_func ("/plugin/suggester/" path, func)
  ADD ("ring", test_ring);
  ADD ("ring-budget", test_ring_budget);
  ADD ("ring-turns", test_ring_turns);
  ADD ("ring-no-secrets", test_ring_no_secrets);
  ADD ("ring-forgets", test_ring_forgets);
#undef ADD
  return g_test_run ();
}
