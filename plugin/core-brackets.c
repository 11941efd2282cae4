/* core-brackets.c: the brackets that a stretch of text opens and closes, those in strings apart.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Of no language in particular: a string lies between two like quotes on one line; a quote without its like begins or ends one that goes
 * on beyond the stretch, or is none. */
#include "config.h"

#include <string.h>

#include "plugin/core-brackets.h"

/* Quotes within words are apostrophes. */
static gboolean
is_quote (const char *text, gsize i)
{
  return text[i] == '"' || text[i] == '`' || (text[i] == '\'' && (i == 0 || !g_ascii_isalnum (text[i - 1])));
}

/* Where the quote at i has its like; i where it has none. */
static gsize
closing_quote (const char *text, gsize len, gsize i)
{
  for (gsize j = i + 1; j < len && text[j] != '\n'; j++)
    if (text[j] == '\\')
      j++;
    else if (text[j] == text[i] && (text[i] != '\'' || j + 1 >= len || !g_ascii_isalnum (text[j + 1])))
      return j;
  return i;
}

static void
enter_string (CoreBrackets *b, char quote)
{
  b->quote = quote;
  b->n_open[CORE_BRACKETS_INSIDE] = b->n_close[CORE_BRACKETS_INSIDE] = 0;
}

/* The line ends in what seemed to be a string. */
static void
end_line (CoreBrackets *b)
{
  b->n_open[CORE_BRACKETS_OUTSIDE] += b->n_open[CORE_BRACKETS_INSIDE];
  b->n_close[CORE_BRACKETS_OUTSIDE] += b->n_close[CORE_BRACKETS_INSIDE];
  enter_string (b, '\0');
}

/* 1 for a bracket that opens, -1 for one that closes, 0 for anything else. */
static int
direction (gunichar c)
{
  if (c < 0x80)
    return strchr ("([{", (char) c) != NULL ? 1 : strchr (")]}", (char) c) != NULL ? -1 : 0;
  switch (g_unichar_type (c))
    {
    case G_UNICODE_OPEN_PUNCTUATION:
      return c != 0x201A && c != 0x201E ? 1 : 0; /* quotes that end as others begin */
    case G_UNICODE_CLOSE_PUNCTUATION:
      return -1;
    default:
      return 0;
    }
}

static void
count_one (CoreBrackets *b, CoreBracketsPlace place, int change)
{
  if (change > 0)
    b->n_open[place]++;
  else if (b->n_open[place] > 0)
    b->n_open[place]--;
  else
    b->n_close[place]++;
}

CoreBrackets
core_brackets_count (const char *text, gsize len, char quote)
{
  CoreBrackets b = { .quote = quote };

  for (gsize i = 0; i < len && text[i] != '\0'; i += g_utf8_skip[(guchar) text[i]])
    {
      CoreBracketsPlace place = b.quote != '\0' ? CORE_BRACKETS_INSIDE : CORE_BRACKETS_OUTSIDE;
      int change = direction (g_utf8_get_char (text + i));

      if (change != 0)
        count_one (&b, place, change);
      else if (place == CORE_BRACKETS_INSIDE && text[i] == '\n')
        end_line (&b);
      else if (place == CORE_BRACKETS_INSIDE && text[i] == b.quote)
        b.quote = '\0';
      else if (place == CORE_BRACKETS_OUTSIDE && is_quote (text, i))
        {
          gsize end = closing_quote (text, len, i);

          if (end == i)
            enter_string (&b, text[i]);
          i = end;
        }
    }
  return b;
}

gboolean
core_brackets_is_in_string (const char *text, gsize len, gsize at, char quote)
{
  const char *end = quote != '\0' ? memchr (text, quote, len) : NULL;

  for (gsize i = end != NULL ? (gsize) (end - text) + 1 : 0; i < at; i++)
    if (is_quote (text, i))
      {
        i = closing_quote (text, len, i);
        if (i > at)
          return TRUE;
      }
  return FALSE;
}
