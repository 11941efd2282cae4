/* core-trim-end.c: takes out of an answer's end what stands after the cursor already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

static const char openers[] = "([{", closers[] = ")]}";

/* How many brackets a stretch of text leaves open, and how many it closes that it did not open. */
static void
count_brackets (const char *text, gsize len, guint *n_open, guint *n_close)
{
  *n_open = *n_close = 0;
  for (gsize i = 0; i < len; i++)
    if (text[i] != '\0' && strchr (openers, text[i]) != NULL)
      ++*n_open;
    else if (text[i] != '\0' && strchr (closers, text[i]) != NULL)
      {
        if (*n_open > 0)
          --*n_open;
        else
          ++*n_close;
      }
}

static guint
count_char (const char *text, gsize len, char c)
{
  guint n = 0;

  for (gsize i = 0; i < len; i++)
    n += text[i] == c;
  return n;
}

/* Whether the last m bytes of s close what the answer itself opened, or what the line still needs closed. */
static gboolean
is_own_end (const GString *s, gsize m, const CorePlace *place)
{
  gsize head = s->len - m;
  guint open, close, tail_open, tail_close, all_open, all_close, line_open, line_close, rest_open, rest_close;

  count_brackets (s->str, head, &open, &close);
  count_brackets (s->str + head, m, &tail_open, &tail_close);
  if (open > 0 && tail_close > 0)
    return TRUE;
  for (const char *q = "\"'`"; *q != '\0'; q++)
    if (memchr (s->str + head, *q, m) != NULL && count_char (s->str, head, *q) % 2 == 1)
      return TRUE;
  count_brackets (s->str, s->len, &all_open, &all_close);
  count_brackets (place->line, place->end - place->line, &line_open, &line_close);
  count_brackets (place->after, place->rest, &rest_open, &rest_close);
  return tail_close > 0 && line_open > 0 && all_close + rest_close < line_open + tail_close;
}

static gsize
leading_word (const char *text, gsize len)
{
  const char *p = text;

  while (p < text + len && core_text_is_word (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p - text;
}

/* m bytes are both the answer's end and the rest's begin: are they the same thing, or alike by chance? */
static gboolean
is_repetition (const GString *s, gsize m, const CorePlace *place)
{
  gsize word = leading_word (place->after, place->rest);

  if (is_own_end (s, m, place))
    return FALSE;
  return m == place->rest || m == s->len || (word > 0 && m >= word) || strspn (place->after, ")]}>\"'`;,: ") >= m;
}

/* The answer closes what the rest of the line closes, and goes on: all from there on has its place behind the rest. */
static gboolean
cut_at_rest (GString *s, const CorePlace *place)
{
  gsize n = place->rest;

  if (n == 0 || strchr (")]}>\"'`;", place->after[0]) == NULL)
    return FALSE;
  for (gsize at = 0; at + n < s->len; at++)
    {
      GString head = { s->str, at + n, at + n };

      if (memcmp (s->str + at, place->after, n) == 0 && !is_own_end (&head, n, place))
        {
          g_string_truncate (s, at);
          return TRUE;
        }
    }
  return FALSE;
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
    return line->len > 0 && text < line->text + line->len && strchr (closers, *text) != NULL ? 1 : 0;
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
  guint n = count_matches (mine, first, below), open, close, own_open, own_close;
  const Line *line = &g_array_index (mine, Line, first);

  if (n == 0)
    return FALSE;
  if (first + n < mine->len) /* the answer goes on: only what cannot be chance */
    return n >= 2 || line->len - core_text_blanks (line->text) >= 8;
  count_brackets (s->str, line->start, &open, &close);
  count_brackets (line->text, line->len, &own_open, &own_close);
  return !(open > 0 && own_close > 0);
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
  if (s->len < len || n == 0)
    return;
  solid.after += n; /* the answer may repeat the rest without the blanks before it */
  solid.rest -= n;
  trim_overlap (s, &solid);
}
