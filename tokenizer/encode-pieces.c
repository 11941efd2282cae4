/* encode-pieces.c: from text to ids as SentencePiece does it: user-defined tokens, then merges by score, then bytes.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Kudo and Richardson, "SentencePiece: A simple and language independent subword tokenizer and detokenizer" (2018). */
#include "config.h"

#include <string.h>

#include "tokenizer/encode-private.h"
#include "tokenizer/unicode.h"

/* All of them or none. */
static gboolean
have_tokens (const HunchVocab *v, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (v->byte_ids[bytes[i]] == HUNCH_NO_TOKEN)
      return FALSE;
  return TRUE;
}

void
hunch_encode_unknown (HunchEncoder *e, const guint8 *text, gsize len)
{
  const HunchVocab *v = e->v;

  if (have_tokens (v, text, len))
    for (gsize i = 0; i < len; i++)
      hunch_encoder_emit (e, v->byte_ids[text[i]]);
  else if (v->unk != HUNCH_NO_TOKEN && (v->lone_unknown || !e->after_unknown))
    {
      hunch_encoder_emit (e, v->unk);
      e->after_unknown = TRUE;
    }
}

static void emit_token (HunchEncoder *e, guint32 id, const guint8 *text, gsize len);

/* The ids that stand for characters before anything is merged, as many places each as bytes; how many ids. */
static gsize
place_characters (const HunchVocab *v, const guint8 *text, gsize len, gboolean placed, guint32 *ids)
{
  gsize n = 0;

  for (gsize at = 0, k; at < len; at += k)
    {
      gunichar c;
      guint32 id;

      k = MAX (hunch_utf8_decode (text + at, len - at, &c), 1);
      id = v->n_tokens + k - 1;
      if (v->rule.merges != NULL)
        {
          const HunchTokenSlot *slot = hunch_token_table_find (&v->tokens, text + at, k);

          if (slot != NULL)
            id = slot->id_plus_1 - 1;
        }
      if (placed)
        hunch_bpe_place (ids, at, id, k);
      else
        ids[n] = id;
      n++;
    }
  return n;
}

static void
emit_tokens (HunchEncoder *e, const guint32 *ids, gsize n, const guint8 *text)
{
  const guint32 *starts = e->v->starts;

  for (gsize i = 0; i < n; i++)
    {
      gsize len = starts[ids[i] + 1] - starts[ids[i]];

      emit_token (e, ids[i], text, len);
      text += len;
    }
}

/* An unused token is no answer, only a step to one: it becomes the two that it was merged from. Where no merge made it,
 * it stays. */
static gboolean
emit_parts (HunchEncoder *e, const guint8 *text, gsize len)
{
  HunchBpeRule rule = e->v->rule;
  guint32 ids[HUNCH_BPE_SHORT];
  gsize n;

  if (rule.merges != NULL || len > HUNCH_BPE_SHORT)
    return FALSE;
  rule.longest = len - 1;
  n = hunch_bpe_merge_short (&rule, text, ids, place_characters (e->v, text, len, FALSE, ids));
  if (n < 2)
    return FALSE;
  emit_tokens (e, ids, n, text);
  return TRUE;
}

/* A token as merging left it; its bytes are text's. */
static void
emit_token (HunchEncoder *e, guint32 id, const guint8 *text, gsize len)
{
  const HunchVocab *v = e->v;

  if (id >= v->n_tokens)
    {
      const HunchTokenSlot *slot = hunch_token_table_find (&v->tokens, text, len);

      if (slot == NULL)
        {
          hunch_encode_unknown (e, text, len);
          return;
        }
      id = slot->id_plus_1 - 1;
    }
  if (v->kinds[id] != HUNCH_TOKEN_UNUSED || !emit_parts (e, text, len))
    hunch_encoder_emit (e, id);
}

static gboolean
encode_long (HunchEncoder *e, const guint8 *p, gsize len, GError **error)
{
  g_autofree guint32 *ids = NULL;
  HunchBpeResult result = HUNCH_BPE_NO_MEMORY;
  gsize n = len;

  if (len > HUNCH_LONGEST_WORD)
    return hunch_encoder_fail_long (len, error);
  ids = g_try_new (guint32, len);
  if (ids != NULL)
    {
      place_characters (e->v, p, len, TRUE, ids);
      result = hunch_bpe_merge_long (&e->v->rule, p, ids, &n, e->cancelled);
    }
  if (result != HUNCH_BPE_DONE)
    return hunch_encoder_fail_word (len, result, error);
  emit_tokens (e, ids, n, p);
  return TRUE;
}

static gboolean
encode_by_merging (HunchEncoder *e, const guint8 *p, gsize len, GError **error)
{
  guint32 ids[HUNCH_BPE_SHORT];
  gsize n;

  if (len > HUNCH_BPE_SHORT)
    return encode_long (e, p, len, error);
  n = hunch_bpe_merge_short (&e->v->rule, p, ids, place_characters (e->v, p, len, FALSE, ids));
  emit_tokens (e, ids, n, p);
  return TRUE;
}

/* Text between user-defined tokens. */
static gboolean
encode_words (HunchEncoder *e, const guint8 *text, gsize len, GError **error)
{
  const HunchJoins *joins = e->v->joins;

  for (gsize word = 0, at = 0; word < len; word = at)
    {
      for (at++; at < len; at++)
        if ((text[at] & 0xc0) != 0x80 && !hunch_joins_get (joins, text[at - 1], text[at]))
          break;
      if (!hunch_encode_word (e, text + word, at - word, encode_by_merging, error))
        return FALSE;
      if (hunch_encoder_is_cancelled (e))
        return hunch_encoder_fail_cancelled (error);
    }
  return TRUE;
}

/* User-defined tokens are found first, the leftmost and of those the longest; nothing merges with them. */
static gboolean
encode_normal (HunchEncoder *e, const guint8 *text, gsize len, GError **error)
{
  const HunchSpecials *user_defined = &e->v->user_defined;
  gsize plain = 0, n;

  for (gsize at = 0; user_defined->n > 0 && at < len;)
    {
      gint32 id = hunch_specials_match (user_defined, text + at, len - at, &n);

      if (id == HUNCH_NO_TOKEN)
        {
          at++;
          continue;
        }
      if (!encode_words (e, text + plain, at - plain, error))
        return FALSE;
      hunch_encoder_emit (e, id);
      plain = at += n;
    }
  return encode_words (e, text + plain, len - plain, error);
}

gboolean
hunch_pieces_need_space (const HunchVocab *v, const guint8 *text, gboolean first)
{
  switch (v->space_prefix)
    {
    case HUNCH_PREFIX_SPACE:
      return TRUE;
    case HUNCH_PREFIX_UNLESS_SPACE:
      return v->fewer_spaces || text[0] != ' ';
    case HUNCH_PREFIX_FIRST:
      return first && (v->fewer_spaces || text[0] != ' ');
    default:
      return FALSE;
    }
}

gboolean
hunch_encode_pieces (HunchEncoder *e, const guint8 *text, gsize len, gboolean first, GError **error)
{
  const HunchVocab *v = e->v;
  g_autoptr (GString) normal = hunch_pieces_normal (v, text, len, hunch_pieces_need_space (v, text, first));

  if (normal != NULL)
    {
      text = (const guint8 *) normal->str;
      len = normal->len;
    }
  return (v->model == HUNCH_MODEL_UNIGRAM ? hunch_encode_unigram : encode_normal) (e, text, len, error);
}
