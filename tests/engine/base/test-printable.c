/* test-printable.c: what is shown is one line of UTF-8 that no terminal acts upon.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/base/printable.h"

#include <string.h>

static void
expect (const char *bytes, gssize n, gsize max, const char *shown)
{
  g_autofree char *got = hunch_printable (bytes, n, max);

  g_assert_cmpstr (got, ==, shown);
  g_assert_true (g_utf8_validate (got, -1, NULL));
}

static void
test_printable (void)
{
  expect ("", -1, 0, "");
  expect ("plain", -1, 0, "plain");
  expect ("a\nb\tc\rd", -1, 0, "a\\nb\\tc\\rd");
  expect ("\x1b[31m\x7f", -1, 0, "\\x1b[31m\\x7f");
  expect ("a\0b", 3, 0, "a\\x00b");
  expect ("caf\xc3\xa9 文 \xf0\x9f\x98\x80", -1, 0, "café 文 😀");
  expect ("\u202eabc", -1, 0, "\\u{202e}abc");
  expect ("\xff\xc3", 2, 0, "\\xff\\xc3");
  expect ("\xe6\x96", 2, 0, "\\xe6\\x96");
  expect ("\xed\xa0\x80", 3, 0, "\\xed\\xa0\\x80");
  expect ("\xc0\x80", 2, 0, "\\xc0\\x80");
  expect ("%s%n", -1, 0, "%s%n");
  expect ("abcdef", -1, 6, "abcdef");
  expect ("abcdef", -1, 3, "abc…");
  expect ("文文文", -1, 2, "文文…");
}

/* A character that would reach past the given length is not looked at. */
static void
test_bounds (void)
{
  char *bytes = g_malloc (2);

  memcpy (bytes, "a\xe6", 2);
  expect (bytes, 2, 0, "a\\xe6");
  g_free (bytes);
}

static void
test_checked (void)
{
  guint64 out = 5;

  g_assert_false (hunch_mul_u64 ((guint64) 1 << 32, (guint64) 1 << 32, &out));
  g_assert_false (hunch_add_u64 (G_MAXUINT64, 1, &out));
  g_assert_cmpuint (out, ==, 5);
  g_assert_true (hunch_mul_u64 (G_MAXUINT32, G_MAXUINT32, &out));
  g_assert_cmpuint (out, ==, (guint64) G_MAXUINT32 * G_MAXUINT32);
  g_assert_true (hunch_add_u64 (G_MAXUINT64 - 1, 1, &out));
  g_assert_cmpuint (out, ==, G_MAXUINT64);
  g_assert_cmpuint (hunch_round_up (0, 32), ==, 0);
  g_assert_cmpuint (hunch_round_up (33, 32), ==, 64);
  g_assert_cmpuint (hunch_div_up (33, 32), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/printable", test_printable);
  g_test_add_func ("/base/printable/bounds", test_bounds);
  g_test_add_func ("/base/checked", test_checked);
  return g_test_run ();
}
