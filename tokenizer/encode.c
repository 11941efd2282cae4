/* encode.c: from text to ids: special names, normalization, words, merges.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/encode-private.h"
#include "tokenizer/nfc.h"

#define LONGEST_TEXT G_MAXINT32

gboolean
hunch_encoder_fail_cancelled (GError **error)
{
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("cancelled"));
  return FALSE;
}

gboolean
hunch_encoder_fail_long (gsize len, GError **error)
{
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
               _ ("the text has a word of %zu bytes, and %u are the most that can be encoded"), len,
               HUNCH_LONGEST_WORD);
  return FALSE;
}

gboolean
hunch_encoder_fail_word (gsize len, HunchBpeResult result, GError **error)
{
  if (result == HUNCH_BPE_CANCELLED)
    return hunch_encoder_fail_cancelled (error);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, _ ("no memory for a word of %zu bytes"), len);
  return FALSE;
}

/* The ids of the bytes of p, into ids; those that have none are left out, as the reference tokenizers do. */
static gsize
ids_of_bytes (const HunchVocab *v, const guint8 *p, gsize len, guint32 *ids)
{
  gsize n = 0;

  for (gsize i = 0; i < len; i++)
    {
      gint32 id = v->byte_ids[p[i]];

      ids[n] = id;
      n += id != HUNCH_NO_TOKEN;
    }
  return n;
}

static gboolean
encode_long_word (HunchEncoder *e, const guint8 *p, gsize len, GError **error)
{
  g_autofree guint32 *ids = NULL;
  HunchBpeResult result = HUNCH_BPE_NO_MEMORY;
  gsize n = 0;

  if (len > HUNCH_LONGEST_WORD)
    return hunch_encoder_fail_long (len, error);
  ids = g_try_new (guint32, len);
  if (ids != NULL)
    {
      n = ids_of_bytes (e->v, p, len, ids);
      result = hunch_bpe_merge_long (&e->v->rule, NULL, ids, &n, e->cancelled);
    }
  if (result != HUNCH_BPE_DONE)
    return hunch_encoder_fail_word (len, result, error);
  memcpy (hunch_encoder_room (e, n), ids, n * sizeof *ids);
  e->n += n;
  return TRUE;
}

/* Merges the bytes of a word. */
static gboolean
encode_by_merging (HunchEncoder *e, const guint8 *p, gsize len, GError **error)
{
  guint32 *ids;
  gsize n;

  if (len > HUNCH_BPE_SHORT)
    return encode_long_word (e, p, len, error);
  ids = hunch_encoder_room (e, len);
  n = ids_of_bytes (e->v, p, len, ids);
  e->n += n > 1 ? hunch_bpe_merge_short (&e->v->rule, NULL, ids, n) : n;
  return TRUE;
}

/* Text without special names, byte-level. */
static gboolean
encode_words (HunchEncoder *e, const guint8 *text, gsize len, GError **error)
{
  const HunchPretok *pretok = e->v->pretok;
  GString *normal = e->v->nfc ? hunch_nfc ((const char *) text, len) : NULL;
  gboolean ok = TRUE;
  HunchSpan span;
  gsize at = 0;

  if (normal != NULL)
    {
      text = (const guint8 *) normal->str;
      len = normal->len;
    }
  span = (HunchSpan){ .classes = e->v->classes, .text = text, .end = len };
  while (ok && at < len)
    {
      gsize word = at;

      at = pretok->scan (pretok, &span, at);
      ok = hunch_encode_word (e, text + word, at - word, encode_by_merging, error);
      if (ok && hunch_encoder_is_cancelled (e))
        ok = hunch_encoder_fail_cancelled (error);
    }
  if (normal != NULL)
    g_string_free (normal, TRUE);
  return ok;
}

/* Text without special names. first: nothing is before it. */
static gboolean
encode_plain (HunchEncoder *e, const guint8 *text, gsize len, gboolean first, GError **error)
{
  if (len == 0)
    return TRUE;
  return e->v->model == HUNCH_MODEL_BYTE_LEVEL ? encode_words (e, text, len, error)
                                               : hunch_encode_pieces (e, text, len, first, error);
}

/* Text in which names of special tokens count, the longest that fits first. The user-defined tokens of SentencePiece are
 * mostly not among them: to it they are part of the text. */
static gboolean
encode_marked (HunchEncoder *e, const HunchSpecials *names, const guint8 *text, gsize len, GError **error)
{
  gsize plain = 0, at = 0, n;

  while (at < len)
    {
      gint32 id = hunch_specials_match (names, text + at, len - at, &n);

      if (id == HUNCH_NO_TOKEN)
        {
          at++;
          continue;
        }
      if (!encode_plain (e, text + plain, at - plain, plain == 0, error))
        return FALSE;
      hunch_encoder_emit (e, id);
      plain = at += n;
    }
  return encode_plain (e, text + plain, at - plain, plain == 0, error);
}

/* A text that begins with the name of BOS has its own. */
static gboolean
needs_bos (const HunchVocab *v, const guint8 *text, gsize len, HunchEncodeFlags flags)
{
  gsize n;

  if (!(flags & HUNCH_ENCODE_ADD_SPECIAL) || !v->add_bos)
    return FALSE;
  return !(flags & HUNCH_ENCODE_PARSE_SPECIAL) || hunch_specials_match (&v->specials, text, len, &n) != v->bos;
}

gboolean
hunch_vocab_encode (const HunchVocab *v, const char *text, gsize len, HunchEncodeFlags flags,
                    const volatile gint *cancelled, GArray *ids, GError **error)
{
  const guint8 *p = (const guint8 *) text;
  HunchEncoder e = { .v = v, .cancelled = cancelled, .ids = ids, .n = ids->len };
  guint before = ids->len, of_text;
  gboolean ok;

  g_return_val_if_fail (g_array_get_element_size (ids) == sizeof (gint32), FALSE);
  if (len > LONGEST_TEXT || ids->len > LONGEST_TEXT - len)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                   _ ("a text of %zu bytes is too long; %d are the most that can be encoded"), len, LONGEST_TEXT);
      return FALSE;
    }
  if (needs_bos (v, p, len, flags))
    hunch_encoder_emit (&e, v->bos);
  of_text = e.n;
  if (flags & HUNCH_ENCODE_PARSE_SPECIAL)
    ok = encode_marked (&e, &v->specials, p, len, error);
  else if (v->always.n > 0)
    ok = encode_marked (&e, &v->always, p, len, error);
  else
    ok = encode_plain (&e, p, len, TRUE, error);
  if (ok && (flags & HUNCH_ENCODE_ADD_SPECIAL) && v->add_eos
      && (e.n == of_text || g_array_index (ids, gint32, e.n - 1) != v->eos))
    hunch_encoder_emit (&e, v->eos);
  g_array_set_size (ids, ok ? e.n : before);
  return ok;
}
