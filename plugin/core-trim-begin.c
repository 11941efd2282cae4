/* core-trim-begin.c: takes out of an answer's beginning the text that stands before the cursor already.
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

/* What opens a block is not written twice by right, nor is a remark. */
static gboolean
cannot_repeat (const char *lines)
{
  const char *text = lines + core_text_blanks (lines), *last = NULL;
  gboolean has_letter = FALSE, has_two_words = FALSE;
  guint n_solid = count_solid (lines, strlen (lines));

  for (const char *p = lines; *p != '\0'; p += core_text_line_length (p), p += *p == '\n')
    if (!core_text_is_blank (p, core_text_line_length (p)))
      last = p;
  for (const char *p = text; *p != '\0'; p++)
    {
      has_letter |= g_ascii_isalpha (*p);
      has_two_words |= *p == ' ' && g_ascii_isalnum (p[1]);
    }
  if (last == NULL || !has_letter)
    return FALSE;
  if (core_trim_opens_block (last, core_text_line_length (last)))
    return n_solid >= 6 || has_two_words;
  return n_solid >= 8 && (*text == '#' || g_str_has_prefix (text, "//") || g_str_has_prefix (text, "/*"));
}

static gboolean
is_row_of_numbers (const char *line, gsize len)
{
  gsize n = strspn (line, "0123456789.,;|- \t");

  return n >= len && strpbrk (line, "0123456789") != NULL;
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
    return cannot_repeat (from) || (count_solid (from, len) >= 16 && !could_be_list (from));
  if (is_row_of_numbers (from, len))
    return FALSE;
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
