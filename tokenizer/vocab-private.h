/* vocab-private.h: what is inside a vocabulary; for the files of this folder.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/merge-table.h"
#include "tokenizer/pretok.h"
#include "tokenizer/special.h"
#include "tokenizer/token-table.h"
#include "tokenizer/vocab.h"

#define HUNCH_NO_TOKEN (-1)

struct HunchVocab
{
  gatomicrefcount refs;
  guint n_tokens;
  guint8 *bytes;        /* all pieces, one after the other, in the text's own alphabet */
  guint32 *starts;      /* (n_tokens + 1) token i is bytes + starts[i] to bytes + starts[i + 1] */
  guint8 *kinds;        /* (n_tokens) HunchTokenKind */
  guint8 *eog;          /* (n_tokens) whether it ends a generation */
  gint32 byte_ids[256]; /* the token of each byte, or HUNCH_NO_TOKEN */
  gboolean lossless;
  HunchTokenTable tokens; /* by their bytes; of equal ones an ordinary token is before others, then the lower id */
  HunchMergeTable merges;
  HunchSpecials specials; /* those that are found by name only */
  const HunchPretok *pretok;
  const guint8 *classes;
  gint32 bos, eos, pad;
  gint32 fim[HUNCH_N_FIM];
  gboolean add_bos, add_eos, whole_words;
  GPtrArray *warnings; /* (element-type utf8) NULL-terminated once made */
  guint n_unsaid;      /* warnings past the number that is kept */
};

static inline const guint8 *
hunch_vocab_bytes (const HunchVocab *v, guint id, gsize *n)
{
  *n = v->starts[id + 1] - v->starts[id];
  return v->bytes + v->starts[id];
}

static inline gboolean
hunch_kind_is_ordinary (guint kind)
{
  return kind == HUNCH_TOKEN_NORMAL || kind == HUNCH_TOKEN_BYTE;
}

/* Found by its name where names count. */
static inline gboolean
hunch_kind_is_special (guint kind)
{
  return kind == HUNCH_TOKEN_CONTROL || kind == HUNCH_TOKEN_USER_DEFINED || kind == HUNCH_TOKEN_UNKNOWN;
}
