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

gboolean
core_trim_wants_one_line (const char *before, const char *after)
{
  CorePlace place;

  core_place_init (&place, before, after);
  return !place.rest_blank && !place.line_blank;
}

/* Control characters would end up in the document unseen. */
static void
drop_controls (GString *s)
{
  gsize w = 0;

  for (gsize i = 0; i < s->len; i++)
    if ((guchar) s->str[i] >= 0x20 ? s->str[i] != 0x7F : s->str[i] == '\n' || s->str[i] == '\t')
      s->str[w++] = s->str[i];
  g_string_truncate (s, w);
}

/* Text follows on the line: the answer ends with its first line, unless it is whole lines to go above that text. */
static void
keep_line (GString *s, const CorePlace *place)
{
  gsize end = s->len;

  while (end > 0 && (s->str[end - 1] == ' ' || s->str[end - 1] == '\t'))
    end--;
  if (place->line_blank && end > 0 && s->str[end - 1] == '\n')
    {
      while (end > 0 && g_ascii_isspace (s->str[end - 1]))
        end--;
      g_string_truncate (s, end);
      g_string_append_c (s, '\n');
      g_string_append_len (s, place->line, place->end - place->line);
    }
  else
    g_string_truncate (s, core_text_line_length (s->str));
}

static void
drop_tail_blanks (GString *s, const CorePlace *place)
{
  if (place->rest_blank)
    while (s->len > 0 && g_ascii_isspace (s->str[s->len - 1]))
      g_string_truncate (s, s->len - 1);
  else if (place->after[0] == ' ' || place->after[0] == '\t')
    while (s->len > 0 && (s->str[s->len - 1] == ' ' || s->str[s->len - 1] == '\t'))
      g_string_truncate (s, s->len - 1);
}

char *
core_trim (const char *before, const char *after, const char *answer)
{
  g_autofree char *lf = core_text_to_lf (answer);
  GString *s = g_string_new (lf);
  CorePlace place;

  core_place_init (&place, before, after);
  drop_controls (s);
  core_trim_fence (s, &place);
  core_trim_loop (s);
  core_trim_echo (s, &place);
  core_trim_indent (s, &place);
  core_trim_repeated_lines (s, &place);
  if (!place.rest_blank)
    {
      keep_line (s, &place);
      core_trim_overlap (s, &place);
    }
  drop_tail_blanks (s, &place);
  return g_string_free (s, core_text_is_blank (s->str, s->len));
}
