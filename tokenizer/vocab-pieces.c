/* vocab-pieces.c: what only SentencePiece vocabularies have: scores, bytes for what has no token, where a text can be cut.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Kudo and Richardson, "SentencePiece: A simple and language independent subword tokenizer and detokenizer" (2018). */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/unicode.h"
#include "tokenizer/vocab-private.h"

#define UNKNOWN_PENALTY 10.0f /* an unknown character is so much worse than the worst token */

/* Lower ranks for higher scores; equal ones for equal scores. */
static guint32
rank_of (float score)
{
  union
  {
    float f;
    guint32 bits;
  } u = { score + 0.0f }; /* no negative zero */

  return ~(u.bits & 0x80000000u ? ~u.bits : u.bits | 0x80000000u);
}

/* Scores that are no numbers order nothing, and infinite ones cannot be added. */
static float
score_at (HunchVocab *v, const HunchVocabSource *src, guint i)
{
  if (src->scores == NULL)
    return 0;
  if (isfinite (src->scores[i]))
    return src->scores[i];
  hunch_vocab_warn (v, _ ("the score of token %u is not a number: taking 0"), i);
  return 0;
}

/* The tokens of bytes that are no part of an ordinary token. */
static void
index_fallback (HunchVocab *v)
{
  guint n = 0;

  for (guint b = 0; b < 256; b++)
    v->byte_ids[b] = HUNCH_NO_TOKEN;
  for (guint i = 0; i < v->n_tokens; i++)
    if (v->kinds[i] == HUNCH_TOKEN_BYTE && v->starts[i + 1] - v->starts[i] == 1)
      {
        guint8 b = v->bytes[v->starts[i]];

        n += v->byte_ids[b] == HUNCH_NO_TOKEN;
        if (v->byte_ids[b] == HUNCH_NO_TOKEN)
          v->byte_ids[b] = i;
      }
  if (n > 0 && n < 256)
    hunch_vocab_warn (v, g_dngettext (GETTEXT_PACKAGE, "%u byte has no token", "%u bytes have no token", 256 - n),
                      256 - n);
}

/* Notes which characters are neighbours in some token. */
static gboolean
index_joins (HunchVocab *v, gboolean split_spaces, GError **error)
{
  v->joins = g_try_new0 (HunchJoins, 1);
  if (v->joins == NULL)
    return hunch_vocab_no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      gsize n;
      const guint8 *p = hunch_vocab_bytes (v, i, &n);

      if (v->kinds[i] != HUNCH_TOKEN_NORMAL && v->kinds[i] != HUNCH_TOKEN_UNUSED)
        continue;
      v->rule.longest = MAX (v->rule.longest, n);
      for (gsize k = 1; k < n; k++)
        if ((p[k] & 0xc0) != 0x80 && !(split_spaces && p[k] == ' '))
          v->joins->bits[p[k - 1]][p[k] / 32] |= 1u << p[k] % 32;
    }
  return TRUE;
}

static gboolean
index_bpe (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  v->rule = (HunchBpeRule){ .starts = v->starts };
  if (src->scores == NULL && src->n_merges > 0)
    {
      if (!hunch_vocab_index_merges (v, src, error))
        return FALSE;
    }
  else
    {
      v->ranks = g_try_new (guint32, v->n_tokens);
      if (v->ranks == NULL)
        return hunch_vocab_no_memory (error);
      for (guint i = 0; i < v->n_tokens; i++)
        v->ranks[i] = rank_of (score_at (v, src, i));
      v->rule.tokens = &v->tokens;
      v->rule.ranks = v->ranks;
    }
  return index_joins (v, src->split_spaces, error);
}

/* User-defined tokens are taken before others, long ones first. The reference counts the three bytes of U+2581 where a space is. */
static float
user_defined_score (const HunchVocab *v, guint32 id)
{
  gsize length = v->starts[id + 1] - v->starts[id];

  for (gsize i = v->starts[id]; i < v->starts[id + 1]; i++)
    if (v->bytes[i] == ' ')
      length += strlen ("\u2581") - 1;
  return 0.1 * ((double) length - 1);
}

static gboolean
index_unigram (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  g_autofree gint32 *ids = g_try_new (gint32, v->n_tokens);
  float worst = FLT_MAX;
  guint n = 0;

  v->scores = g_try_new (float, v->n_tokens);
  if (ids == NULL || v->scores == NULL)
    return hunch_vocab_no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      v->scores[i] = v->kinds[i] == HUNCH_TOKEN_USER_DEFINED ? user_defined_score (v, i) : score_at (v, src, i);
      if (v->kinds[i] == HUNCH_TOKEN_NORMAL)
        worst = MIN (worst, v->scores[i]);
      if ((v->kinds[i] == HUNCH_TOKEN_NORMAL || v->kinds[i] == HUNCH_TOKEN_USER_DEFINED)
          && v->starts[i + 1] > v->starts[i])
        ids[n++] = i;
    }
  v->unknown_score = worst - UNKNOWN_PENALTY;
  return hunch_trie_init (&v->trie, ids, n, v->bytes, v->starts) || hunch_vocab_no_memory (error);
}

gboolean
hunch_vocab_index_pieces (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (src->charsmap.len > 0 && !hunch_charsmap_init (&v->charsmap, src->charsmap.data, src->charsmap.len))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT,
                           _ ("tokenizer.ggml.precompiled_charsmap is damaged: its parts do not fit together"));
      return FALSE;
    }
  if (src->scores == NULL && (src->n_merges == 0 || v->model == HUNCH_MODEL_UNIGRAM))
    hunch_vocab_warn (v, _ ("the vocabulary has no tokenizer.ggml.scores: all tokens count the same"));
  v->space_prefix = src->space_prefix == HUNCH_PREFIX_DEFAULT ? HUNCH_PREFIX_SPACE : src->space_prefix;
  v->fewer_spaces = src->fewer_spaces;
  v->lone_unknown = src->lone_unknown;
  index_fallback (v);
  return (v->model == HUNCH_MODEL_UNIGRAM ? index_unigram : index_bpe) (v, src, error);
}
