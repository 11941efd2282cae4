/* vocab.h: a vocabulary, byte-level BPE or SentencePiece: tokens, their kinds, merges or scores, and special ids;
 * immutable once made.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Values as GGUF's tokenizer.ggml.token_type has them. */
typedef enum
{
  HUNCH_TOKEN_NORMAL = 1,
  HUNCH_TOKEN_UNKNOWN = 2,
  HUNCH_TOKEN_CONTROL = 3,      /* prints as nothing unless asked */
  HUNCH_TOKEN_USER_DEFINED = 4, /* special, but prints */
  HUNCH_TOKEN_UNUSED = 5,
  HUNCH_TOKEN_BYTE = 6,
} HunchTokenKind;

/* Text of n bytes that may hold NULs. */
typedef struct
{
  const char *data;
  gsize len;
} HunchText;

/* How SentencePiece vocabularies treat the start of a text. */
typedef enum
{
  HUNCH_PREFIX_DEFAULT = -1, /* a space, as GGUF files have it that do not say */
  HUNCH_PREFIX_NONE = 0,
  HUNCH_PREFIX_SPACE = 1,        /* a space is put before it */
  HUNCH_PREFIX_UNLESS_SPACE = 2, /* the same, but not where there is one */
  HUNCH_PREFIX_FIRST = 3,        /* as the last, but never after a special token */
} HunchPrefix;

/* What a vocabulary is made of. Everything is copied. Begin with hunch_vocab_source_init. */
typedef struct
{
  const char *model; /* "gpt2" (byte-level BPE), "llama" (SentencePiece BPE), "t5" (SentencePiece unigram); others are
                        refused by name */
  const char *pre;   /* gpt2: pre-tokenizer name as in tokenizer.ggml.pre; NULL or "default": gpt-2 with a warning */
  guint n_tokens;
  const HunchText *tokens; /* (n_tokens) UTF-8: gpt2 in the byte-level alphabet, else with U+2581 for the space */
  const gint32 *kinds;     /* (n_tokens) HunchTokenKind, or NULL: normal but for well-known names and "<0x0A>" */
  const float *scores;     /* (n_tokens) llama and t5: higher is better; NULL: all equal */
  guint n_merges;
  const HunchText *merges;        /* (n_merges) "left right", best first; gpt2, and llama without scores */
  gint64 bos, eos, eot, unk, pad; /* -1 when absent; out of range counts as absent */
  gint64 fim_prefix, fim_suffix, fim_middle, fim_pad, fim_repo, fim_sep; /* -1: looked up by the well-known names */
  gint add_bos, add_eos;  /* 1, 0, or -1: the family's default (llama-bpe yes, gpt2, qwen2 and smollm no) */
  gboolean ignore_merges; /* whole-word lookup before merging (llama-bpe sets it by its name) */
  gboolean nfc;           /* gpt2: normalization form C (qwen2 and some others have it by their names) */
  /* SentencePiece only: */
  HunchPrefix space_prefix;
  gboolean split_spaces; /* no token reaches over the front of a space (Metaspace of tokenizers, when it splits) */
  gboolean fewer_spaces; /* runs of spaces become one, those at both ends none (remove_extra_whitespaces) */
  HunchText charsmap;    /* SentencePiece's compiled normalization; empty: none */
  gboolean lone_unknown; /* each unknown character is one unknown token, not each run of them */
  gboolean split_user_defined; /* user-defined tokens part a text as special ones do, and get a space each */
} HunchVocabSource;

/* Nothing is given: no tokens, no ids, every default. */
void hunch_vocab_source_init (HunchVocabSource *src);

typedef struct HunchVocab HunchVocab;

/* Fails with HUNCH_ERROR_FORMAT or _UNSUPPORTED, naming the field and, for a merge, its number; bad merges are
 * dropped with a warning. */
HunchVocab *hunch_vocab_new (const HunchVocabSource *src, GError **error);
/* A tokenizer.json of Hugging Face's; which tokens begin and end a text may stand in tokenizer_config.json,
 * special_tokens_map.json, generation_config.json and config.json beside it. HUNCH_ERROR_UNSUPPORTED names the part of
 * its pipeline that is not known. */
HunchVocab *hunch_vocab_new_from_json (const char *path, GError **error);
/* A folder with tokenizer.json, or with encoder.json and vocab.bpe, as GPT-2 was published. HUNCH_ERROR_NOT_FOUND: a file
 * cannot be read. */
HunchVocab *hunch_vocab_new_from_folder (const char *path, GError **error);
/* Shows the source of such a folder's vocabulary, or of a tokenizer.json's, in place of making one: for whoever writes it elsewhere. src lives
 * as long as the call of func. The vocabulary is not checked, other than as its file. */
typedef gboolean (*HunchVocabSourceFunc) (const HunchVocabSource *src, gpointer user_data, GError **error);
gboolean hunch_vocab_visit_folder (const char *path, HunchVocabSourceFunc func, gpointer user_data, GError **error);
gboolean hunch_vocab_visit_json (const char *path, HunchVocabSourceFunc func, gpointer user_data, GError **error);
HunchVocab *hunch_vocab_ref (HunchVocab *v);
void hunch_vocab_unref (HunchVocab *v); /* accepts NULL */

guint hunch_vocab_size (const HunchVocab *v);
/* What was odd in the source, one line each; (transfer none), NULL-terminated, may be empty. */
const char *const *hunch_vocab_warnings (const HunchVocab *v);
gboolean hunch_vocab_lossless (const HunchVocab *v); /* every byte string comes back from encode and decode */
const char *hunch_vocab_pre (const HunchVocab *v);   /* "default" for SentencePiece, which has none */
gint32 hunch_vocab_bos (const HunchVocab *v);        /* -1 when absent; so the others */
gint32 hunch_vocab_eos (const HunchVocab *v);
gint32 hunch_vocab_pad (const HunchVocab *v);
/* Any token that ends a generation: eos, eot, <|im_end|>, fim and repository separators … */
gboolean hunch_vocab_is_eog (const HunchVocab *v, gint32 id);
typedef enum
{
  HUNCH_FIM_PREFIX,
  HUNCH_FIM_SUFFIX,
  HUNCH_FIM_MIDDLE,
  HUNCH_FIM_PAD,
  HUNCH_FIM_REPO,
  HUNCH_FIM_SEP,
  HUNCH_N_FIM
} HunchFim;
gint32 hunch_vocab_fim (const HunchVocab *v, HunchFim which);
HunchTokenKind hunch_vocab_kind (const HunchVocab *v, gint32 id);
/* Bytes of a piece to its id, special ones too; -1. */
gint32 hunch_vocab_lookup (const HunchVocab *v, const char *piece, gsize len);
/* The bytes of a token, in the text's own alphabet, not byte-level's; valid as long as v. special: control tokens
 * give their name, else nothing. */
HunchText hunch_vocab_piece (const HunchVocab *v, gint32 id, gboolean special);

typedef enum
{
  HUNCH_ENCODE_ADD_SPECIAL = 1 << 0,   /* BOS and EOS as the file says; never a second BOS */
  HUNCH_ENCODE_PARSE_SPECIAL = 1 << 1, /* names of special tokens in the text become their ids */
} HunchEncodeFlags;

/* Appends the ids of text to ids (element-type gint32), which is as before when it fails. Time is linear in the length.
 *
 * Bytes that are no UTF-8 (overlong forms, surrogates and cut characters too) are kept: each counts as one character
 * that is neither letter, number nor space, and becomes the tokens of its byte. So where the vocabulary is lossless,
 * decode gives back every text byte by byte. Where it is not: qwen2 brings the text into normalization form C first,
 * but never touches bytes that are no UTF-8; bytes without a token (smollm lacks a few) are left out and their
 * neighbours may then merge, as in the reference tokenizers.
 *
 * Without HUNCH_ENCODE_PARSE_SPECIAL no name of a control, user-defined or unknown token counts, and such a token comes
 * about only where the file has merges that make it. With it the first, and of several at one place the longest, name
 * is taken.
 *
 * SentencePiece vocabularies differ in this: user-defined tokens always count; a character that is no token becomes the
 * tokens of its bytes, or where there are none the unknown token, one for a run of such characters; where the file
 * says so, a space is put before the text and after each name of a special token. They are not lossless, be it only
 * because U+2581 is a space to them.
 *
 * Fails when *cancelled becomes non-zero (looked at for every word, and within long ones; NULL for never), for a text
 * of over 2 GiB or a single word of over 64 MiB (HUNCH_ERROR_ARGUMENT), and without memory for such words. */
gboolean hunch_vocab_encode (const HunchVocab *v, const char *text, gsize len, HunchEncodeFlags flags,
                             const volatile gint *cancelled, GArray *ids, GError **error);
/* Bytes at the end of text, as its tokens spell them, that may become other tokens once more text follows: the last word of a byte-level
 * vocabulary, spaces at the end counting as one; of SentencePiece's what comes after the last two neighbours that no token joins, and all
 * of it with a unigram model. All before keeps its ids, whatever follows; but for byte-level texts that go on with a line break after spaces, which some pre-tokenizers join
 * to the break before. Names of special tokens count as text. */
gsize hunch_vocab_open_end (const HunchVocab *v, const char *text, gsize len);
/* Appends the bytes of ids to out, without the space that encode has put before the text. HUNCH_ERROR_ARGUMENT for an
 * id out of range, which it names. */
gboolean hunch_vocab_decode (const HunchVocab *v, const gint32 *ids, gsize n, gboolean special, GString *out,
                             GError **error);
