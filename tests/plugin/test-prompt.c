/* test-prompt.c: how much is read, and where a prompt begins.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-prompt.h"
#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

static void
test_pace (void)
{
  CorePace pace = { 0 };
  gsize guess = core_pace_budget (&pace, 500);

  core_pace_add (&pace, 5, 1000, 5, 20); /* too short to tell */
  g_assert_cmpuint (core_pace_budget (&pace, 500), ==, guess);
  core_pace_add (&pace, 100, 100, 200, 800); /* one token a millisecond, four bytes each */
  g_assert_cmpuint (core_pace_budget (&pace, 500), ==, 2000);
  core_pace_add (&pace, 100, 1000000, 200, 800); /* slower: less, but never nothing */
  g_assert_cmpuint (core_pace_budget (&pace, 500), <, 2000);
  g_assert_cmpuint (core_pace_budget (&pace, 1), >=, 256);
}

static void
test_begin (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *read = NULL;
  const char *begin, *again;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "line number %u\n", i);
  begin = core_prompt_begin (text->str, NULL, 1000);
  g_assert_cmpuint (strlen (begin), <=, 1000);
  g_assert_cmpuint (strlen (begin), >, 900);
  g_assert_cmpint (begin[-1], ==, '\n');
  read = g_strdup (begin);
  g_string_append (text, "and more\n");
  again = core_prompt_begin (text->str, read, 1000); /* grows past the budget, since only the end is new */
  g_assert_true (g_str_has_prefix (again, read));
  g_assert_cmpuint (strlen (again), ==, strlen (read) + strlen ("and more\n"));
  g_string_truncate (text, text->len / 2); /* elsewhere: anew */
  g_assert_cmpuint (strlen (core_prompt_begin (text->str, read, 1000)), <=, 1000);
  g_assert_true (core_prompt_begin (text->str, read, G_MAXUINT) == text->str);
}

/* Lines repeat: of all places that begin alike it is the one that was read. */
static void
test_begin_repeated (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *read = NULL;
  const char *begin;

  for (guint i = 0; i < 10; i++)
    {
      for (guint k = 0; k < 20; k++)
        g_string_append_printf (text, "the same line number %u\n", k);
      g_string_append_printf (text, "block %u ends\n", i);
    }
  begin = core_prompt_begin (text->str, NULL, 1200);
  read = g_strdup (begin);
  g_string_append (text, "and more\n");
  g_assert_true (g_str_has_prefix (core_prompt_begin (text->str, read, 100), read));
  g_string_erase (text, 0, strchr (text->str, '\n') + 1 - text->str); /* the window moves on */
  g_assert_true (g_str_has_prefix (core_prompt_begin (text->str, read, 100), read));
}

static void
test_begin_edges (void)
{
  g_autofree char *line = g_strnfill (100000, 'x');

  g_assert_cmpstr (core_prompt_begin ("", NULL, 1000), ==, "");
  g_assert_cmpstr (core_prompt_begin ("ab", "", 1000), ==, "ab");
  g_assert_cmpuint (strlen (core_prompt_begin (line, NULL, 1000)), ==, 4096); /* a line without end is cut */
  g_assert_cmpstr (core_prompt_begin ("a\nbcdefgh", NULL, 3), ==, "bcdefgh"); /* the last line is always read */
}

static void
test_suffix (void)
{
  g_assert_cmpuint (core_prompt_suffix ("ab\ncd\nef", 100), ==, 8);
  g_assert_cmpuint (core_prompt_suffix ("ab\ncd\nef", 7), ==, 6);
  g_assert_cmpuint (core_prompt_suffix ("abcdef", 3), ==, 3);
  g_assert_cmpuint (core_prompt_suffix ("", 3), ==, 0);
}

static char *
timed_answer (HunchQuery *query, gpointer user_data)
{
  return g_strdup ("ok");
}

/* The begin of the prompt stays while a person types; at leisure more is read, and later prompts begin there. */
static void
test_leisure (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  HunchQuery *query;
  gsize first, more;
  Rig rig;

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "line number %u\n", i);
  g_string_append_c (text, '|');
  rig_init (&rig, text->str, NULL);
  g_object_set (rig.settings, "speculate", FALSE, NULL);
  stub_completer_set_answer (rig.completer, timed_answer, NULL);
  rig_type (&rig, "a");
  rig_wait (&rig, 100);
  query = stub_completer_get_query (rig.completer);
  first = strlen (query->prefix);
  g_assert_cmpuint (first, <=, 1024);
  rig_wait (&rig, 3000);
  g_assert_cmpuint (stub_completer_count_queries (rig.completer), ==, 2);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpuint (query->max_tokens, ==, 0);
  more = strlen (query->prefix);
  g_assert_cmpuint (more, >, 2 * first);
  rig_assert_ghost (&rig, "ok"); /* what is shown stays */
  rig_type (&rig, "b");
  rig_wait (&rig, 100);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpuint (query->max_tokens, >, 0);
  g_assert_cmpuint (strlen (query->prefix), ==, more + 1);
  rig_wait (&rig, 30000); /* and no more of it */
  g_assert_cmpuint (stub_completer_count_queries (rig.completer), ==, 3);
  rig_clear (&rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/prompt/pace", test_pace);
  g_test_add_func ("/plugin/prompt/begin", test_begin);
  g_test_add_func ("/plugin/prompt/begin-repeated", test_begin_repeated);
  g_test_add_func ("/plugin/prompt/begin-edges", test_begin_edges);
  g_test_add_func ("/plugin/prompt/suffix", test_suffix);
  g_test_add_func ("/plugin/prompt/leisure", test_leisure);
  return g_test_run ();
}
