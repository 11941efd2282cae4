/* core-trim-indent.c: takes out of an answer's beginning the blanks that stand before the cursor already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-brackets.h"
#include "plugin/core-text.h"
#include "plugin/core-trim-steps.h"

/* Whether the text is one pair of brackets with what is in it, and nothing behind it. */
static gboolean
is_condition (const char *text, gsize len)
{
  return len > 1 && text[0] == '(' && text[len - 1] == ')'
         && core_brackets_count (text, len - 1, '\0').n_open[CORE_BRACKETS_OUTSIDE] == 1;
}

/* By its first or last word, where no more of what it opens stands on the line. */
static gboolean
opens_by_word (const char *line, gsize len)
{
  static const char *const conditions[] = { "if", "for", "while", NULL };
  static const char *const names[] = { "def", "class", "module", "function", NULL };
  static const char *const tails[] = { "then", "do", "else", "begin", NULL };
  const char *head = line + core_text_blanks (line), *end = line + len, *tail = end, *next;
  gsize n;

  if (*head == '}')
    head += 1 + core_text_blanks (head + 1);
  if (g_str_has_prefix (head, "else if"))
    head += strlen ("else ");
  n = core_trim_leading_word (head, end - head);
  next = head + n + core_text_blanks (head + n);
  if (core_trim_is_one_of (head, n, conditions) && is_condition (next, end - next))
    return TRUE;
  if (core_trim_is_one_of (head, n, names) && memchr (head, ':', end - head) == NULL && end[-1] != ';')
    return TRUE;
  while (tail > head && core_text_is_word ((guchar) tail[-1]))
    tail--;
  return core_trim_is_one_of (tail, end - tail, tails);
}

static gboolean
is_opening_tag (const char *line, gsize len)
{
  static const char *const alone[] = { "br", "hr", "img", "input", "link", "meta", NULL };
  const char *tag = line + core_text_blanks (line);

  if (core_trim_is_one_of (tag + 1, core_trim_leading_word (tag + 1, line + len - tag - 1), alone))
    return FALSE;
  return tag[0] == '<' && g_ascii_isalpha (tag[1]) && line[len - 1] == '>' && line[len - 2] != '/'
         && memchr (tag + 1, '<', line + len - tag - 1) == NULL;
}

gboolean
core_trim_opens_block (const char *line, gsize len)
{
  while (g_ascii_isspace (line[len - 1]))
    len--;
  return strchr (":{([", line[len - 1]) != NULL;
}

/* Whether deeper lines follow this one, which is not blank. */
static gboolean
wants_block (const char *line, gsize len)
{
  while (g_ascii_isspace (line[len - 1]))
    len--;
  return core_trim_opens_block (line, len) || opens_by_word (line, len) || is_opening_tag (line, len);
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
  return wants_block (line, len) && own <= core_text_blanks (line);
}

/* Where every later line stands at least n blanks deeper than the cursor, the answer as a whole stood too deep. Not so where its first
 * line, which had n blanks, opens a block and the next one stands no deeper than that; nor where the first line leaves a bracket open
 * behind which the later ones stand. */
static void
dedent_rest (GString *s, gsize own, gsize n)
{
  gsize at, first = core_text_line_length (s->str);
  gboolean any = FALSE, block = !core_text_is_blank (s->str, first) && wants_block (s->str, first);

  if (!block && core_brackets_count (s->str, first, '\0').n_open[CORE_BRACKETS_OUTSIDE] > 0)
    return;
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
