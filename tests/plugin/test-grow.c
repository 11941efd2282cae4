/* test-grow.c: suggestions that are shown line by line while they come.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

/* The first line is shown when it is whole, more lines as they come; what is shown only grows. */
static void
test_grows (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "ne\ntwo\nthree");
  stub_completer_hold (rig.completer, TRUE);
  rig_type (&rig, "o");
  rig_wait (&rig, 100);
  stub_completer_say (rig.completer, "n");
  stub_completer_say (rig.completer, "e");
  rig_assert_ghost (&rig, NULL);
  stub_completer_say (rig.completer, "\ntw");
  rig_assert_ghost (&rig, "ne");
  g_assert_true (hunch_suggester_is_busy (rig.suggester));
  stub_completer_say (rig.completer, "o");
  rig_assert_ghost (&rig, "ne");
  stub_completer_say (rig.completer, "\nthr");
  rig_assert_ghost (&rig, "ne\ntwo");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, "ne\ntwo\nthree");
  g_assert_false (hunch_suggester_is_busy (rig.suggester));
  g_assert_cmpuint (headless_host_count_shown (rig.host), ==, 3); /* never taken away between */
  rig_assert_text (&rig, "o\n");
  rig_clear (&rig);
}

static void
begin_growing (Rig *rig)
{
  rig_init_single (rig, "|\n", "ne\ntwo\nthree");
  stub_completer_hold (rig->completer, TRUE);
  rig_type (rig, "o");
  rig_wait (rig, 100);
  stub_completer_say (rig->completer, "ne\ntw");
  rig_assert_ghost (rig, "ne");
}

/* What is accepted while it grows is not asked again; the rest comes. */
static void
test_grows_accept (void)
{
  Rig rig;

  begin_growing (&rig);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_LINE));
  rig_assert_text (&rig, "one\n");
  rig_assert_ghost (&rig, NULL);
  stub_completer_say (rig.completer, "o\nth");
  rig_assert_ghost (&rig, "\ntwo");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_WORD));
  rig_assert_text (&rig, "one\ntwo\n");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, "\nthree");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "one\ntwo\nthree\n");
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, 0);
  rig_clear (&rig);
}

/* Nor what is typed as it is shown, or even before. */
static void
test_grows_typing (void)
{
  Rig rig;

  begin_growing (&rig);
  rig_type (&rig, "n");
  rig_assert_ghost (&rig, "e");
  rig_type (&rig, "e\n");
  rig_assert_ghost (&rig, NULL);
  rig_type (&rig, "t"); /* has come, but its line is not whole */
  rig_assert_ghost (&rig, NULL);
  stub_completer_say (rig.completer, "o\nthree");
  rig_assert_ghost (&rig, "wo");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, "wo\nthree");
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_clear (&rig);

  begin_growing (&rig);
  rig_type (&rig, "x"); /* something else */
  rig_assert_ghost (&rig, NULL);
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, NULL);
  g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, 1);
  rig_assert_text (&rig, "ox\n");
  rig_clear (&rig);
}

/* What ends a suggestion ends one that grows, and it does not come back. */
static void
test_grows_ends (void)
{
  for (guint i = 0; i < 5; i++)
    {
      Rig rig;

      begin_growing (&rig);
      if (i == 0)
        hunch_suggester_dismiss (rig.suggester);
      else if (i == 1)
        headless_host_move (rig.host, 0);
      else if (i == 2)
        headless_host_undo (rig.host);
      else if (i == 3)
        headless_host_set_flags (rig.host, HUNCH_HOST_COMPOSING);
      else
        g_object_set (rig.settings, "enabled", FALSE, NULL);
      rig_assert_ghost (&rig, NULL);
      stub_completer_say (rig.completer, "o\nthree\n");
      rig_assert_ghost (&rig, NULL);
      stub_completer_release (rig.completer);
      rig_settle ();
      rig_assert_ghost (&rig, NULL);
      g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, 1);
      rig_clear (&rig);
    }
}

/* An answer that was asked ahead is shown as far as it has come when it becomes the one that is waited for. */
static void
test_grows_ahead (void)
{
  Rig rig;

  rig_init (&rig, "|\n", "ne");
  rig_type (&rig, "o");
  rig_wait (&rig, 100);
  stub_completer_hold (rig.completer, TRUE);
  rig_wait (&rig, 50);
  stub_completer_set_text (rig.completer, " a\nb\nc");
  stub_completer_say (rig.completer, " a\nb");
  rig_assert_ghost (&rig, "ne");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_ghost (&rig, " a");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, " a\nb\nc");
  rig_clear (&rig);
}

/* Above text that is there, whole lines come as whole lines. */
static void
test_grows_above (void)
{
  Rig rig;

  rig_init_single (&rig, "void f() {\n  |}\n", "a();\n  b();\n}");
  stub_completer_hold (rig.completer, TRUE);
  rig_complete (&rig);
  stub_completer_say (rig.completer, "a();\n  b");
  rig_assert_ghost (&rig, "a();\n  ");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "void f() {\n  a();\n  }\n");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, "b();\n  ");
  rig_clear (&rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add_func ("/plugin/suggester/" path, func)
  ADD ("grows", test_grows);
  ADD ("grows-accept", test_grows_accept);
  ADD ("grows-typing", test_grows_typing);
  ADD ("grows-ends", test_grows_ends);
  ADD ("grows-ahead", test_grows_ahead);
  ADD ("grows-above", test_grows_above);
#undef ADD
  return g_test_run ();
}
