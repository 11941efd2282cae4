/* vocab-private.h: what is inside a vocabulary; for the files of this folder.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/bpe.h"
#include "tokenizer/charsmap.h"
#include "tokenizer/pretok.h"
#include "tokenizer/special.h"
#include "tokenizer/trie.h"
#include "tokenizer/vocab.h"

#define HUNCH_NO_TOKEN (-1)

typedef enum
{
  HUNCH_MODEL_BYTE_LEVEL,
  HUNCH_MODEL_PIECES, /* SentencePiece BPE */
  HUNCH_MODEL_UNIGRAM,
} HunchVocabModel;

/* Whether some token has the byte left before the byte right, each the edge of a character. Where none has, a text can
 * be cut. */
typedef struct
{
  guint32 bits[256][8];
} HunchJoins;

struct HunchVocab
{
  gatomicrefcount refs;
  HunchVocabModel model;
  guint n_tokens;
  guint8 *bytes;        /* all pieces, one after the other, in the text's own alphabet */
  guint32 *starts;      /* (n_tokens + 5) token i is bytes + starts[i] to bytes + starts[i + 1]; then four more, that
                           stand for unknown characters, have no bytes and count as 1 to 4 long */
  guint8 *kinds;        /* (n_tokens) HunchTokenKind */
  guint8 *eog;          /* (n_tokens) whether it ends a generation */
  gint32 byte_ids[256]; /* the token of each byte, or HUNCH_NO_TOKEN */
  gboolean lossless;
  HunchTokenTable tokens; /* by their bytes; of equal ones an ordinary token is before others, then the lower id */
  HunchMergeTable merges;
  HunchBpeRule rule;
  HunchSpecials specials;    /* those that are found by name only */
  const HunchPretok *pretok; /* byte-level */
  const guint8 *classes;
  guint32 *ranks;             /* (n_tokens) HUNCH_MODEL_PIECES, without merges: lower merges first */
  HunchJoins *joins;          /* HUNCH_MODEL_PIECES */
  HunchSpecials user_defined; /* SentencePiece: found wherever they are */
  HunchSpecials verbatim;     /* of these the ones without spaces: the charsmap leaves them alone */
  HunchSpecials always;       /* user-defined tokens that part a text even where special names do not count */
  float *scores;              /* (n_tokens) HUNCH_MODEL_UNIGRAM */
  float unknown_score;
  HunchTrie trie; /* HUNCH_MODEL_UNIGRAM */
  HunchCharsmap charsmap;
  HunchPrefix space_prefix;
  gboolean fewer_spaces, lone_unknown;
  gint32 bos, eos, pad, unk;
  gint32 fim[HUNCH_N_FIM];
  gboolean add_bos, add_eos, whole_words, nfc;
  GPtrArray *warnings; /* (element-type utf8) NULL-terminated once made */
  guint n_unsaid;      /* warnings past the number that is kept */
};

/* Notes what is odd; of very many the first are kept, and the last line counts. */
void hunch_vocab_warn (HunchVocab *v, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A printable form of a text from the file, in quotes. */
char *hunch_vocab_quote (HunchText text);
gboolean hunch_vocab_no_memory (GError **error);
/* The bytes that text, a token's or a part of a merge, stands for, into out (room for text.len); their number, or -1
 * when it is not in the vocabulary's alphabet. */
gssize hunch_vocab_spell (const HunchVocab *v, HunchText text, guint8 *out);
/* Steps of hunch_vocab_new. */
gboolean hunch_vocab_index_merges (HunchVocab *v, const HunchVocabSource *src, GError **error);
gboolean hunch_vocab_index_pieces (HunchVocab *v, const HunchVocabSource *src, GError **error);
void hunch_vocab_resolve_roles (HunchVocab *v, const HunchVocabSource *src);

static inline gboolean
hunch_joins_get (const HunchJoins *j, guint8 left, guint8 right)
{
  return (j->bits[left][right / 32] >> right % 32 & 1) != 0;
}

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
