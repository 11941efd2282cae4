/* core-text.c: lines, words and line breaks of UTF-8 text around a cursor.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-text.h"
#include "plugin/hunch-text.h"

CoreNewline
core_text_newline (const char *before, const char *after)
{
  gsize len = strlen (before);
  const char *p;

  for (p = before + len; p > before; p--)
    if (p[-1] == '\n')
      return p - 1 > before && p[-2] == '\r' ? CORE_NEWLINE_CRLF : CORE_NEWLINE_LF;
    else if (p[-1] == '\r')
      return CORE_NEWLINE_CR;
  p = after + strcspn (after, "\r\n");
  if (*p != '\r')
    return CORE_NEWLINE_LF;
  return p[1] == '\n' ? CORE_NEWLINE_CRLF : CORE_NEWLINE_CR;
}

char *
core_text_to_lf (const char *text)
{
  char *out = g_utf8_make_valid (text, -1), *w = out;

  for (const char *r = out; *r != '\0'; r++)
    if (*r != '\r')
      *w++ = *r;
    else if (r[1] != '\n')
      *w++ = '\n';
  *w = '\0';
  return out;
}

char *
core_text_from_lf (const char *text, CoreNewline newline)
{
  static const char *const breaks[] = { "\n", "\r\n", "\r" };
  GString *out;

  if (newline == CORE_NEWLINE_LF)
    return g_strdup (text);
  out = g_string_new (NULL);
  for (; *text != '\0'; text++)
    if (*text == '\n')
      g_string_append (out, breaks[newline]);
    else
      g_string_append_c (out, *text);
  return g_string_free (out, FALSE);
}

gboolean
core_text_is_word (gunichar c)
{
  return c == '_' || g_unichar_isalnum (c) || g_unichar_ismark (c);
}

gboolean
core_text_is_blank (const char *text, gsize len)
{
  for (gsize i = 0; i < len; i++)
    if (!g_ascii_isspace (text[i]))
      return FALSE;
  return TRUE;
}

gsize
core_text_blanks (const char *text)
{
  return strspn (text, " \t");
}

gsize
core_text_line_length (const char *text)
{
  return strcspn (text, "\n");
}

const char *
core_text_line_start (const char *text, const char *at)
{
  while (at > text && at[-1] != '\n')
    at--;
  return at;
}

const char *
core_text_last_lines (const char *text, guint n_lines, gsize max_bytes)
{
  const char *end = text + strlen (text), *p = end;

  if (n_lines == 0)
    return end;
  while (p > text && (gsize) (end - p) < max_bytes)
    {
      if (p[-1] == '\n' && --n_lines == 0)
        return p;
      p--;
    }
  while (p < end && ((guchar) *p & 0xC0) == 0x80) /* half a character is not text */
    p++;
  return p;
}

gsize
core_text_first_lines (const char *text, guint n_lines, gsize max_bytes)
{
  gsize n = 0;

  if (n_lines == 0)
    return 0;
  while (text[n] != '\0' && n < max_bytes)
    if (text[n++] == '\n' && --n_lines == 0)
      return n;
  while (n > 0 && ((guchar) text[n] & 0xC0) == 0x80)
    n--;
  return n;
}

/* Characters that stand alone as words, since their scripts put no spaces between words. */
static gboolean
is_ideograph (gunichar c)
{
  GUnicodeScript script = g_unichar_get_script (c);

  return script == G_UNICODE_SCRIPT_HAN || script == G_UNICODE_SCRIPT_HIRAGANA || script == G_UNICODE_SCRIPT_KATAKANA;
}

/* The end of the character cluster at p: marks, joiners and what a joiner binds stay together. */
static const char *
cluster_end (const char *p)
{
  const gunichar zwj = 0x200D;

  p = g_utf8_next_char (p);
  for (;;)
    {
      gunichar c = g_utf8_get_char (p);

      if (c == zwj && p[3] != '\0')
        p = g_utf8_next_char (g_utf8_next_char (p));
      else if (c == zwj || g_unichar_ismark (c) || (c >= 0x1F3FB && c <= 0x1F3FF))
        p = g_utf8_next_char (p);
      else
        return p;
    }
}

gsize
core_text_word_step (const char *text)
{
  const char *p = text;
  gboolean word;

  while (*p != '\0' && g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  if (*p == '\0')
    return p - text;
  word = core_text_is_word (g_utf8_get_char (p));
  do
    {
      gboolean alone = is_ideograph (g_utf8_get_char (p));

      p = cluster_end (p);
      if (alone || is_ideograph (g_utf8_get_char (p)))
        break;
    }
  while (*p != '\0' && !g_unichar_isspace (g_utf8_get_char (p)) && core_text_is_word (g_utf8_get_char (p)) == word);
  return p - text;
}

gsize
core_text_line_step (const char *text)
{
  gsize breaks = strspn (text, "\n");

  return breaks + core_text_line_length (text + breaks);
}

/**
 * hunch_text_offsets:
 * @text: UTF-8
 * @byte_offset: bytes before the cursor, on the border of a character
 * @char_offset: (out) (optional): the same in characters, as GtkTextIter counts
 * @utf16_offset: (out) (optional): the same in UTF-16 code units, as JavaScript and LSP count
 *
 * Says the place of a cursor in the units of another host.
 *
 * Returns: %FALSE if @byte_offset is past the end or inside a character
 */
gboolean
hunch_text_offsets (const char *text, gsize byte_offset, gsize *char_offset, gsize *utf16_offset)
{
  gsize chars = 0, units = 0;
  const char *p, *end;

  g_return_val_if_fail (text != NULL, FALSE);

  end = text + byte_offset;
  for (p = text; p < end && *p != '\0'; p = g_utf8_next_char (p))
    {
      chars++;
      units += g_utf8_get_char (p) > 0xFFFF ? 2 : 1;
    }
  if (p != end)
    return FALSE;
  if (char_offset != NULL)
    *char_offset = chars;
  if (utf16_offset != NULL)
    *utf16_offset = units;
  return TRUE;
}
