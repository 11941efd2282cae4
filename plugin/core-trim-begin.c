/* core-trim-begin.c: takes out of an answer's beginning what stands before the cursor already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

#define ECHO_MAX_LINES 40

static guint
count_solid (const char *text, gsize len)
{
  guint n = 0;

  for (gsize i = 0; i < len; i++)
    n += !g_ascii_isspace (text[i]) && ((guchar) text[i] & 0xC0) != 0x80;
  return n;
}

/* Whole lines before an empty line are an echo only if they could not be one line that a list repeats by right. */
static gboolean
could_be_list (const char *lines)
{
  gsize first = core_text_line_length (lines);

  for (const char *p = lines; *p != '\0'; p += core_text_line_length (p), p += *p == '\n')
    if (!core_text_is_blank (p, core_text_line_length (p))
        && (core_text_line_length (p) != first || strncmp (p, lines, first) != 0))
      return FALSE;
  return TRUE;
}

/* Whether the whole of the cursor's line is something like "x =" or "a.": short, and yet nothing that is written twice by right. */
static gboolean
is_begun (const CorePlace *place, const char *from)
{
  return place->end > from && from == place->line + core_text_blanks (place->line)
         && (g_unichar_isalpha (g_utf8_get_char (from)) || *from == '_')
         && !core_text_is_word (g_utf8_get_char (g_utf8_prev_char (place->end)));
}

static gboolean
is_echo (const GString *s, gsize at, const CorePlace *place, const char *from)
{
  gsize len = place->end - from;

  if (len == 0 || at + len > s->len || memcmp (s->str + at, from, len) != 0)
    return FALSE;
  if (place->line_blank && from < place->line)
    return count_solid (from, len) >= 16 && !could_be_list (from);
  return count_solid (from, len) >= (is_begun (place, from) ? 2 : 3);
}

/* Begin of the run of non-blank characters, or of word characters, that ends at the cursor. */
static const char *
run_start (const CorePlace *place, gboolean word)
{
  const char *p = place->end;

  while (p > place->line)
    {
      const char *prev = g_utf8_prev_char (p);
      gunichar c = g_utf8_get_char (prev);

      if (word ? !core_text_is_word (c) : g_unichar_isspace (c))
        break;
      p = prev;
    }
  return p;
}

void
core_trim_echo (GString *s, const CorePlace *place)
{
  const char *from = core_text_last_lines (place->before, ECHO_MAX_LINES, G_MAXSIZE);
  gsize blanks = core_text_blanks (s->str);
  gboolean indented = blanks > 1 || s->str[0] == '\t';

  /* The longest echo first: from a line's begin, then without its indentation, then with another one, then from the last run of
   * characters. */
  for (; from < place->end; from += core_text_line_length (from), from += *from == '\n')
    {
      const char *solid = from + core_text_blanks (from);

      if (is_echo (s, 0, place, from))
        g_string_erase (s, 0, place->end - from);
      else if (is_echo (s, 0, place, solid))
        g_string_erase (s, 0, place->end - solid);
      else if (indented && is_echo (s, blanks, place, solid))
        g_string_erase (s, 0, blanks + (place->end - solid));
      else
        continue;
      return;
    }
  for (guint word = 0; word < 2; word++)
    {
      const char *run = run_start (place, word);

      if (run < place->end && g_unichar_isalpha (g_utf8_get_char (run)) && is_echo (s, 0, place, run))
        {
          g_string_erase (s, 0, place->end - run);
          return;
        }
    }
}

/* Whether deeper lines follow this one, which is not blank. */
static gboolean
opens_block (const char *line, gsize len)
{
  while (g_ascii_isspace (line[len - 1]))
    len--;
  return strchr (":{([", line[len - 1]) != NULL;
}

/* Whether the line above opens a block that the cursor's line does not stand deeper than, so that blanks are still to come. */
static gboolean
wants_deeper (const CorePlace *place)
{
  const char *line = place->line;
  gsize len, own = place->end - place->line;

  do
    {
      if (line == place->before)
        return FALSE;
      line = core_text_line_start (place->before, line - 1);
      len = core_text_line_length (line);
    }
  while (core_text_is_blank (line, len));
  return opens_block (line, len) && own <= core_text_blanks (line);
}

/* Where every later line stands at least n blanks deeper than the cursor, the answer as a whole stood too deep; unless its first line, which had
 * n blanks, opens a block, and the next one stands no deeper than that. */
static void
dedent_rest (GString *s, gsize own, gsize n)
{
  gsize at, first = core_text_line_length (s->str);
  gboolean any = FALSE, block = !core_text_is_blank (s->str, first) && opens_block (s->str, first);

  for (at = core_text_line_length (s->str); s->str[at] == '\n'; at += core_text_line_length (s->str + at))
    {
      gsize blanks = core_text_blanks (s->str + ++at);

      if (s->str[at + blanks] == '\n' || s->str[at + blanks] == '\0')
        continue;
      if (blanks < own + n || (!any && block && blanks == own + n))
        return;
      any = TRUE;
    }
  if (!any)
    return;
  for (at = core_text_line_length (s->str); s->str[at] == '\n'; at += core_text_line_length (s->str + at))
    if (core_text_blanks (s->str + ++at) >= own + n)
      g_string_erase (s, at, n);
}

void
core_trim_indent (GString *s, const CorePlace *place)
{
  gsize n = core_text_blanks (s->str);

  if (n == 0 || place->end == place->line || (place->end[-1] != ' ' && place->end[-1] != '\t'))
    return;
  if (place->line_blank && wants_deeper (place) && (n > 1 || s->str[0] == '\t'))
    return;
  g_string_erase (s, 0, n);
  if (place->line_blank)
    dedent_rest (s, place->end - place->line, n);
}
