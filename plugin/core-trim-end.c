/* core-trim-end.c: takes out of an answer's end what stands after the cursor on its line already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-brackets.h"
#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

/* Quotes behind a backslash do not count. */
static guint
count_quotes (const char *text, gsize len, char quote)
{
  guint n = 0;

  for (gsize i = 0; i < len; i++)
    if (text[i] == '\\')
      i++;
    else
      n += text[i] == quote;
  return n;
}

/* How many more `<` than `>` there are; those of arrows do not count. */
static int
count_angles (const char *text, gsize len)
{
  int n = 0;

  for (gsize i = 0; i < len; i++)
    if (text[i] == '<')
      n++;
    else if (text[i] == '>' && (i == 0 || strchr ("-=", text[i - 1]) == NULL))
      n--;
  return n;
}

/* Whether the last m bytes of s close what the answer itself opened, or what the line still needs closed. */
static gboolean
is_own_end (const GString *s, gsize m, const CorePlace *place)
{
  const gsize n = s->len - m;
  const CoreBrackets line = core_brackets_count (place->line, place->end - place->line, '\0');
  const CoreBrackets head = core_brackets_count (s->str, n, line.quote),
                     all = core_brackets_count (s->str, s->len, line.quote);
  const CoreBrackets tail = core_brackets_count (s->str + n, m, head.quote);
  const CoreBrackets rest = core_brackets_count (place->after, place->rest, head.quote);

  for (guint i = 0; i < CORE_BRACKETS_N_PLACES; i++)
    {
      guint n_close = all.n_close[i] + rest.n_close[i]; /* with the rest behind all of the answer */
      gboolean too_many = all.n_close[i] > 0 && n_close > line.n_open[i];

      if (tail.n_close[i] > 0
          && ((head.n_open[i] > 0 && !too_many) || (line.n_open[i] > 0 && n_close < line.n_open[i] + tail.n_close[i])))
        return TRUE;
    }
  if (memchr (s->str + n, '>', m) != NULL && count_angles (place->line, place->end - place->line) > 0
      && count_angles (s->str, n) > 0)
    return TRUE;
  for (const char *q = "\"'`"; *q != '\0'; q++)
    if (memchr (s->str + n, *q, m) != NULL && count_quotes (s->str, n, *q) % 2 == 1)
      return TRUE;
  return FALSE;
}

/* What ends something in Chinese and Japanese, and the German closing quote, which opens in English. */
static gboolean
is_wide_stop (gunichar c)
{
  static const gunichar stops[] = { 0x3001, 0x3002, 0xFF01, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F, 0x201C };

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (c == stops[i])
      return TRUE;
  return FALSE;
}

/* The bytes of text that begins with what ends something. */
static gsize
leading_closers (const char *text, gsize len)
{
  const char *p = text;

  for (; p < text + len; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      GUnicodeType type = g_unichar_type (c);
      gboolean ends_words
          = strchr (".!?|$", *p) != NULL && (p + 1 == text + len || !core_text_is_word (g_utf8_get_char (p + 1)));

      if (strchr (")]}>\"'`;,: ", *p) == NULL && !ends_words && !is_wide_stop (c) && type != G_UNICODE_CLOSE_PUNCTUATION
          && type != G_UNICODE_FINAL_PUNCTUATION)
        break;
    }
  return p - text;
}

/* m bytes are both the answer's end and the rest's begin: are they the same thing, or alike by chance? */
static gboolean
is_repetition (const GString *s, gsize m, const CorePlace *place)
{
  gsize closers = leading_closers (place->after, place->rest);
  gsize word = core_trim_leading_word (place->after + closers, place->rest - closers);

  if (is_own_end (s, m, place))
    return FALSE;
  return m == place->rest || m == s->len || m <= closers || (word > 0 && m >= closers + word);
}

/* Whether the answer, which has the rest of the line at `at`, goes on behind it: it opens nothing there that the rest would close. */
static gboolean
goes_on (const GString *s, gsize at, const CorePlace *place)
{
  const CoreBrackets line = core_brackets_count (place->line, place->end - place->line, '\0');
  const gsize end = at + place->rest;
  const CoreBrackets more = core_brackets_count (s->str + end, s->len - end, '\0');

  return !core_brackets_is_in_string (s->str, s->len, at, line.quote) && more.n_open[CORE_BRACKETS_OUTSIDE] == 0
         && (more.quote == '\0' || memchr (place->after, more.quote, place->rest) == NULL);
}

/* The answer closes what the rest of the line closes, and goes on: all from there on has its place behind the rest. */
static gboolean
cut_at_rest (GString *s, const CorePlace *place)
{
  gsize n = place->rest;

  if (n == 0 || strchr (")]}>\"'`;", place->after[0]) == NULL)
    return FALSE;
  if (n <= s->len && memcmp (s->str + s->len - n, place->after, n) == 0 && !is_own_end (s, n, place))
    return FALSE; /* it goes on to the rest */
  for (gsize at = 0; at + n < s->len; at++)
    {
      GString head = { s->str, at + n, at + n };

      if (memcmp (s->str + at, place->after, n) == 0 && !is_own_end (&head, n, place) && goes_on (s, at, place))
        {
          g_string_truncate (s, at);
          return TRUE;
        }
    }
  return FALSE;
}

/* The answer closes a bracket that the rest of the line closes, and goes on otherwise than the rest does, as one does who cannot see it. */
static void
cut_at_closer (GString *s, const CorePlace *place)
{
  const guint outside = CORE_BRACKETS_OUTSIDE;
  const CoreBrackets line = core_brackets_count (place->line, place->end - place->line, '\0');
  const CoreBrackets rest = core_brackets_count (place->after, place->rest, '\0');

  if (place->rest == 0 || strchr (")]}", place->after[0]) == NULL || line.quote != '\0' || s->len == 0
      || s->str[s->len - 1] == place->after[0] || rest.n_close[outside] < line.n_open[outside])
    return;
  for (gsize at = 0; at < s->len; at++)
    if (s->str[at] == place->after[0] && core_brackets_count (s->str, at + 1, '\0').n_close[outside] > 0
        && !core_brackets_is_in_string (s->str, s->len, at, '\0'))
      {
        if (core_brackets_count (s->str + at, s->len - at, '\0').n_open[outside] == 0)
          g_string_truncate (s, at);
        return;
      }
}

/* The rest of the line begins with the brackets of a call: where the answer ends with a call, its own have no place. */
static void
cut_arguments (GString *s, const CorePlace *place)
{
  if (place->rest == 0 || place->after[0] != '(' || s->len == 0 || s->str[s->len - 1] != ')')
    return;
  for (gsize at = s->len; at-- > 0;)
    {
      const char *start = at > 0 ? s->str : place->before, *end = at > 0 ? s->str + at : place->end;
      CoreBrackets b;

      if (s->str[at] != '(')
        continue;
      b = core_brackets_count (s->str + at, s->len - at, '\0');
      if (b.n_open[CORE_BRACKETS_OUTSIDE] > 0 || b.n_close[CORE_BRACKETS_OUTSIDE] > 0)
        continue;
      if (end > start && core_text_is_word (g_utf8_get_char (g_utf8_prev_char (end))))
        g_string_truncate (s, at);
      return;
    }
}

static void
trim_overlap (GString *s, const CorePlace *place)
{
  gsize word = core_trim_leading_word (place->after, place->rest), m;
  gboolean in_word = place->end > place->before && core_text_is_word (g_utf8_get_char (g_utf8_prev_char (place->end)));

  /* In the middle of a word: an answer that writes the rest of the word goes on to write the rest of the line anew. */
  if (in_word && word > 0 && word <= s->len && memcmp (s->str, place->after, word) == 0)
    {
      g_string_truncate (s, 0);
      return;
    }
  if (cut_at_rest (s, place))
    return;
  for (m = MIN (s->len, place->rest); m > 0; m--)
    if (memcmp (s->str + s->len - m, place->after, m) == 0 && is_repetition (s, m, place))
      {
        g_string_truncate (s, s->len - m);
        return;
      }
  cut_at_closer (s, place);
}

void
core_trim_overlap (GString *s, const CorePlace *place)
{
  gsize n = core_text_blanks (place->after), len = s->len;
  CorePlace solid = *place;

  trim_overlap (s, place);
  if (s->len == len)
    cut_arguments (s, place);
  if (s->len < len || n == 0)
    return;
  solid.after += n; /* the answer may repeat the rest without the blanks before it */
  solid.rest -= n;
  trim_overlap (s, &solid);
}
