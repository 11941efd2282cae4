/* test-json-scan.c: JSON that would fill the stack or memory is seen before a parser gets it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/json-scan.h"

#include <string.h>

static gboolean
scan (const char *text, guint deepest, gsize most)
{
  return hunch_json_scan (text, strlen (text), deepest, most);
}

static void
test_depth (void)
{
  g_assert_true (scan ("[[[]]]", 3, 100));
  g_assert_false (scan ("[[[[]]]]", 3, 100));
  g_assert_true (scan ("[[],[],[],[]]", 2, 100));
  g_assert_true (scan ("{\"a\": \"[[[[\", \"b\\\"[[[[\": []}", 2, 100));
  g_assert_false (scan ("{\"a\\\\\": [[]]}", 2, 100));
  g_assert_true (scan ("]]]]}}}}[", 1, 100));
}

static void
test_values (void)
{
  g_assert_true (scan ("[1,2,3]", 1, 4));
  g_assert_false (scan ("[1,2,3]", 1, 3));
  g_assert_true (scan ("\"a,b,c,d\"", 1, 1));
}

/* Neither a string without an end nor a backslash at the end leads past it. */
static void
test_ends (void)
{
  static const char *const texts[] = { "", "\"", "\"\\", "\"abc", "\"\\\"", "{\"a" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *bytes = g_memdup2 (texts[i], strlen (texts[i]));

      g_assert_true (hunch_json_scan (bytes, strlen (texts[i]), 4, 4));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-scan/depth", test_depth);
  g_test_add_func ("/json-scan/values", test_values);
  g_test_add_func ("/json-scan/ends", test_ends);
  return g_test_run ();
}
