/* trace-text.c: tokens and numbers as a terminal can show them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace.h"

#include <glib/gi18n.h>
#include <string.h>

static void
append_escaped (GString *out, const char *p, const char *end)
{
  while (p < end)
    {
      const gunichar c = *p == '\0' ? 0 : g_utf8_get_char_validated (p, end - p);

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_printf (out, "\\x%02x", (guchar) *p++);
          continue;
        }
      if (c == '\n')
        g_string_append (out, "\\n");
      else if (c == '\t')
        g_string_append (out, "\\t");
      else if (c == '\'' || c == '\\')
        g_string_append_printf (out, "\\%c", (char) c);
      else if (g_unichar_isprint (c))
        g_string_append_unichar (out, c);
      else
        g_string_append_printf (out, "\\u%04x", c);
      p += c == 0 ? 1 : g_unichar_to_utf8 (c, NULL);
    }
}

char *
trace_quote (HunchTokenizer *tokenizer, gint32 id)
{
  g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (tokenizer, id);
  GString *out = g_string_new ("'");
  gsize len = 0;
  const char *data = piece ? g_bytes_get_data (piece, &len) : NULL;

  append_escaped (out, data, data + len);
  g_string_append_c (out, '\'');
  return g_string_free (out, FALSE);
}

static guint
columns (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

char *
trace_fit (const char *text, guint width)
{
  GString *out = g_string_new (NULL);
  guint used = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (used + columns (c) > width)
        break;
      used += columns (c);
      g_string_append_unichar (out, c);
    }
  for (; used < width; used++)
    g_string_append_c (out, ' ');
  return g_string_free (out, FALSE);
}

char *
trace_percent (double p)
{
  return p > 0 && p < 5e-7 ? g_strdup_printf ("%.1e %%", p * 100) : g_strdup_printf ("%.4f %%", p * 100);
}

const char *
trace_shade (double value)
{
  static const char *const shades[] = { "\u00b7", "\u2591", "\u2592", "\u2593", "\u2588" };
  const int i = (int) (CLAMP (value, 0, 1) * 4.999);

  return shades[i];
}

gboolean
trace_find (const TraceShown *t, const char *text, guint *first, guint *end, GError **error)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GString) all = g_string_new (NULL);
  const gsize len = strlen (text);
  const gint32 *ids;
  gsize n;

  ids = hunch_trace_result_get_prompt_ids (t->result, &n);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (t->tokenizer, ids[i]);

      g_string_append_len (all, g_bytes_get_data (piece, NULL), (gssize) g_bytes_get_size (piece));
      g_array_append_val (ends, all->len);
    }
  for (gsize at = all->len + 1; len > 0 && at-- > 0;)
    if (at + len <= all->len && memcmp (all->str + at, text, len) == 0)
      {
        for (*first = 0; g_array_index (ends, gsize, *first) <= at; (*first)++)
          ;
        for (*end = *first; g_array_index (ends, gsize, *end) < at + len; (*end)++)
          ;
        ++*end;
        return TRUE;
      }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The text has no '%s'"), text);
  return FALSE;
}
