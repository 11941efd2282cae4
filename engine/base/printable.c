/* printable.c: makes bytes from outside safe to show in one line.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/printable.h"

#include <string.h>

static void
append_char (GString *s, gunichar c)
{
  if (c == '\n')
    g_string_append (s, "\\n");
  else if (c == '\t')
    g_string_append (s, "\\t");
  else if (c == '\r')
    g_string_append (s, "\\r");
  else if (g_unichar_isprint (c))
    g_string_append_unichar (s, c);
  else if (c < 0x80)
    g_string_append_printf (s, "\\x%02x", c);
  else
    g_string_append_printf (s, "\\u{%04x}", c);
}

char *
hunch_printable (const char *data, gssize len, gsize max)
{
  gsize left = len < 0 ? strlen (data) : (gsize) len;
  GString *s = g_string_new (NULL);

  for (gsize shown = 0; left > 0; shown++)
    {
      gunichar c;
      gsize used = 1;

      if (max > 0 && shown == max)
        {
          g_string_append (s, "…");
          break;
        }
      c = g_utf8_get_char_validated (data, (gssize) MIN (left, 6));
      if (*data == '\0')
        g_string_append (s, "\\x00"); /* GLib's answer for a NUL depends on its version */
      else if (c == (gunichar) -1 || c == (gunichar) -2)
        g_string_append_printf (s, "\\x%02x", (guint8) *data);
      else
        {
          append_char (s, c);
          used = (gsize) (g_utf8_next_char (data) - data);
        }
      data += used;
      left -= used;
    }
  return g_string_free (s, FALSE);
}
