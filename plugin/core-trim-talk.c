/* core-trim-talk.c: takes out of an answer what is no part of the text: talk about it, and lines that come again and again.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

#define LOOP_SOLID 8 /* bytes, without the indentation; shorter lines repeat by right */

/* Whether nothing but the line, of so many bytes, follows, the last time perhaps cut off. */
static gboolean
only_again (const char *line, gsize solid)
{
  for (const char *p = line; *p != '\0'; p += core_text_line_length (p), p += *p == '\n')
    {
      gsize n = core_text_line_length (p);
      gboolean is_last = p[n] == '\0';

      while (n > 0 && g_ascii_isspace (p[n - 1]))
        n--;
      if (n > 0 && (n > solid || memcmp (p, line, n) != 0 || (n < solid && !is_last)))
        return FALSE;
    }
  return TRUE;
}

/* A line that comes twice in a row, blank lines aside, and then nothing else, comes again and again: the model has lost its way. */
void
core_trim_loop (GString *s)
{
  gsize last = 0, last_len = 0, n, solid;

  for (gsize at = 0; at < s->len; at += n, at += s->str[at] == '\n')
    {
      n = core_text_line_length (s->str + at);
      for (solid = n; solid > 0 && g_ascii_isspace (s->str[at + solid - 1]); solid--)
        ;
      if (solid == 0)
        continue;
      if (solid >= LOOP_SOLID + core_text_blanks (s->str + at) && solid == last_len
          && memcmp (s->str + at, s->str + last, solid) == 0 && only_again (s->str + at, solid))
        {
          g_string_truncate (s, at);
          return;
        }
      last = at;
      last_len = solid;
    }
}

static guint
count_fences (const char *text, gsize len)
{
  guint n = 0;

  for (const char *line = text; line < text + len; line += core_text_line_length (line), line += *line == '\n')
    n += strncmp (line + core_text_blanks (line), "```", 3) == 0;
  return n;
}

/* Whether a fence without a language begins what another one ends: text follows it, and the fences come in pairs. */
static gboolean
begins_listing (const char *fence)
{
  const char *next = fence + core_text_line_length (fence);

  next += *next == '\n';
  return !core_text_is_blank (next, core_text_line_length (next)) && count_fences (next, strlen (next)) % 2 == 1;
}

/* A model that learnt from chats ends a text like a piece of a chat: it closes the fence that the text would stand in there. */
void
core_trim_fence (GString *s, const CorePlace *place)
{
  gboolean open = count_fences (place->before, place->line - place->before) % 2 == 1;

  for (gsize at = 0; at < s->len; at += core_text_line_length (s->str + at), at += s->str[at] == '\n')
    {
      gsize blanks = core_text_blanks (s->str + at), n = core_text_line_length (s->str + at) - blanks;

      if ((at == 0 && !place->line_blank) || strncmp (s->str + at + blanks, "```", 3) != 0)
        continue;
      if (!open && n == 3 && !begins_listing (s->str + at))
        {
          g_string_truncate (s, at);
          return;
        }
      open = !open;
    }
}
