/* normal-pieces.c: what SentencePiece does to a text before it looks for tokens.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/encode-private.h"
#include "tokenizer/unicode.h"

static const char mark[] = "▁"; /* U+2581, a space to SentencePiece; three bytes */

/* A front of a text and what is written for it. */
typedef struct
{
  gsize n;
  const char *text;
  gsize n_text;
} Chunk;

/* User-defined tokens stay as they are, then the map counts, then a character is itself. */
static Chunk
chunk_at (const HunchVocab *v, const guint8 *text, gsize len)
{
  Chunk c = { 0, (const char *) text, 0 };
  gunichar unused;

  if (v->charsmap.units != NULL)
    {
      if (hunch_specials_match (&v->verbatim, text, len, &c.n) == HUNCH_NO_TOKEN)
        c.n = hunch_charsmap_find (&v->charsmap, text, len, &c.text);
      c.n_text = c.text == (const char *) text ? c.n : strlen (c.text);
    }
  if (c.n == 0)
    c.n = c.n_text = MAX (hunch_utf8_decode (text, len, &unused), 1);
  return c;
}

/* The first mark; NULL when there is none. */
static const char *
find_mark (const char *text, gsize n)
{
  for (const char *p = text, *end = text + n; n >= 3 && (p = memchr (p, mark[0], end - 2 - p)) != NULL; p++)
    if (memcmp (p, mark, 3) == 0)
      return p;
  return NULL;
}

/* Appends with each mark as the space that it is. */
static void
append_marked (GString *out, const char *text, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      const char *next = find_mark (text + at, n - at);
      gsize plain = next != NULL ? (gsize) (next - text) - at : n - at;

      g_string_append_len (out, text + at, plain);
      at += plain;
      if (next != NULL)
        {
          g_string_append_c (out, ' ');
          at += 3;
        }
    }
}

static gboolean
is_space (Chunk c)
{
  return c.n_text == 1 && c.text[0] == ' ';
}

/* Chunk by chunk; of spaces in a row one is left when the vocabulary wants fewer, and none at the ends. */
static void
append_chunks (const HunchVocab *v, const guint8 *text, gsize len, GString *out)
{
  gboolean after_space = v->fewer_spaces;

  for (gsize at = 0; at < len;)
    {
      Chunk c = chunk_at (v, text + at, len - at);

      at += c.n;
      while (after_space && c.n_text > 0 && c.text[0] == ' ')
        {
          c.text++;
          c.n_text--;
        }
      if (c.n_text == 0)
        continue;
      append_marked (out, c.text, c.n_text);
      after_space = v->fewer_spaces && c.text[c.n_text - 1] == ' ';
    }
}

/* Bytes of text that are spaces, when those at the front do not count. */
static gsize
front_spaces (const HunchVocab *v, const guint8 *text, gsize len)
{
  gsize at = 0;

  while (v->fewer_spaces && at < len)
    {
      Chunk c = chunk_at (v, text + at, len - at);

      if (!is_space (c))
        break;
      at += c.n;
    }
  return at;
}

GString *
hunch_pieces_normal (const HunchVocab *v, const guint8 *text, gsize len, gboolean prefix)
{
  gsize front = front_spaces (v, text, len);
  GString *out;

  if (v->charsmap.units == NULL && !v->fewer_spaces && !prefix && find_mark ((const char *) text, len) == NULL)
    return NULL;
  out = g_string_sized_new (len - front + 1);
  if (front == len)
    return out;
  if (prefix)
    g_string_append_c (out, ' ');
  if (v->charsmap.units != NULL || v->fewer_spaces)
    append_chunks (v, text + front, len - front, out);
  else
    append_marked (out, (const char *) text, len);
  while (v->fewer_spaces && out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  return out;
}
