/* utf8-stream.c: the streaming detokenizer's last step, from bytes to text that is valid at every moment.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/unicode.h"
#include "tokenizer/utf8-stream.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* Lowest and highest second byte that may follow the lead byte b (Unicode, table 3-7). */
static gboolean
second_fits (guint8 b, guint8 second)
{
  guint8 low = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
  guint8 high = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;

  return second >= low && second <= high;
}

/* How long the character that b begins is; 0 when b begins none. */
static guint
length_from_lead (guint8 b)
{
  return b < 0x80 ? 1 : b < 0xc2 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : b < 0xf5 ? 4 : 0;
}

/* Whether b may follow what is held. */
static gboolean
continues (const HunchUtf8Stream *s, guint8 b)
{
  return s->n_held == 1 ? second_fits (s->held[0], b) : (b & 0xc0) == 0x80;
}

static void
push_byte (HunchUtf8Stream *s, guint8 b, GString *out)
{
  /* A started character that b cannot continue is lost as a whole: Unicode's maximal subpart, one U+FFFD. */
  if (s->n_held > 0 && !continues (s, b))
    hunch_utf8_stream_flush (s, out);
  if (s->n_held == 0 && length_from_lead (b) == 0)
    {
      g_string_append (out, REPLACEMENT);
      return;
    }
  s->held[s->n_held++] = b;
  if (s->n_held == length_from_lead (s->held[0]))
    {
      g_string_append_len (out, (const char *) s->held, s->n_held);
      s->n_held = 0;
    }
}

void
hunch_utf8_stream_push (HunchUtf8Stream *s, const char *bytes, gsize len, GString *out)
{
  const guint8 *p = (const guint8 *) bytes;
  gsize i = 0;

  while (i < len)
    {
      gsize start = i;
      gunichar c;
      guint n;

      if (s->n_held > 0)
        {
          push_byte (s, p[i++], out);
          continue;
        }
      while (i < len && (n = hunch_utf8_decode (p + i, len - i, &c)) > 0)
        i += n;
      if (i > start)
        g_string_append_len (out, bytes + start, i - start);
      if (i < len)
        push_byte (s, p[i++], out);
    }
}

void
hunch_utf8_stream_flush (HunchUtf8Stream *s, GString *out)
{
  if (s->n_held > 0)
    g_string_append (out, REPLACEMENT);
  s->n_held = 0;
}
