/* test-text.c: cursors in text of many scripts, words, line breaks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/hunch-text.h"
#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

static const struct
{
  const char *name, *prefix, *suffix;
  gsize bytes, chars, utf16;
} cursors[] = {
  { "han-string", "s = \"数值=", "\" + x", 12, 8, 8 },
  { "zwj-family", "name = \"👨\u200d👩\u200d👧\u200d👦", "\"", 33, 15, 19 },
  { "combining", "cafe\u0301", " noir", 6, 5, 5 },
  { "rtl", "שלום", " עולם", 8, 4, 4 },
  { "crlf-multibyte", "é\r\nü", "\r\n", 6, 4, 4 },
};

/* The engine is given what stands around the cursor, and what is accepted lands there. */
static void
test_cursor (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data), chars, utf16;
  g_autofree char *text = g_strconcat (cursors[i].prefix, "|", cursors[i].suffix, NULL);
  g_autofree char *plain = g_strconcat (cursors[i].prefix, cursors[i].suffix, NULL);
  g_autofree char *result = g_strconcat (cursors[i].prefix, "Z", cursors[i].suffix, NULL);
  g_autofree char *prefix = core_text_to_lf (cursors[i].prefix);
  g_autofree char *suffix = core_text_to_lf (cursors[i].suffix);
  Rig rig;

  g_assert_true (hunch_text_offsets (plain, cursors[i].bytes, &chars, &utf16));
  g_assert_cmpuint (chars, ==, cursors[i].chars);
  g_assert_cmpuint (utf16, ==, cursors[i].utf16);
  rig_init (&rig, text, "Z");
  g_object_set (rig.settings, "speculate", FALSE, NULL);
  rig_complete (&rig);
  g_assert_cmpstr (hunch_query_get_prefix (stub_completer_get_query (rig.completer)), ==, prefix);
  g_assert_cmpstr (hunch_query_get_suffix (stub_completer_get_query (rig.completer)), ==, suffix);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, result);
  g_assert_cmpuint (headless_host_get_cursor (rig.host), ==, cursors[i].bytes + 1);
  rig_clear (&rig);
}

static void
test_bad_offsets (void)
{
  gsize chars = 77;

  g_assert_false (hunch_text_offsets ("é", 1, &chars, NULL)); /* inside a character */
  g_assert_false (hunch_text_offsets ("é", 3, &chars, NULL)); /* past the end */
  g_assert_cmpuint (chars, ==, 77);
  g_assert_true (hunch_text_offsets ("", 0, NULL, NULL));
}

static void
test_word_step (void)
{
  const struct
  {
    const char *text, *step;
  } steps[] = {
    { "foo bar", "foo" },
    { "  foo(bar)", "  foo" },
    { "(bar)", "(" },
    { "();\nx", "();" },
    { "\n    return x", "\n    return" },
    { "größe x", "größe" },
    { "cafe\u0301s", "cafe\u0301s" },
    { "数值=1", "数" },
    { "abc数值", "abc" },
    { "👨\u200d👩\u200d👧 x", "👨\u200d👩\u200d👧" },
    { "👍🏽👍", "👍🏽👍" },
    { "שלום עולם", "שלום" },
    { "   ", "   " },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *step = g_strndup (steps[i].text, core_text_word_step (steps[i].text));

      g_assert_cmpstr (step, ==, steps[i].step);
    }
}

static void
test_line_step (void)
{
  g_assert_cmpuint (core_text_line_step ("a b\nc"), ==, 3);
  g_assert_cmpuint (core_text_line_step ("\nc d\ne"), ==, 4);
  g_assert_cmpuint (core_text_line_step ("\n\nc"), ==, 3);
  g_assert_cmpuint (core_text_line_step ("a"), ==, 1);
  g_assert_cmpuint (core_text_line_step (""), ==, 0);
}

static void
test_newlines (void)
{
  g_autofree char *lf = core_text_to_lf ("a\r\nb\rc\nd\r\n");
  g_autofree char *bad = core_text_to_lf ("a\xff"
                                          "b");
  g_autofree char *crlf = core_text_from_lf ("a\nb\n", CORE_NEWLINE_CRLF);
  g_autofree char *cr = core_text_from_lf ("a\nb\n", CORE_NEWLINE_CR);

  g_assert_cmpstr (lf, ==, "a\nb\nc\nd\n");
  g_assert_cmpstr (bad, ==, "a\uFFFDb");
  g_assert_cmpstr (crlf, ==, "a\r\nb\r\n");
  g_assert_cmpstr (cr, ==, "a\rb\r");
  g_assert_cmpint (core_text_newline ("a\r\nb\nc", ""), ==, CORE_NEWLINE_LF); /* the nearest counts */
  g_assert_cmpint (core_text_newline ("a\nb\r\nc", ""), ==, CORE_NEWLINE_CRLF);
  g_assert_cmpint (core_text_newline ("a", "b\r\nc"), ==, CORE_NEWLINE_CRLF);
  g_assert_cmpint (core_text_newline ("a", "b\rc"), ==, CORE_NEWLINE_CR);
  g_assert_cmpint (core_text_newline ("", ""), ==, CORE_NEWLINE_LF);
}

/* The breaks are the text's, even where one line of it is read. */
static void
test_one_line (void)
{
  Rig rig;

  rig_init_single (&rig, "a\r\nb|", "c\nd");
  g_object_set (rig.settings, "lines-before", 1, NULL);
  rig_complete (&rig);
  g_assert_cmpstr (hunch_query_get_prefix (stub_completer_get_query (rig.completer)), ==, "b");
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, "a\r\nbc\r\nd");
  rig_clear (&rig);
}

static void
test_windows (void)
{
  const char *text = "a\nb\nc";

  g_assert_cmpstr (core_text_last_lines (text, 1, 100), ==, "c");
  g_assert_cmpstr (core_text_last_lines (text, 2, 100), ==, "b\nc");
  g_assert_cmpstr (core_text_last_lines (text, 9, 100), ==, text);
  g_assert_cmpstr (core_text_last_lines (text, 9, 2), ==, "\nc");
  g_assert_cmpstr (core_text_last_lines ("aé", 9, 1), ==, ""); /* half a character is none */
  g_assert_cmpstr (core_text_last_lines (text, 0, 100), ==, "");
  g_assert_cmpuint (core_text_first_lines (text, 1, 100), ==, 2);
  g_assert_cmpuint (core_text_first_lines (text, 9, 100), ==, 5);
  g_assert_cmpuint (core_text_first_lines ("éa", 9, 1), ==, 0);
  g_assert_cmpuint (core_text_first_lines (text, 0, 100), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cursors); i++)
    {
      g_autofree char *path = g_strconcat ("/plugin/cursor/", cursors[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_cursor);
    }
  g_test_add_func ("/plugin/text/bad-offsets", test_bad_offsets);
  g_test_add_func ("/plugin/text/word-step", test_word_step);
  g_test_add_func ("/plugin/text/line-step", test_line_step);
  g_test_add_func ("/plugin/text/newlines", test_newlines);
  g_test_add_func ("/plugin/text/one-line", test_one_line);
  g_test_add_func ("/plugin/text/windows", test_windows);
  return g_test_run ();
}
