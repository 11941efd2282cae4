/* vocab.c: a vocabulary's life and what can be asked about it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/vocab-private.h"

HunchVocab *
hunch_vocab_ref (HunchVocab *v)
{
  g_atomic_ref_count_inc (&v->refs);
  return v;
}

void
hunch_vocab_unref (HunchVocab *v)
{
  if (v == NULL || !g_atomic_ref_count_dec (&v->refs))
    return;
  hunch_token_table_finish (&v->tokens);
  hunch_merge_table_finish (&v->merges);
  hunch_specials_finish (&v->specials);
  hunch_specials_finish (&v->user_defined);
  hunch_specials_finish (&v->verbatim);
  hunch_specials_finish (&v->always);
  hunch_trie_finish (&v->trie);
  hunch_charsmap_finish (&v->charsmap);
  g_ptr_array_unref (v->warnings);
  g_free (v->bytes);
  g_free (v->starts);
  g_free (v->kinds);
  g_free (v->eog);
  g_free (v->ranks);
  g_free (v->joins);
  g_free (v->scores);
  g_free (v);
}

guint
hunch_vocab_size (const HunchVocab *v)
{
  return v->n_tokens;
}

const char *const *
hunch_vocab_warnings (const HunchVocab *v)
{
  return (const char *const *) v->warnings->pdata;
}

gboolean
hunch_vocab_lossless (const HunchVocab *v)
{
  return v->lossless;
}

const char *
hunch_vocab_pre (const HunchVocab *v)
{
  return v->pretok != NULL ? v->pretok->names[0] : "default";
}

gint32
hunch_vocab_bos (const HunchVocab *v)
{
  return v->bos;
}

gint32
hunch_vocab_eos (const HunchVocab *v)
{
  return v->eos;
}

gint32
hunch_vocab_pad (const HunchVocab *v)
{
  return v->pad;
}

static gboolean
has_id (const HunchVocab *v, gint32 id)
{
  return id >= 0 && (guint) id < v->n_tokens;
}

gboolean
hunch_vocab_is_eog (const HunchVocab *v, gint32 id)
{
  return has_id (v, id) && v->eog[id];
}

gint32
hunch_vocab_fim (const HunchVocab *v, HunchFim which)
{
  g_return_val_if_fail (which < HUNCH_N_FIM, HUNCH_NO_TOKEN);
  return v->fim[which];
}

HunchTokenKind
hunch_vocab_kind (const HunchVocab *v, gint32 id)
{
  return has_id (v, id) ? v->kinds[id] : HUNCH_TOKEN_UNUSED;
}

gint32
hunch_vocab_lookup (const HunchVocab *v, const char *piece, gsize len)
{
  const guint8 *p = (const guint8 *) piece;
  const HunchTokenSlot *slot = len > 0 ? hunch_token_table_find (&v->tokens, p, len) : NULL;

  gint32 id = slot != NULL ? (gint32) slot->id_plus_1 - 1 : hunch_specials_lookup (&v->specials, p, len);

  return id != HUNCH_NO_TOKEN || v->model == HUNCH_MODEL_BYTE_LEVEL ? id
                                                                    : hunch_specials_lookup (&v->user_defined, p, len);
}

HunchText
hunch_vocab_piece (const HunchVocab *v, gint32 id, gboolean special)
{
  HunchText text = { "", 0 };
  guint kind;

  if (!has_id (v, id))
    return text;
  kind = v->kinds[id];
  if (special || (kind != HUNCH_TOKEN_CONTROL && kind != HUNCH_TOKEN_UNKNOWN && kind != HUNCH_TOKEN_UNUSED))
    text.data = (const char *) hunch_vocab_bytes (v, id, &text.len);
  return text;
}

gboolean
hunch_vocab_decode (const HunchVocab *v, const gint32 *ids, gsize n, gboolean special, GString *out, GError **error)
{
  gboolean prefix = v->model != HUNCH_MODEL_BYTE_LEVEL && v->space_prefix != HUNCH_PREFIX_NONE;

  for (gsize i = 0; i < n; i++)
    if (!has_id (v, ids[i]))
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                     _ ("token id %d is not in the vocabulary; it has the ids 0 to %u"), ids[i], v->n_tokens - 1);
        return FALSE;
      }
  for (gsize i = 0; i < n; i++)
    {
      HunchText text = hunch_vocab_piece (v, ids[i], special);

      if (prefix && v->kinds[ids[i]] != HUNCH_TOKEN_CONTROL && text.len > 0)
        {
          if (text.data[0] == ' ')
            text = (HunchText){ text.data + 1, text.len - 1 };
          prefix = FALSE;
        }
      g_string_append_len (out, text.data, text.len);
    }
  return TRUE;
}
