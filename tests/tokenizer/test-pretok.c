/* test-pretok.c: the scanners cut where the published patterns do, which GLib's regular expressions run beside them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/tokenizer/tok-common.h"
#include "tokenizer/pretok.h"
#include "tokenizer/unicode.h"

/* \s of the reference tokenizers is White_Space; PCRE's differs, so it is spelt out. */
#define S    "\\t-\\r \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}"
#define GPT2 "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^" S "\\p{L}\\p{N}]+|[" S "]+(?![^" S "])|[" S "]+"
#define GPT4(k)                                                                                                        \
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}" k "| ?[^" S "\\p{L}\\p{N}]+[\\r\\n]*|[" S        \
  "]*[\\r\\n]+|[" S "]+(?![^" S "])|[" S "]+"

static const char *const bits[] = {
  "'s",     "'S",       "'\xc5\xbf", "'t",     "'rE",    "'ve",    "'M",     "'ll",        "'lL",    "'d",
  "'",      "''",       "x",         "Zz",     "é",      "ß",      "ﬁ",      "ǅ",          "ʰ",      "中",
  "ا",      "नि",       "1",         "23",     "4567",   "٣",      "½",      "Ⅷ",          "三",     " ",
  "  ",     "   ",      "\t",        "\n",     "\n\n",   "\r",     "\r\n",   "\v",         "\f",     "\x1c",
  "\x1f",   "\xc2\x85", "\u00a0",    "\u1680", "\u2003", "\u2028", "\u2029", "\u202f",     "\u205f", "\u3000",
  "\u200b", "\ufeff",   "\u180e",    "!",      "...",    "_",      "+=",     "€",          "\u0301", "\u20d0",
  "🦙",   "\u200d",   "\ue000",    "\x01",   "\x7f",   "𝐱",      "𒀀",      "\U000e0101",
};

static char *
random_text (void)
{
  GString *s = g_string_new (NULL);

  for (guint n = g_test_rand_int_range (0, 14); n > 0; n--)
    g_string_append (s, bits[g_test_rand_int_range (0, G_N_ELEMENTS (bits))]);
  return g_string_free (s, FALSE);
}

/* Ends of the pieces of text[from..to), by the pattern, appended. */
static void
cut_by_pattern (GRegex *regex, const char *text, gsize from, gsize to, GArray *ends)
{
  g_autofree char *part = g_strndup (text + from, to - from);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (regex, part, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      int start, end;
      gsize at;

      g_match_info_fetch_pos (match, 0, &start, &end);
      at = from + end;
      g_array_append_val (ends, at);
    }
}

static void
test_pattern (const char *name, const char *pattern, gboolean lone_digits)
{
  const HunchPretok *p = hunch_pretok_by_name (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &error);

  g_assert_no_error (error);
  g_assert_nonnull (p);
  for (guint turn = 0; turn < 20000; turn++)
    {
      g_autofree char *text = random_text ();
      gsize len = strlen (text), from = 0;
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (gsize));
      guint i = 0;

      /* Digits first: each is a piece, and the pattern sees what is between them as whole texts. */
      for (gsize at = 0, next; lone_digits && at < len; at = next)
        {
          next = g_utf8_next_char (text + at) - text;
          switch (g_unichar_type (g_utf8_get_char (text + at)))
            {
            case G_UNICODE_DECIMAL_NUMBER:
            case G_UNICODE_LETTER_NUMBER:
            case G_UNICODE_OTHER_NUMBER:
              cut_by_pattern (regex, text, from, at, expected);
              g_array_append_val (expected, next);
              from = next;
              break;
            default:
              break;
            }
        }
      cut_by_pattern (regex, text, from, len, expected);
      for (gsize at = 0; at < len; i++)
        {
          gsize end = p->scan (p, hunch_char_classes (), (const guint8 *) text, at, len);

          g_assert_cmpuint (i, <, expected->len);
          if (end != g_array_index (expected, gsize, i))
            g_error ("%s: \"%s\": piece %u ends at %zu, not %zu", name, text, i, end,
                     g_array_index (expected, gsize, i));
          at = end;
        }
      g_assert_cmpuint (i, ==, expected->len);
    }
}

static void
test_gpt2 (void)
{
  test_pattern ("gpt-2", GPT2, FALSE);
}

static void
test_smollm (void)
{
  test_pattern ("smollm", GPT2, TRUE);
}

static void
test_llama3 (void)
{
  test_pattern ("llama-bpe", GPT4 ("{1,3}"), FALSE);
}

static void
test_qwen2 (void)
{
  test_pattern ("qwen2", GPT4 (""), FALSE);
}

/* Any bytes are cut into pieces that are not empty and end where the text does. */
static void
test_bytes (void)
{
  static const char *const names[] = { "gpt-2", "smollm", "llama-bpe", "qwen2" };
  guint8 *text = NULL;

  for (guint turn = 0; turn < 8000; turn++)
    {
      const HunchPretok *p = hunch_pretok_by_name (names[turn % G_N_ELEMENTS (names)]);
      gsize len = g_test_rand_int_range (0, 24);

      text = g_realloc (text, MAX (len, 1)); /* as long as it says, so that a sanitizer sees one byte more */
      for (gsize i = 0; i < len; i++)
        text[i] = g_test_rand_int_range (0, 2) ? g_test_rand_int_range (0, 256)
                                               : "' \n1sl\xc3\xe2\x80\xa0\xf0"[g_test_rand_int_range (0, 11)];
      for (gsize at = 0, end; at < len; at = end)
        {
          end = p->scan (p, hunch_char_classes (), text, at, len);
          g_assert_cmpuint (end, >, at);
          g_assert_cmpuint (end, <=, len);
        }
    }
  g_free (text);
}

static void
test_names (void)
{
  g_assert_null (hunch_pretok_by_name ("zebra-9"));
  g_assert_null (hunch_pretok_by_name (""));
  g_assert_true (hunch_pretok_by_name ("gpt2") == hunch_pretok_by_name ("gpt-2"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pretok/gpt-2", test_gpt2);
  g_test_add_func ("/pretok/smollm", test_smollm);
  g_test_add_func ("/pretok/llama-bpe", test_llama3);
  g_test_add_func ("/pretok/qwen2", test_qwen2);
  g_test_add_func ("/pretok/bytes", test_bytes);
  g_test_add_func ("/pretok/names", test_names);
  return g_test_run ();
}
