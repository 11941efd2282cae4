/* core-trim.c: what of a model's answer is worth showing at a place in a text.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A model repeats what is there already: the beginning of the line, its indentation, the bracket after the cursor, the lines
 * below. Each step takes one kind of repetition away; what is left can be inserted as it is. */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/core-trim.h"
#include "plugin/core-trim-steps.h"

void
core_place_init (CorePlace *place, const char *before, const char *after)
{
  place->before = before;
  place->end = before + strlen (before);
  place->line = core_text_line_start (before, place->end);
  place->after = after;
  place->rest = core_text_line_length (after);
  while (place->rest > 0 && g_ascii_isspace (after[place->rest - 1]))
    place->rest--;
  place->line_blank = core_text_is_blank (place->line, place->end - place->line);
  place->rest_blank = place->rest == 0;
}

gsize
core_trim_leading_word (const char *text, gsize len)
{
  const char *p = text;

  while (p < text + len && core_text_is_word (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p - text;
}

gboolean
core_trim_is_one_of (const char *word, gsize len, const char *const *words)
{
  for (; *words != NULL; words++)
    if (strlen (*words) == len && strncmp (word, *words, len) == 0)
      return TRUE;
  return FALSE;
}

gboolean
core_trim_wants_one_line (const char *before, const char *after)
{
  CorePlace place;

  core_place_init (&place, before, after);
  return !place.rest_blank && !place.line_blank;
}

/* What would end up in the document unseen: controls, marks of width nothing, and what turns the order of letters around. Joiners make
 * other letters of those beside them, and stay. */
static gboolean
is_unseen (gunichar c)
{
  static const struct
  {
    gunichar first, last;
  } ranges[] = { { 0x200B, 0x200B }, { 0x202A, 0x202E }, { 0x2060, 0x2060 }, { 0x2066, 0x2069 }, { 0xFEFF, 0xFEFF } };

  if (g_unichar_iscntrl (c))
    return c != '\n' && c != '\t';
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (c >= ranges[i].first && c <= ranges[i].last)
      return TRUE;
  return FALSE;
}

/* The answer as it may stand in a text; what is no text ends it. */
static GString *
clean (const char *answer)
{
  g_autofree char *lf = core_text_to_lf (answer);
  GString *s = g_string_new (NULL);

  for (const char *p = lf; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0xFFFD)
        break;
      if (c == 0x2028 || c == 0x2029)
        g_string_append_c (s, '\n');
      else if (!is_unseen (c))
        g_string_append_unichar (s, c);
    }
  return s;
}

static gboolean
is_visible (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isgraph (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

static void
chomp (GString *s)
{
  while (s->len > 0 && g_ascii_isspace (s->str[s->len - 1]))
    g_string_truncate (s, s->len - 1);
}

/* Whether an answer without a line break can only be a line of its own above the text that follows: the two would run into each other. */
static gboolean
is_line (const GString *s, const CorePlace *place)
{
  gunichar last = s->len > 0 ? g_utf8_get_char (g_utf8_prev_char (s->str + s->len)) : ' ';
  gunichar next = g_utf8_get_char (place->after);

  return (last == ';' || last == '{' || last == '}' || core_text_is_word (last)) && core_text_is_word (next);
}

/* Text follows on the line: the answer ends with its first line, or, where nothing stands before the cursor, with its last whole line, to
 * go above that text. */
static void
keep_line (GString *s, const CorePlace *place)
{
  const char *last = place->line_blank ? strrchr (s->str, '\n') : NULL;

  if (last == NULL)
    {
      g_string_truncate (s, core_text_line_length (s->str));
      return;
    }
  g_string_truncate (s, last - s->str);
  chomp (s);
  g_string_append_c (s, '\n');
}

static void
drop_tail_blanks (GString *s, const CorePlace *place)
{
  if (place->rest_blank)
    chomp (s);
  else if (place->after[0] == ' ' || place->after[0] == '\t')
    while (s->len > 0 && (s->str[s->len - 1] == ' ' || s->str[s->len - 1] == '\t'))
      g_string_truncate (s, s->len - 1);
}

char *
core_trim (const char *before, const char *after, const char *answer)
{
  GString *s = clean (answer);
  CorePlace place;

  core_place_init (&place, before, after);
  core_trim_fence (s, &place);
  core_trim_loop (s);
  core_trim_echo (s, &place);
  core_trim_indent (s, &place);
  core_trim_repeated_lines (s, &place);
  if (!place.rest_blank)
    {
      gsize len;

      keep_line (s, &place);
      len = s->len;
      core_trim_overlap (s, &place);
      if (place.line_blank && s->len == len && is_line (s, &place))
        g_string_append_c (s, '\n');
    }
  drop_tail_blanks (s, &place);
  if (place.line_blank && s->len > 0 && s->str[s->len - 1] == '\n') /* the text below stands where it stood */
    g_string_append_len (s, place.line, place.end - place.line);
  return g_string_free (s, !is_visible (s->str));
}
