/* vocab-roles.c: which tokens have a task: the beginning and the end of a text, the parts of an infill.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <inttypes.h>

#include "engine/base/i18n.h"
#include "tokenizer/vocab-private.h"

/* An id that a field gives, or HUNCH_NO_TOKEN. */
static gint32
id_from_field (HunchVocab *v, gint64 id, const char *field)
{
  if (id >= 0 && id < v->n_tokens)
    return id;
  if (id != HUNCH_NO_TOKEN)
    hunch_vocab_warn (v, _ ("tokenizer.ggml.%s is %" PRId64 ", and the vocabulary has %u tokens: ignored"), field, id,
                      v->n_tokens);
  return HUNCH_NO_TOKEN;
}

/* SentencePiece's files may leave ids out that are always the same; but only a token of the right kind has the task. */
static gint32
id_or_usual (const HunchVocab *v, gint32 id, HunchVocabModel model, gint32 usual, guint8 kind)
{
  if (id != HUNCH_NO_TOKEN || v->model != model || (guint) usual >= v->n_tokens || v->kinds[usual] != kind)
    return id;
  return usual;
}

static void
mark_eog (HunchVocab *v, gint32 id)
{
  if (id != HUNCH_NO_TOKEN)
    v->eog[id] = TRUE;
}

/* Special ids: from the fields first, then by the well-known names. */
static void
resolve_ids (HunchVocab *v, const HunchVocabSource *src)
{
  const struct
  {
    HunchFim fim;
    gint64 id;
    const char *field;
  } fims[] = {
    { HUNCH_FIM_PREFIX, src->fim_prefix, "fim_pre_token_id" },
    { HUNCH_FIM_SUFFIX, src->fim_suffix, "fim_suf_token_id" },
    { HUNCH_FIM_MIDDLE, src->fim_middle, "fim_mid_token_id" },
    { HUNCH_FIM_PAD, src->fim_pad, "fim_pad_token_id" },
    { HUNCH_FIM_REPO, src->fim_repo, "fim_rep_token_id" },
    { HUNCH_FIM_SEP, src->fim_sep, "fim_sep_token_id" },
  };

  v->bos = id_or_usual (v, id_from_field (v, src->bos, "bos_token_id"), HUNCH_MODEL_PIECES, 1, HUNCH_TOKEN_CONTROL);
  v->eos = id_or_usual (v, id_from_field (v, src->eos, "eos_token_id"), HUNCH_MODEL_PIECES, 2, HUNCH_TOKEN_CONTROL);
  v->eos = id_or_usual (v, v->eos, HUNCH_MODEL_UNIGRAM, 1, HUNCH_TOKEN_CONTROL);
  v->pad = id_from_field (v, src->pad, "padding_token_id");
  mark_eog (v, v->eos);
  mark_eog (v, id_from_field (v, src->eot, "eot_token_id"));
  for (guint i = 0; i < G_N_ELEMENTS (fims); i++)
    v->fim[fims[i].fim] = id_from_field (v, fims[i].id, fims[i].field);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      gsize n;
      const guint8 *p = hunch_vocab_bytes (v, i, &n);
      const HunchKnownName *name = hunch_kind_is_special (v->kinds[i]) ? hunch_known_name (p, n) : NULL;

      if (name == NULL)
        continue;
      v->eog[i] |= name->eog;
      if (name->fim != HUNCH_N_FIM && v->fim[name->fim] == HUNCH_NO_TOKEN)
        v->fim[name->fim] = i;
    }
  mark_eog (v, v->fim[HUNCH_FIM_PAD]);
  mark_eog (v, v->fim[HUNCH_FIM_REPO]);
  mark_eog (v, v->fim[HUNCH_FIM_SEP]);
}

static void
resolve_added (HunchVocab *v, const HunchVocabSource *src)
{
  v->add_bos = src->add_bos < 0 ? v->model == HUNCH_MODEL_PIECES || (v->pretok != NULL && v->pretok->add_bos)
                                : src->add_bos > 0;
  v->add_eos = src->add_eos < 0 ? v->model == HUNCH_MODEL_UNIGRAM : src->add_eos > 0;
  if (v->add_bos && v->bos == HUNCH_NO_TOKEN)
    hunch_vocab_warn (
        v, _ ("a beginning-of-text token is to be added, but tokenizer.ggml.bos_token_id does not name one: none is "
              "added"));
  if (v->add_eos && v->eos == HUNCH_NO_TOKEN)
    hunch_vocab_warn (
        v, _ ("an end-of-text token is to be added, but tokenizer.ggml.eos_token_id does not name one: none is added"));
  v->add_bos &= v->bos != HUNCH_NO_TOKEN;
  v->add_eos &= v->eos != HUNCH_NO_TOKEN;
}

/* The token of what has none: the field's, else the first of the kind. */
static void
resolve_unknown (HunchVocab *v, const HunchVocabSource *src)
{
  v->unk = id_from_field (v, src->unk, "unknown_token_id");
  for (guint i = 0; v->unk == HUNCH_NO_TOKEN && i < v->n_tokens; i++)
    if (v->kinds[i] == HUNCH_TOKEN_UNKNOWN)
      v->unk = i;
}

void
hunch_vocab_resolve_roles (HunchVocab *v, const HunchVocabSource *src)
{
  resolve_ids (v, src);
  resolve_unknown (v, src);
  resolve_added (v, src);
}
