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
#define CONTRACTION "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define UP          "\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}"
#define LOW         "\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}"
#define O200K(c, k)                                                                                                    \
  "[^\\r\\n\\p{L}\\p{N}]?[" UP "]*[" LOW "]+" c "|[^\\r\\n\\p{L}\\p{N}]?[" UP "]+[" LOW "]*" c "|\\p{N}" k "| ?[^" S   \
  "\\p{L}\\p{N}]+[\\r\\n/]*|[" S "]*[\\r\\n]+|[" S "]+(?![^" S "])|[" S "]+"
/* The letters with case that deepseek-llm lists. */
#define CASED                                                                                                          \
  "\\x{0041}-\\x{005A}\\x{0061}-\\x{007A}\\x{00B5}\\x{00C0}-\\x{00D6}\\x{00D8}-\\x{00F6}"                              \
  "\\x{00F8}-\\x{01BA}\\x{01BC}-\\x{01BF}\\x{01C4}-\\x{0293}\\x{0295}-\\x{02AF}"                                       \
  "\\x{0370}-\\x{0373}\\x{0376}-\\x{0377}\\x{037B}-\\x{037D}\\x{037F}\\x{0386}"                                        \
  "\\x{0388}-\\x{038A}\\x{038C}\\x{038E}-\\x{03A1}\\x{03A3}-\\x{03F5}\\x{03F7}-\\x{0481}"                              \
  "\\x{048A}-\\x{052F}\\x{0531}-\\x{0556}\\x{10A0}-\\x{10C5}\\x{13A0}-\\x{13F5}"                                       \
  "\\x{13F8}-\\x{13FD}\\x{1C90}-\\x{1CBA}\\x{1CBD}-\\x{1CBF}\\x{1D00}-\\x{1D2B}"                                       \
  "\\x{1D6B}-\\x{1D77}\\x{1D79}-\\x{1D9A}\\x{1E00}-\\x{1F15}\\x{1F18}-\\x{1F1D}"                                       \
  "\\x{1F20}-\\x{1F45}\\x{1F48}-\\x{1F4D}\\x{1F50}-\\x{1F57}\\x{1F59}\\x{1F5B}\\x{1F5D}"                               \
  "\\x{1F5F}-\\x{1F7D}\\x{1F80}-\\x{1FB4}\\x{1FB6}-\\x{1FBC}\\x{1FBE}\\x{1FC2}-\\x{1FC4}"                              \
  "\\x{1FC6}-\\x{1FCC}\\x{1FD0}-\\x{1FD3}\\x{1FD6}-\\x{1FDB}\\x{1FE0}-\\x{1FEC}"                                       \
  "\\x{1FF2}-\\x{1FF4}\\x{1FF6}-\\x{1FFC}\\x{2102}\\x{2107}\\x{210A}-\\x{2113}\\x{2115}"                               \
  "\\x{2119}-\\x{211D}\\x{2124}\\x{2126}\\x{2128}\\x{212A}-\\x{212D}\\x{212F}-\\x{2134}"                               \
  "\\x{2139}\\x{213C}-\\x{213F}\\x{2145}-\\x{2149}\\x{214E}\\x{2183}-\\x{2184}"                                        \
  "\\x{2C00}-\\x{2C7B}\\x{2C7E}-\\x{2CE4}\\x{2CEB}-\\x{2CEE}\\x{2CF2}-\\x{2CF3}"                                       \
  "\\x{A640}-\\x{A66D}\\x{A680}-\\x{A69B}\\x{A722}-\\x{A76F}\\x{A771}-\\x{A787}"                                       \
  "\\x{A78B}-\\x{A78E}\\x{AB70}-\\x{ABBF}\\x{FB00}-\\x{FB06}\\x{FB13}-\\x{FB17}"                                       \
  "\\x{FF21}-\\x{FF3A}\\x{FF41}-\\x{FF5A}\\x{10400}-\\x{1044F}\\x{104B0}-\\x{104D3}"                                   \
  "\\x{104D8}-\\x{104FB}\\x{10C80}-\\x{10CB2}\\x{10CC0}-\\x{10CF2}\\x{118A0}-\\x{118DF}"                               \
  "\\x{1E900}-\\x{1E943}"
#define WIDE "[\\x{4e00}-\\x{9fa5}\\x{800}-\\x{4e00}\\x{ac00}-\\x{d7ff}]+"

/* The patterns of a name, each applied within the pieces of the one before: a match is a piece, and so is what lies
 * between two. */
static const struct
{
  const char *name;
  const char *patterns[7];
} known[] = {
  { "gpt-2", { GPT2 } },
  { "smollm", { "\\p{N}", GPT2 } },
  { "llama-bpe", { GPT4 ("{1,3}") } },
  { "nanochat", { GPT4 ("{1,2}") } },
  { "qwen2", { GPT4 ("") } },
  { "qwen35",
    { CONTRACTION "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^" S "\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|[" S
                  "]*[\\r\\n]+|[" S "]+(?![^" S "])|[" S "]+" } },
  { "seed-coder",
    { CONTRACTION "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^" S "\\p{L}\\p{N}\\r\\n]+|[" S "]*[\\r\\n]+|[" S
                  "]+(?![^" S "])|[" S "]+" } },
  { "gpt-4o", { O200K (CONTRACTION "?", "{1,3}") } },
  { "tekken", { O200K ("", "") } },
  { "deepseek-coder", { "[\\r\\n]", "[" S "]?\\p{L}+", "[" S "]?\\p{P}+", WIDE, "\\p{N}" } },
  { "deepseek-llm",
    { "[\\r\\n]", "[" S "]?[" CASED "]+",
      "[" S "]?[!-/:-~\\x{ff01}-\\x{ff0f}\\x{ff1a}-\\x{ff5e}\\x{2018}-\\x{201f}\\x{3000}-\\x{3002}]+", "[" S "]+\\z",
      WIDE, "\\p{N}" } },
  { "deepseek-v3",
    { "\\p{N}{1,3}", "[\\x{4e00}-\\x{9fa5}\\x{3040}-\\x{30ff}]+",
      "[!-/:-@\\[-`{-~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|[" S
      "]*[\\r\\n]+|[" S "]+(?![^" S "])|[" S "]+" } },
};

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

/* The ends of the pieces, in ends, cut by one pattern more. */
static GArray *
cut_again (GRegex *regex, const char *text, GArray *ends)
{
  GArray *cut = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize from = 0;

  for (guint i = 0; i < ends->len; i++)
    {
      gsize end = g_array_index (ends, gsize, i);
      g_autofree char *piece = g_strndup (text + from, end - from);
      g_autoptr (GMatchInfo) match = NULL;
      gsize done = from;

      for (g_regex_match (regex, piece, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
        {
          int start, stop;
          gsize at;

          g_match_info_fetch_pos (match, 0, &start, &stop);
          at = from + start;
          if (at > done)
            g_array_append_val (cut, at);
          done = from + stop;
          g_array_append_val (cut, done);
        }
      if (end > done)
        g_array_append_val (cut, end);
      from = end;
    }
  g_array_unref (ends);
  return cut;
}

static void
test_pattern (gconstpointer data)
{
  guint k = GPOINTER_TO_UINT (data), n = 0;
  const HunchPretok *p = hunch_pretok_by_name (known[k].name);
  GRegex *regexes[G_N_ELEMENTS (known[0].patterns)];

  g_assert_nonnull (p);
  for (; known[k].patterns[n] != NULL; n++)
    {
      g_autoptr (GError) error = NULL;

      regexes[n] = g_regex_new (known[k].patterns[n], G_REGEX_OPTIMIZE, 0, &error);
      g_assert_no_error (error);
    }
  for (guint turn = 0; turn < 20000; turn++)
    {
      g_autofree char *text = random_text ();
      gsize len = strlen (text);
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (gsize));
      HunchSpan span = { .classes = hunch_char_classes (), .text = (const guint8 *) text, .end = len };
      guint i = 0;

      if (len > 0)
        g_array_append_val (expected, len);
      for (guint r = 0; r < n; r++)
        expected = cut_again (regexes[r], text, expected);
      for (gsize at = 0; at < len; i++)
        {
          gsize end = p->scan (p, &span, at);

          g_assert_cmpuint (i, <, expected->len);
          if (end != g_array_index (expected, gsize, i))
            g_error ("%s: \"%s\": piece %u ends at %zu, not %zu", known[k].name, text, i, end,
                     g_array_index (expected, gsize, i));
          at = end;
        }
      g_assert_cmpuint (i, ==, expected->len);
    }
  for (guint i = 0; i < n; i++)
    g_regex_unref (regexes[i]);
}

/* Any bytes are cut into pieces that are not empty and end where the text does. */
static void
test_bytes (void)
{
  guint8 *text = NULL;

  for (guint turn = 0; turn < 8000; turn++)
    {
      const HunchPretok *p = hunch_pretok_by_name (known[turn % G_N_ELEMENTS (known)].name);
      HunchSpan span = { .classes = hunch_char_classes () };
      gsize len = g_test_rand_int_range (0, 24);

      text = g_realloc (text, MAX (len, 1)); /* as long as it says, so that a sanitizer sees one byte more */
      for (gsize i = 0; i < len; i++)
        text[i] = g_test_rand_int_range (0, 2) ? g_test_rand_int_range (0, 256)
                                               : "' \n1sl\xc3\xe2\x80\xa0\xf0"[g_test_rand_int_range (0, 11)];
      span.text = text;
      span.end = len;
      for (gsize at = 0, end; at < len; at = end)
        {
          end = p->scan (p, &span, at);
          g_assert_cmpuint (end, >, at);
          g_assert_cmpuint (end, <=, len);
        }
    }
  g_free (text);
}

/* The manual page lists every name. */
static void
test_manual (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "doc", "hunch.1", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const HunchPretok *p;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; (p = hunch_pretok_nth (i)) != NULL; i++)
    for (const char *const *name = p->names; *name != NULL; name++)
      {
        g_autofree char *pattern = g_strdup_printf ("[ ,]%s( |$)", *name);

        g_assert_true (hunch_pretok_by_name (*name) == p); /* no name twice */
        if (!g_regex_match_simple (pattern, text, G_REGEX_MULTILINE, 0))
          g_error ("doc/hunch.1 does not name %s", *name);
      }
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
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *path = g_strconcat ("/pretok/", known[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_pattern);
    }
  g_test_add_func ("/pretok/bytes", test_bytes);
  g_test_add_func ("/pretok/manual", test_manual);
  g_test_add_func ("/pretok/names", test_names);
  return g_test_run ();
}
