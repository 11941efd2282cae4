/* test-nfc.c: the shortcuts of normalization change nothing: the result is GLib's, for every character and for heaps of marks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/nfc.h"

static void
assert_nfc (const char *text)
{
  g_autofree char *expected = g_utf8_normalize (text, -1, G_NORMALIZE_NFC);
  g_autoptr (GString) out = hunch_nfc (text, strlen (text));

  g_assert_cmpstr (out != NULL ? out->str : text, ==, expected);
}

/* Each character after a letter, after a mark, and before a mark. */
static void
test_every_character (void)
{
  for (gunichar c = 1; c < 0x110000; c = c == 0xd7ff ? 0xe000 : c + 1)
    {
      char text[32];
      int n = 0;

      if (c > 0x3400 && c < 0xf900 && c % 64 != 0) /* nothing happens there */
        continue;
      if (c >= 0x30000 && c % 1024 != 0)
        continue;
      text[n++] = 'o';
      n += g_unichar_to_utf8 (c, text + n);
      n += g_unichar_to_utf8 (0x323, text + n);
      n += g_unichar_to_utf8 (c, text + n);
      text[n++] = 'x';
      n += g_unichar_to_utf8 (c, text + n);
      text[n] = '\0';
      assert_nfc (text);
      assert_nfc (text + 1);
    }
}

static void
test_random (void)
{
  static const gunichar some[]
      = { 'a',    'e',    'o',   '<',    0xe9,  0x300, 0x301,   0x302,   0x323,   0x327,   0x344,  0x345,
          0x5b0,  0x5bc,  0x653, 0x93c,  0x94d, 0x928, 0xf71,   0xf72,   0xf73,   0x1100,  0x1161, 0x11a8,
          0xac00, 0x2126, 0x338, 0xfb2c, 0x9be, 0x9c7, 0x1d15e, 0x1d165, 0x110ba, 0x11099, 0x2f800 };

  for (guint turn = 0; turn < 20000; turn++)
    {
      g_autoptr (GString) s = g_string_new (NULL);

      for (guint n = g_test_rand_int_range (0, turn % 100 == 0 ? 200 : 12); n > 0; n--)
        g_string_append_unichar (s, some[g_test_rand_int_range (0, G_N_ELEMENTS (some))]);
      assert_nfc (s->str);
    }
}

static void
assert_becomes (const char *text, gsize n, const char *expected, gsize n_expected)
{
  g_autoptr (GString) out = hunch_nfc (text, n);

  g_assert_nonnull (out);
  g_assert_cmpmem (out->str, out->len, expected, n_expected);
}

/* What is no UTF-8, and NUL, stays, and nothing composes across it. */
static void
test_bytes (void)
{
  assert_becomes ("\xff\xcc\x81"
                  "e\xcc\x81\xff\xcc\x81",
                  9, "\xff\xcc\x81\xc3\xa9\xff\xcc\x81", 8);
  assert_becomes ("e\xcc\x81\0\xcc\x81", 6, "\xc3\xa9\0\xcc\x81", 5);
  assert_becomes ("\xe2\x84\xa6\xe2\x84", 5, "\xce\xa9\xe2\x84", 4);
  g_assert_null (hunch_nfc ("\xff\xfe plain\xcc", 9));
  g_assert_null (hunch_nfc ("", 0));
}

/* Half a million marks on one letter; that it is linear work is in test-linear.c. */
static void
test_many_marks (void)
{
  g_autoptr (GString) s = g_string_new ("a");
  g_autoptr (GString) out = NULL;

  for (guint i = 0; i < 250000; i++)
    g_string_append (s, "\xcc\x81\xcc\xa3"); /* U+0301, class 230, and U+0323, class 220 */
  out = hunch_nfc (s->str, s->len);
  g_assert_nonnull (out);
  g_assert_true (g_str_has_prefix (out->str, "\xe1\xba\xa1\xcc\xa3")); /* U+1EA1 */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nfc/every-character", test_every_character);
  g_test_add_func ("/nfc/random", test_random);
  g_test_add_func ("/nfc/bytes", test_bytes);
  g_test_add_func ("/nfc/many-marks", test_many_marks);
  return g_test_run ();
}
