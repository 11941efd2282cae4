/* json-out.c: writes JSON.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/json-out.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
json_out_init (JsonOut *out)
{
  out->text = g_string_new (NULL);
  out->comma = FALSE;
}

static void
append_char (GString *out, gunichar c)
{
  switch (c)
    {
    case '"':
    case '\\':
      g_string_append_printf (out, "\\%c", (char) c);
      break;
    case '\n':
      g_string_append (out, "\\n");
      break;
    case '\t':
      g_string_append (out, "\\t");
      break;
    default:
      if (c < 0x20 || c == 0x7f)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
    }
}

static void
append_quoted (GString *out, const char *text, gsize len)
{
  const char *end = text + len;

  g_string_append_c (out, '"');
  while (text < end)
    {
      gunichar c = *text == '\0' ? 0 : g_utf8_get_char_validated (text, end - text);

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_unichar (out, 0xfffd);
          text++;
          continue;
        }
      append_char (out, c);
      text += c == 0 ? 1 : g_unichar_to_utf8 (c, NULL);
    }
  g_string_append_c (out, '"');
}

static void
begin_value (JsonOut *out, const char *key)
{
  if (out->comma)
    g_string_append (out->text, ", ");
  out->comma = TRUE;
  if (key == NULL)
    return;
  append_quoted (out->text, key, strlen (key));
  g_string_append (out->text, ": ");
}

void
json_out_begin (JsonOut *out, const char *key, char bracket)
{
  begin_value (out, key);
  g_string_append_c (out->text, bracket);
  out->comma = FALSE;
}

void
json_out_end (JsonOut *out, char bracket)
{
  g_string_append_c (out->text, bracket);
  out->comma = TRUE;
}

void
json_out_bytes (JsonOut *out, const char *key, const char *text, gsize len)
{
  begin_value (out, key);
  append_quoted (out->text, text, len);
}

void
json_out_string (JsonOut *out, const char *key, const char *text)
{
  begin_value (out, key);
  if (text == NULL)
    g_string_append (out->text, "null");
  else
    append_quoted (out->text, text, strlen (text));
}

void
json_out_uint (JsonOut *out, const char *key, guint64 value)
{
  begin_value (out, key);
  g_string_append_printf (out->text, "%" G_GUINT64_FORMAT, value);
}

void
json_out_bool (JsonOut *out, const char *key, gboolean value)
{
  begin_value (out, key);
  g_string_append (out->text, value ? "true" : "false");
}

void
json_out_double (JsonOut *out, const char *key, double value, guint decimals)
{
  char format[16], number[400];

  begin_value (out, key);
  g_snprintf (format, sizeof format, "%%.%uf", decimals);
  g_string_append (out->text, isfinite (value) ? g_ascii_formatd (number, sizeof number, format, value) : "null");
}

void
json_out_number (JsonOut *out, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  begin_value (out, key);
  g_string_append (out->text, isfinite (value) ? g_ascii_formatd (number, sizeof number, "%.9g", value) : "null");
}

void
json_out_ids (JsonOut *out, const char *key, const gint32 *ids, gsize n)
{
  json_out_begin (out, key, '[');
  for (gsize i = 0; i < n; i++)
    json_out_uint (out, NULL, ids[i]);
  json_out_end (out, ']');
}

void
json_out_print (JsonOut *out)
{
  g_string_append_c (out->text, '\n');
  fwrite (out->text->str, 1, out->text->len, stdout);
  g_string_free (out->text, TRUE);
  out->text = NULL;
}
