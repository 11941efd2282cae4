/* test-suggester.c: what is shown, typed through, accepted, explained, and goes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/plugin/rig.h"

/* Lets the text change without a word. */
static void
type_silently (Rig *rig, const char *text)
{
  g_signal_handlers_block_matched (rig->host, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, rig->suggester);
  headless_host_type (rig->host, text);
  g_signal_handlers_unblock_matched (rig->host, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, rig->suggester);
}

/* A host that forgets to say that its text changed gets nothing wrong shown or inserted. */
static void
test_silent_host (void)
{
  Rig rig;

  rig_init_single (&rig, "fo|\n", "o()");
  stub_completer_hold (rig.completer, TRUE);
  rig_complete (&rig);
  type_silently (&rig, "x");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, NULL);
  stub_completer_hold (rig.completer, FALSE);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "o()");
  type_silently (&rig, "x");
  g_assert_false (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_ghost (&rig, NULL);
  rig_assert_text (&rig, "foxx\n");
  rig_clear (&rig);
}

static void
test_type_through (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "oo(bar)");
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  rig_assert_ghost (&rig, "oo(bar)");
  rig_type (&rig, "o");
  rig_assert_ghost (&rig, "o(bar)");
  rig_type (&rig, "o");
  rig_assert_ghost (&rig, "(bar)");
  rig_wait (&rig, 1000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_assert_text (&rig, "foo\n");
  rig_type (&rig, "x");
  rig_assert_ghost (&rig, NULL);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_clear (&rig);
}

/* The host closes a bracket by itself: the ghost must not close it again. */
static void
test_type_through_closed_bracket (void)
{
  Rig rig;

  rig_init_single (&rig, "foo|\n", "(bar)");
  rig_complete (&rig);
  headless_host_type_pair (rig.host, "(", ")");
  rig_assert_ghost (&rig, "bar");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "foo(bar)\n");
  rig_clear (&rig);
}

static void
test_type_through_lines (void)
{
  Rig rig;

  rig_init_single (&rig, "if x:|", "\n    y()\n    z()");
  g_object_set (rig.settings, "lines-before", 1, NULL); /* the window moves on with each line */
  rig_complete (&rig);
  headless_host_type (rig.host, "\n    "); /* the host indents */
  rig_assert_ghost (&rig, "y()\n    z()");
  rig_type (&rig, "y()");
  rig_assert_ghost (&rig, "\n    z()");
  rig_clear (&rig);
}

static void
test_accept_parts (void)
{
  Rig rig;

  rig_init_single (&rig, "x|\n", " = foo(1)\ny = 2\nz = 3");
  rig_complete (&rig);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_WORD));
  rig_assert_text (&rig, "x =\n");
  rig_assert_ghost (&rig, " foo(1)\ny = 2\nz = 3");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_WORD));
  rig_assert_text (&rig, "x = foo\n");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_LINE));
  rig_assert_text (&rig, "x = foo(1)\n");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_LINE));
  rig_assert_text (&rig, "x = foo(1)\ny = 2\n");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "x = foo(1)\ny = 2\nz = 3\n");
  rig_assert_ghost (&rig, NULL);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  for (guint i = 0; i < 5; i++)
    g_assert_true (headless_host_undo (rig.host));
  g_assert_false (headless_host_is_modified (rig.host));
  rig_assert_text (&rig, "x\n");
  rig_clear (&rig);
}

static void
test_accept_races_debounce (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "oo");
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  rig_assert_ghost (&rig, "oo");
  rig_type (&rig, "x");
  g_assert_false (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "fx\n");
  rig_clear (&rig);
}

static void
test_accept_blocked (void)
{
  const HunchHostFlags flags[]
      = { HUNCH_HOST_READ_ONLY, HUNCH_HOST_SELECTION, HUNCH_HOST_COMPOSING, HUNCH_HOST_PRIVATE };
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo");
  g_assert_false (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      headless_host_set_flags (rig.host, HUNCH_HOST_NONE);
      rig_complete (&rig);
      rig_assert_ghost (&rig, "oo");
      headless_host_set_flags (rig.host, flags[i]);
      rig_assert_ghost (&rig, NULL);
      g_assert_false (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
      g_assert_nonnull (hunch_suggester_get_reason (rig.suggester));
      rig_complete (&rig);
      rig_assert_ghost (&rig, NULL);
      g_assert_cmpstr (hunch_suggester_get_status (rig.suggester), ==, hunch_suggester_get_reason (rig.suggester));
    }
  rig_assert_text (&rig, "f\n");
  rig_clear (&rig);
}

static void
test_ghost_goes (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo");
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  hunch_suggester_dismiss (rig.suggester);
  rig_assert_ghost (&rig, NULL);
  rig_wait (&rig, 5000);
  rig_assert_ghost (&rig, NULL);
  headless_host_type (rig.host, "!");
  headless_host_undo (rig.host);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  headless_host_move (rig.host, 0);
  rig_assert_ghost (&rig, NULL);
  headless_host_move (rig.host, 1);
  rig_complete (&rig);
  headless_host_type (rig.host, "z");
  rig_assert_ghost (&rig, NULL);
  headless_host_undo (rig.host); /* no person typed: nothing comes by itself */
  rig_wait (&rig, 1000);
  rig_assert_ghost (&rig, NULL);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  hunch_host_closing (HUNCH_HOST (rig.host));
  rig_assert_ghost (&rig, NULL);
  rig_assert_text (&rig, "f\n");
  rig_clear (&rig);
}

/* Many hosts come and go with suggestions shown, none is kept alive; rig_clear asserts it. */
static void
test_no_growth (void)
{
  for (guint i = 0; i < 200; i++)
    {
      Rig rig;

      rig_init (&rig, "f|\n", "oo");
      rig_complete (&rig);
      rig_assert_ghost (&rig, "oo");
      rig_clear (&rig);
    }
}

static void
test_explain (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo(bar)");
  hunch_suggester_explain (rig.suggester); /* nothing is shown */
  g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
  rig_complete (&rig);
  hunch_suggester_explain (rig.suggester);
  g_assert_true (hunch_suggester_is_busy (rig.suggester));
  rig_settle ();
  g_assert_nonnull (strstr (headless_host_get_explanation (rig.host), "'oo(bar)'         75.00 %   'a\\nb' 25.00 %"));
  g_assert_cmpuint (g_variant_n_children (hunch_suggester_get_explanation (rig.suggester)), ==, 1);
  rig_assert_ghost (&rig, "oo(bar)");
  rig_assert_text (&rig, "f\n");

  rig_type (&rig, "o"); /* of what is left nothing was said */
  rig_settle ();
  rig_assert_ghost (&rig, "o(bar)");
  g_assert_null (hunch_suggester_get_explanation (rig.suggester));
  hunch_suggester_explain (rig.suggester);
  rig_settle ();
  g_assert_nonnull (strstr (headless_host_get_explanation (rig.host), "'o(bar)'"));
  hunch_suggester_dismiss (rig.suggester);
  g_assert_null (hunch_suggester_get_explanation (rig.suggester));
  rig_clear (&rig);
}

/* An answer for what is not shown any more is dropped. */
static void
test_explain_late (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo(bar)");
  rig_complete (&rig);
  stub_completer_hold (rig.completer, TRUE);
  hunch_suggester_explain (rig.suggester);
  rig_type (&rig, "o");
  stub_completer_release (rig.completer);
  rig_settle ();
  g_assert_null (headless_host_get_explanation (rig.host));
  rig_assert_ghost (&rig, "o(bar)");
  rig_clear (&rig);
}

static gsize
resident_pages (void)
{
  g_autofree char *statm = NULL;
  gsize pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL))
    sscanf (statm, "%*u %zu", &pages);
  return pages;
}

/* A document is opened, 200 suggestions are shown in it, 20 of them accepted, and it is closed. */
static void
use_document (void)
{
  Rig rig;

  rig_init (&rig, "f|\n", "oo (bar);");
  for (guint i = 0; i < 200; i++)
    {
      rig_complete (&rig);
      rig_assert_ghost (&rig, "oo (bar);");
      if (i % 10 > 0)
        hunch_suggester_dismiss (rig.suggester);
      else
        {
          g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
          headless_host_type (rig.host, "\nf");
        }
    }
  rig_clear (&rig);
}

static void
test_memory_growth (void)
{
  gsize before, after;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("the sanitizer keeps what is freed");
  return;
#endif
  for (guint i = 0; i < 10; i++)
    use_document ();
  before = resident_pages ();
  for (guint i = 0; i < 100; i++)
    use_document ();
  after = resident_pages ();
  if (before == 0)
    g_test_skip ("there is no /proc/self/statm");
  g_assert_cmpuint (after, <=, before + before / 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add_func ("/plugin/suggester/" path, func)
  ADD ("silent-host", test_silent_host);
  ADD ("type-through", test_type_through);
  ADD ("type-through-closed-bracket", test_type_through_closed_bracket);
  ADD ("type-through-lines", test_type_through_lines);
  ADD ("accept-parts", test_accept_parts);
  ADD ("accept-races-debounce", test_accept_races_debounce);
  ADD ("accept-blocked", test_accept_blocked);
  ADD ("ghost-left-behind", test_ghost_goes);
  ADD ("explain", test_explain);
  ADD ("explain-late", test_explain_late);
  ADD ("no-growth", test_no_growth);
  ADD ("memory-growth", test_memory_growth);
#undef ADD
  return g_test_run ();
}
