/* test-answers.c: answers that are kept, others to the same question, and those that are asked ahead.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

static void
test_cache (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "oo(bar)");
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  rig_type (&rig, "x");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2);
  headless_host_backspace (rig.host);
  rig_assert_ghost (&rig, "oo(bar)"); /* at once, from memory */
  rig_type (&rig, "o");
  hunch_suggester_dismiss (rig.suggester);
  rig_type (&rig, "o");
  rig_assert_ghost (&rig, "(bar)"); /* also by what was typed ahead */
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2);
  g_object_set (rig.settings, "model", "another", NULL);
  hunch_suggester_dismiss (rig.suggester);
  rig_complete (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 3);
  rig_clear (&rig);
}

/* The same text in another file, or in another language, is another question. */
static void
test_cache_files (void)
{
  static const char *const files[][2]
      = { { "a.py", "python" }, { "b.c", "c" }, { NULL, NULL }, { NULL, "sh" }, { "d", NULL } };
  Rig rig;

  rig_init_single (&rig, "|\n", "!/bin/sh");
  headless_host_type (rig.host, "#");
  for (guint twice = 0; twice < 2; twice++)
    for (guint i = 0; i < G_N_ELEMENTS (files); i++)
      {
        headless_host_set_file (rig.host, files[i][0], files[i][1]);
        rig_complete (&rig);
        rig_assert_ghost (&rig, "!/bin/sh");
        hunch_suggester_dismiss (rig.suggester);
        g_assert_cmpuint (rig_count_queries (&rig), ==, twice ? G_N_ELEMENTS (files) : i + 1);
      }
  rig_clear (&rig);
}

static void
test_cache_limit (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "oo");
  g_object_set (rig.settings, "cache-size", 5, NULL);
  for (guint i = 0; i < 20; i++)
    {
      rig_type (&rig, "f");
      rig_wait (&rig, 100);
    }
  g_assert_cmpuint (core_cache_get_size (rig.suggester->memory->cache), ==, 5);
  rig_clear (&rig);
}

static char *
number_answer (HunchQuery *query, gpointer user_data)
{
  return g_strdup_printf ("v%u", query->seed == 0 ? 0 : (query->seed - 1) / 3);
}

static void
test_alternatives (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", NULL);
  stub_completer_set_answer (rig.completer, number_answer, NULL);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "v0");
  hunch_suggester_next (rig.suggester);
  rig_assert_ghost (&rig, "v0"); /* until the other is there */
  rig_settle ();
  rig_assert_ghost (&rig, "v1");
  g_assert_cmpfloat (stub_completer_get_query (rig.completer)->temperature, >, 0);
  hunch_suggester_next (rig.suggester);
  rig_settle ();
  rig_assert_ghost (&rig, "v2");
  g_assert_cmpuint (rig_count_queries (&rig), ==, 3);
  hunch_suggester_next (rig.suggester); /* three, then round */
  rig_settle ();
  rig_assert_ghost (&rig, "v0");
  hunch_suggester_previous (rig.suggester);
  rig_assert_ghost (&rig, "v2");
  g_assert_cmpuint (rig_count_queries (&rig), ==, 3);
  rig_type (&rig, "v");
  rig_assert_ghost (&rig, "2"); /* all of them begin with what was typed */
  hunch_suggester_next (rig.suggester);
  rig_assert_ghost (&rig, "0");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "fv0\n");
  rig_clear (&rig);
}

/* A model that has nothing else to say is asked three times, not for ever. */
static void
test_alternatives_alike (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo");
  rig_complete (&rig);
  hunch_suggester_next (rig.suggester);
  rig_settle ();
  rig_assert_ghost (&rig, "oo");
  g_assert_cmpuint (rig_count_queries (&rig), ==, 4);
  g_assert_false (hunch_suggester_is_busy (rig.suggester));
  rig_clear (&rig);
}

static char *
sequel_answer (HunchQuery *query, gpointer user_data)
{
  const char *prefix = hunch_query_get_prefix (query);

  if (g_str_has_suffix (prefix, "one"))
    return g_strdup (" two");
  return g_strdup (g_str_has_suffix (prefix, "two") ? " three" : "ne");
}

/* "ne" is shown behind "o", and not painted yet. */
static void
rig_init_with_ne (Rig *rig)
{
  rig_init (rig, "|\n", NULL);
  stub_completer_set_answer (rig->completer, sequel_answer, NULL);
  rig_type (rig, "o");
  rig_wait (rig, 100);
  rig_assert_ghost (rig, "ne");
}

static void
test_speculation (void)
{
  Rig rig;

  rig_init_with_ne (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_wait (&rig, 50);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2); /* when it is painted, what comes after it is asked */
  g_assert_cmpstr (hunch_query_get_prefix (stub_completer_get_query (rig.completer)), ==, "one");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_ghost (&rig, " two"); /* at once */
  rig_wait (&rig, 50);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 3);
  rig_type (&rig, " tw");
  rig_assert_ghost (&rig, "o");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_settle ();
  rig_assert_ghost (&rig, " three");
  rig_assert_text (&rig, "one two\n");
  rig_clear (&rig);
}

/* Accepted before the answer that was asked ahead is there: it is waited for, not asked again. */
static void
test_speculation_adopted (void)
{
  Rig rig;

  rig_init_with_ne (&rig);
  stub_completer_hold (rig.completer, TRUE);
  rig_wait (&rig, 50);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_ghost (&rig, NULL);
  g_assert_true (hunch_suggester_is_busy (rig.suggester));
  rig_wait (&rig, 1000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2);
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, " two");
  rig_clear (&rig);
}

/* Dismissed before it is painted: nothing is asked. */
static void
test_speculation_dismissed (void)
{
  Rig rig;

  rig_init_with_ne (&rig);
  hunch_suggester_dismiss (rig.suggester);
  rig_wait (&rig, 1000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_clear (&rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add_func ("/plugin/answers/" path, func)
  ADD ("cache", test_cache);
  ADD ("cache-files", test_cache_files);
  ADD ("cache-limit", test_cache_limit);
  ADD ("alternatives", test_alternatives);
  ADD ("alternatives-alike", test_alternatives_alike);
  ADD ("speculation", test_speculation);
  ADD ("speculation-adopted", test_speculation_adopted);
  ADD ("speculation-dismissed", test_speculation_dismissed);
#undef ADD
  return g_test_run ();
}
