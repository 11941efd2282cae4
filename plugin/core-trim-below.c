/* core-trim-below.c: takes lines out of an answer that stand below the cursor already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-brackets.h"
#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

#define CHANCE_SOLID 8 /* bytes, without the indentation; shorter lines are alike by chance */

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

/* Whether a, the last line, was cut off within b. n lines before it are the same. */
static gboolean
is_cut_off (const Line *a, const Line *b, guint n)
{
  return a->len < b->len && (a->len >= 4 || n > 0) && strchr (a->text + a->len, '\n') == NULL;
}

/* Whether a ends where a word of the longer line b, which begins alike, ends. */
static gboolean
ends_a_word (const Line *a, const Line *b)
{
  return a->len < b->len
         && !(core_text_is_word (g_utf8_get_char (g_utf8_prev_char (a->text + a->len)))
              && core_text_is_word (g_utf8_get_char (b->text + a->len)));
}

/* How many of the lines from first on are those from the begin of below; a last line that was cut off counts if it is a prefix. */
static guint
count_matches (const GArray *mine, guint first, const GArray *below)
{
  guint n = 0;

  for (; first + n < mine->len && n < below->len; n++)
    {
      const Line *a = &g_array_index (mine, Line, first + n), *b = &g_array_index (below, Line, n);
      gboolean is_last = first + n == mine->len - 1;

      if ((a->len != b->len && !(is_last && is_cut_off (a, b, n))) || memcmp (a->text, b->text, a->len) != 0)
        break;
    }
  return n;
}

/* What a line that ends a block begins with: a bracket, a tag, or the shell's words. */
static gsize
closer_length (const Line *line)
{
  static const char *const words[] = { "fi", "done", "esac", "end", NULL };
  const char *text = line->text + core_text_blanks (line->text);
  gsize n = core_trim_leading_word (text, line->text + line->len - text);

  if (n == 0 && g_str_has_prefix (text, "</"))
    return 2 + core_trim_leading_word (text + 2, line->text + line->len - text - 2);
  if (n == 0)
    return line->len > 0 && text < line->text + line->len && strchr (")]}", *text) != NULL ? 1 : 0;
  return core_trim_is_one_of (text, n, words) ? n : 0;
}

/* Both end the block that the cursor stands in: the answer leaves it, and its end is there. */
static gboolean
leaves_block (const Line *mine, const Line *below, gsize depth)
{
  gsize blanks = core_text_blanks (mine->text), n = closer_length (mine);

  return n > 0 && n == closer_length (below) && blanks < depth && blanks == core_text_blanks (below->text)
         && strncmp (mine->text, below->text, blanks + n) == 0;
}

/* A mark alone on its line that ends what began above the answer. */
static gboolean
is_end_mark (const GString *s, const Line *line)
{
  static const char *const marks[][2]
      = { { "*/", "/*" }, { "\"\"\"", "\"\"\"" }, { "'''", "'''" }, { "```", "```" }, { "-->", "<!--" } };
  const char *text = line->text + core_text_blanks (line->text);
  gsize n = line->text + line->len - text;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strlen (marks[i][0]) == n && strncmp (text, marks[i][0], n) == 0)
      return line->start > 0 && g_strstr_len (s->str, (gssize) line->start, marks[i][1]) == NULL;
  return FALSE;
}

static gboolean
has_long_line (const GArray *lines, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      if (line->len >= CHANCE_SOLID + core_text_blanks (line->text))
        return TRUE;
    }
  return FALSE;
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
    return n >= 2 || has_long_line (mine, first, 1) || is_end_mark (s, line);
  if (n >= 2 && has_long_line (mine, first, n))
    return TRUE;
  above = core_brackets_count (s->str, line->start, '\0');
  own = core_brackets_count (line->text, line->len, '\0');
  return (above.n_open[CORE_BRACKETS_OUTSIDE] == 0 && above.n_open[CORE_BRACKETS_INSIDE] == 0)
         || (own.n_close[CORE_BRACKETS_OUTSIDE] == 0 && own.n_close[CORE_BRACKETS_INSIDE] == 0);
}

/* Rows of numbers are alike by right. */
static gboolean
has_letter (const Line *line)
{
  for (const char *p = line->text; p < line->text + line->len; p = g_utf8_next_char (p))
    if (g_unichar_isalpha (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
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
  if (has_letter (first) && first->len == g_array_index (below, Line, 0).len && (n >= 2 || has_long_line (mine, 0, 1)))
    g_string_truncate (s, 0);
}

void
core_trim_repeated_lines (GString *s, const CorePlace *place)
{
  g_autoptr (GString) whole = g_string_new (NULL), under = g_string_new (NULL);
  g_autoptr (GArray) mine = NULL;
  g_autoptr (GArray) below = NULL;
  gsize indent = place->line_blank ? place->end - place->line : 0, depth;
  gboolean is_own_line; /* which begins like the one below by chance */

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
  if (mine->len == 0 || below->len == 0)
    return;
  depth = MAX (core_text_blanks (place->line), core_text_blanks (g_array_index (mine, Line, 0).text));
  is_own_line = place->line_blank && place->rest_blank && mine->len == 1
                && ends_a_word (&g_array_index (mine, Line, 0), &g_array_index (below, Line, 0));
  for (guint i = 0; i < mine->len; i++)
    if ((!is_own_line && repeats_below (whole, mine, i, below))
        || leaves_block (&g_array_index (mine, Line, i), &g_array_index (below, Line, 0), depth))
      {
        gsize start = g_array_index (mine, Line, i).start;

        g_string_truncate (s, start > indent ? start - indent : 0);
        return;
      }
}
