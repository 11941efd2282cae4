/* stop.c: the search for stop strings in text that comes in pieces.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/sampler/stop.h"

#include <string.h>

struct HunchStop
{
  GStrv stops;
  gsize *len; /* (n) of each */
  guint n;
  GString *held; /* text that is not out yet; always shorter than the longest stop string between two pushes */
};

HunchStop *
hunch_stop_new (const char *const *stops)
{
  HunchStop *s = g_new0 (HunchStop, 1);
  guint n = stops ? g_strv_length ((GStrv) stops) : 0;

  s->stops = g_new0 (char *, n + 1);
  s->len = g_new0 (gsize, n);
  s->held = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    if (stops[i][0] != '\0')
      {
        s->stops[s->n] = g_strdup (stops[i]);
        s->len[s->n++] = strlen (stops[i]);
      }
  return s;
}

void
hunch_stop_free (HunchStop *s)
{
  if (s == NULL)
    return;
  g_strfreev (s->stops);
  g_free (s->len);
  g_string_free (s->held, TRUE);
  g_free (s);
}

/* Where the text to show ends, and by which stop string; NULL when none is complete. */
static const char *
find (const HunchStop *s, gsize *begin)
{
  const char *found = NULL;
  gsize found_len = 0;

  for (guint i = 0; i < s->n; i++)
    {
      const char *at = memmem (s->held->str, s->held->len, s->stops[i], s->len[i]);
      gsize pos = at ? (gsize) (at - s->held->str) : 0;

      if (at && (found == NULL || pos < *begin || (pos == *begin && s->len[i] > found_len)))
        {
          found = s->stops[i];
          found_len = s->len[i];
          *begin = pos;
        }
    }
  return found;
}

/* Length of the longest end of the held text that begins a stop string. */
static gsize
doubtful (const HunchStop *s)
{
  gsize most = 0;

  for (guint i = 0; i < s->n; i++)
    for (gsize n = MIN (s->len[i] - 1, s->held->len); n > most; n--)
      if (memcmp (s->held->str + s->held->len - n, s->stops[i], n) == 0)
        most = n;
  return most;
}

static void
release (HunchStop *s, gsize len, GString *out)
{
  g_string_append_len (out, s->held->str, (gssize) len);
  g_string_erase (s->held, 0, (gssize) len);
}

gboolean
hunch_stop_push (HunchStop *s, const char *text, gsize len, GString *out, const char **matched)
{
  gsize begin = 0;
  const char *found;

  g_string_append_len (s->held, text, (gssize) len);
  found = find (s, &begin);
  if (found)
    {
      release (s, begin, out);
      g_string_truncate (s->held, 0);
      *matched = found;
      return TRUE;
    }
  release (s, s->held->len - doubtful (s), out);
  return FALSE;
}

void
hunch_stop_flush (HunchStop *s, GString *out)
{
  release (s, s->held->len, out);
}
