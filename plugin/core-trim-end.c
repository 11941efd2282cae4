/* core-trim-end.c: takes out of an answer's end what stands after the cursor already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-brackets.h"
#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

#define CHANCE_SOLID 8 /* bytes, without the indentation; shorter lines are alike by chance */

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
  for (const char *q = "\"'`"; *q != '\0'; q++)
    if (memchr (s->str + n, *q, m) != NULL && count_quotes (s->str, n, *q) % 2 == 1)
      return TRUE;
  return FALSE;
}

static gsize
leading_word (const char *text, gsize len)
{
  const char *p = text;

  while (p < text + len && core_text_is_word (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p - text;
}

/* The bytes of text that begins with what ends something. */
static gsize
leading_closers (const char *text, gsize len)
{
  const char *p = text;

  for (; p < text + len; p = g_utf8_next_char (p))
    {
      GUnicodeType type = g_unichar_type (g_utf8_get_char (p));

      if (strchr (")]}>\"'`;,: ", *p) == NULL && type != G_UNICODE_CLOSE_PUNCTUATION
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
  gsize word = leading_word (place->after + closers, place->rest - closers);

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
  gsize word = leading_word (place->after, place->rest), m;
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
}

typedef struct
{
  const char *text;
  gsize len;   /* without blanks at the end */
  gsize start; /* offset in what it was cut from */
} Line;

static void
add_line (GArray *lines, const char *text, gsize len, gsize start)
{
  Line line = { text, len, start };

  while (line.len > 0 && g_ascii_isspace (text[line.len - 1]))
    line.len--;
  if (line.len > 0)
    g_array_append_val (lines, line);
}

static GArray *
cut_lines (const char *text, gsize from)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  for (gsize at = from; text[at] != '\0';)
    {
      gsize len = core_text_line_length (text + at);

      add_line (lines, text + at, len, at);
      at += len + (text[at + len] == '\n');
    }
  return lines;
}

/* How many of the lines from a on are those from the begin of below; a last line that was cut off counts if it is a prefix. */
static guint
count_matches (const GArray *mine, guint first, const GArray *below)
{
  guint n = 0;

  for (; first + n < mine->len && n < below->len; n++)
    {
      const Line *a = &g_array_index (mine, Line, first + n), *b = &g_array_index (below, Line, n);
      gboolean cut = first + n == mine->len - 1 && a->len >= 4 && a->len < b->len;

      if ((a->len != b->len && !cut) || memcmp (a->text, b->text, a->len) != 0)
        break;
    }
  return n;
}

/* What a line that ends a block begins with: a bracket, or the shell's words. */
static gsize
closer_length (const Line *line)
{
  static const char *const words[] = { "fi", "done", "esac", "end" };
  const char *text = line->text + core_text_blanks (line->text);
  gsize n = leading_word (text, line->text + line->len - text);

  if (n == 0)
    return line->len > 0 && text < line->text + line->len && strchr (")]}", *text) != NULL ? 1 : 0;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && strncmp (text, words[i], n) == 0)
      return n;
  return 0;
}

/* Both end the block that the cursor stands in: the answer leaves it, and its end is there. */
static gboolean
leaves_block (const Line *mine, const Line *below, gsize depth)
{
  gsize blanks = core_text_blanks (mine->text), n = closer_length (mine);

  return n > 0 && n == closer_length (below) && blanks < depth && blanks == core_text_blanks (below->text)
         && strncmp (mine->text, below->text, blanks + n) == 0;
}

static gboolean
repeats_below (const GString *s, const GArray *mine, guint first, const GArray *below)
{
  guint n = count_matches (mine, first, below);
  CoreBrackets above, own;
  const Line *line = &g_array_index (mine, Line, first);

  if (n == 0)
    return FALSE;
  if (first + n < mine->len) /* the answer goes on: only what cannot be chance */
    return n >= 2 || line->len - core_text_blanks (line->text) >= CHANCE_SOLID;
  above = core_brackets_count (s->str, line->start, '\0');
  own = core_brackets_count (line->text, line->len, '\0');
  return (above.n_open[CORE_BRACKETS_OUTSIDE] == 0 && above.n_open[CORE_BRACKETS_INSIDE] == 0)
         || (own.n_close[CORE_BRACKETS_OUTSIDE] == 0 && own.n_close[CORE_BRACKETS_INSIDE] == 0);
}

/* The answer makes of a begun line the one that stands below it, and goes on as the text does there. */
static void
drop_line_below (GString *s, const CorePlace *place)
{
  g_autoptr (GString) whole = g_string_new_len (place->line, place->end - place->line);
  g_autoptr (GArray) mine = NULL;
  g_autoptr (GArray) below = cut_lines (place->after, core_text_line_length (place->after));
  const Line *first;
  guint n;

  g_string_append (whole, s->str);
  mine = cut_lines (whole->str, 0);
  n = count_matches (mine, 0, below);
  if (n == 0)
    return;
  first = &g_array_index (mine, Line, 0);
  if (first->len == g_array_index (below, Line, 0).len
      && (n >= 2 || first->len - core_text_blanks (first->text) >= CHANCE_SOLID))
    g_string_truncate (s, 0);
}

void
core_trim_repeated_lines (GString *s, const CorePlace *place)
{
  g_autoptr (GString) whole = g_string_new (NULL), under = g_string_new (NULL);
  g_autoptr (GArray) mine = NULL;
  g_autoptr (GArray) below = NULL;
  gsize indent = place->line_blank ? place->end - place->line : 0;

  if (!place->rest_blank && !place->line_blank)
    return;
  if (!place->line_blank && s->str[0] != '\n')
    drop_line_below (s, place);
  /* Lines are compared with their indentation: the answer's first line has its own before the cursor. */
  g_string_append_len (whole, place->line, indent);
  g_string_append (whole, s->str);
  if (!place->rest_blank)
    g_string_append_len (under, place->line, indent);
  g_string_append (under, place->after + (place->rest_blank ? core_text_line_length (place->after) : 0));
  mine = cut_lines (whole->str, place->line_blank ? 0 : core_text_line_length (whole->str));
  below = cut_lines (under->str, 0);
  for (guint i = 0; i < mine->len; i++)
    if (repeats_below (whole, mine, i, below)
        || (below->len > 0
            && leaves_block (&g_array_index (mine, Line, i), &g_array_index (below, Line, 0),
                             core_text_blanks (place->line))))
      {
        gsize start = g_array_index (mine, Line, i).start;

        g_string_truncate (s, start > indent ? start - indent : 0);
        return;
      }
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
