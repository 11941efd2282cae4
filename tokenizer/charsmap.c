/* charsmap.c: walks the double-array trie of a compiled normalization, and trusts none of it.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Yata, Morita, Fuketa and Aoe, "Fast string matching with space-efficient word graphs" (2008), whose units these are. */
#include "config.h"

#include <string.h>

#include "tokenizer/charsmap.h"

gboolean
hunch_charsmap_init (HunchCharsmap *m, const char *bytes, gsize n)
{
  guint32 size;

  *m = (HunchCharsmap){ NULL };
  if (n < 4)
    return FALSE;
  memcpy (&size, bytes, 4);
  size = GUINT32_FROM_LE (size);
  if (size < 4 || size % 4 != 0 || size >= n - 4 || bytes[n - 1] != '\0')
    return FALSE;
  m->n_units = size / 4;
  m->n_texts = n - 4 - size;
  m->units = g_try_new (guint32, m->n_units);
  m->texts = g_try_malloc (m->n_texts);
  if (m->units == NULL || m->texts == NULL)
    {
      hunch_charsmap_finish (m);
      return FALSE;
    }
  memcpy (m->units, bytes + 4, size);
  for (gsize i = 0; i < m->n_units; i++)
    m->units[i] = GUINT32_FROM_LE (m->units[i]);
  memcpy (m->texts, bytes + 4 + size, m->n_texts);
  return TRUE;
}

void
hunch_charsmap_finish (HunchCharsmap *m)
{
  g_clear_pointer (&m->units, g_free);
  g_clear_pointer (&m->texts, g_free);
}

/* Where the children of a unit are, from it. */
static inline gsize
offset_of (guint32 unit)
{
  return (gsize) (unit >> 10) << (unit >> 6 & 8);
}

gsize
hunch_charsmap_find (const HunchCharsmap *m, const guint8 *text, gsize n, const char **written)
{
  gsize node = offset_of (m->units[0]), found = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint32 unit;

      node ^= text[i];
      if (node >= m->n_units)
        break;
      unit = m->units[node];
      if ((unit & 0x800000ff) != text[i]) /* its label */
        break;
      node ^= offset_of (unit);
      if (unit >> 8 & 1) /* something ends here; its value is the first child */
        {
          guint32 at = node < m->n_units ? m->units[node] & 0x7fffffff : G_MAXUINT32;

          if (at >= m->n_texts)
            break;
          found = i + 1;
          *written = m->texts + at;
        }
    }
  return found;
}
