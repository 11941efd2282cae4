/* json-scan.c: looks over JSON from outside before a parser that recurses and allocates gets it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/json-scan.h"

/* The index after the string that begins at i, at most len. */
static gsize
skip_string (const char *text, gsize len, gsize i)
{
  for (i++; i < len && text[i] != '"'; i++)
    if (text[i] == '\\')
      i++;
  return MIN (i + 1, len);
}

gboolean
hunch_json_scan (const char *text, gsize len, guint deepest, gsize most)
{
  guint depth = 0;
  gsize values = 1;

  for (gsize i = 0; i < len;)
    {
      const char c = text[i];

      if (c == '"')
        {
          i = skip_string (text, len, i);
          continue;
        }
      /* Each value but the first follows a bracket or a comma. */
      if ((c == '{' || c == '[' || c == ',') && ++values > most)
        return FALSE;
      if ((c == '{' || c == '[') && ++depth > deepest)
        return FALSE;
      if ((c == '}' || c == ']') && depth > 0)
        depth--;
      i++;
    }
  return TRUE;
}
