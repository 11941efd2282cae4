/* open-end.c: how much of a text's end may become other tokens once more text follows.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/encode-private.h"
#include "tokenizer/nfc.h"
#include "tokenizer/pretok-scan.h"

/* Byte-level: nothing merges across words, and words are cut from the front. So it is the last word; and spaces at the end are cut
 * otherwise when something follows them, all of which count as one. */
static gsize
open_word (const HunchVocab *v, const guint8 *text, gsize len)
{
  HunchSpan span = { .classes = v->classes, .text = text, .end = len };
  gsize word = 0, blank = len;

  for (gsize at = 0; at < len;)
    {
      word = at;
      at = v->pretok->scan (v->pretok, &span, at);
      if (hunch_span_run (&span, word, HUNCH_CLASSES_S, G_MAXSIZE) < at)
        blank = len;
      else
        blank = MIN (blank, word);
    }
  return len - MIN (word, blank);
}

/* SentencePiece: everything since the last place where no token has the two neighbours. A unigram model weighs the text as a whole. */
static gsize
open_pieces (const HunchVocab *v, const guint8 *text, gsize len)
{
  if (v->joins != NULL)
    for (gsize at = len - 1; at > 0; at--)
      if ((text[at] & 0xc0) != 0x80 && !hunch_joins_get (v->joins, text[at - 1], text[at]))
        return len - at;
  return len;
}

gsize
hunch_vocab_open_end (const HunchVocab *v, const char *text, gsize len)
{
  const guint8 *p = (const guint8 *) text;
  gboolean byte_level = v->model == HUNCH_MODEL_BYTE_LEVEL;
  g_autoptr (GString) normal = NULL;

  if (len == 0)
    return 0;
  if (!byte_level)
    normal = hunch_pieces_normal (v, p, len, hunch_pieces_need_space (v, p, TRUE));
  else if (v->nfc)
    normal = hunch_nfc (text, len);
  if (normal != NULL)
    {
      p = (const guint8 *) normal->str;
      len = normal->len;
    }
  if (len == 0)
    return 0;
  return byte_level ? open_word (v, p, len) : open_pieces (v, p, len);
}
