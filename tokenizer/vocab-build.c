/* vocab-build.c: makes a vocabulary out of what a file says, and believes none of it unchecked.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "tokenizer/byte-level.h"
#include "tokenizer/unicode.h"
#include "tokenizer/vocab-private.h"

#define MOST_WARNINGS 16
#define SHOWN         40 /* characters of a text that a message quotes */

/* Kinds of tokens that are found by their names. */
#define NAMED        (1u << HUNCH_TOKEN_CONTROL | 1u << HUNCH_TOKEN_UNKNOWN)
#define USER_DEFINED (1u << HUNCH_TOKEN_USER_DEFINED)

void
hunch_vocab_warn (HunchVocab *v, const char *format, ...)
{
  va_list args;

  if (v->warnings->len >= MOST_WARNINGS)
    {
      v->n_unsaid++;
      return;
    }
  va_start (args, format);
  g_ptr_array_add (v->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

char *
hunch_vocab_quote (HunchText text)
{
  g_autofree char *shown = hunch_printable (text.len > 0 ? text.data : "", text.len, SHOWN);

  return g_strdup_printf ("\"%s\"", shown);
}

gboolean
hunch_vocab_no_memory (GError **error)
{
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, _ ("no memory for the vocabulary"));
  return FALSE;
}

static gboolean
choose_model (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  static const char *const names[] = { "gpt2", "llama", "t5" }; /* as HunchVocabModel */

  if (src->model == NULL)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("tokenizer.ggml.model is missing"));
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (src->model, names[i]) == 0)
      {
        v->model = i;
        return TRUE;
      }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
               _ ("tokenizer.ggml.model is \"%s\": only gpt2 (byte-level BPE), llama (SentencePiece) and t5 "
                  "(SentencePiece unigram) are supported"),
               src->model);
  return FALSE;
}

static gboolean
choose_pretok (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (src->pre == NULL || strcmp (src->pre, "default") == 0)
    {
      hunch_vocab_warn (v, _ ("tokenizer.ggml.pre does not name a pre-tokenizer: taking gpt-2"));
      v->pretok = hunch_pretok_by_name ("gpt-2");
    }
  else
    v->pretok = hunch_pretok_by_name (src->pre);
  if (v->pretok == NULL)
    {
      g_autofree char *name = hunch_vocab_quote ((HunchText){ src->pre, strlen (src->pre) });

      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
                   _ ("tokenizer.ggml.pre is %s, a pre-tokenizer that Hunch does not know"), name);
      return FALSE;
    }
  v->whole_words = src->ignore_merges || v->pretok->whole_words;
  v->nfc = src->nfc || v->pretok->nfc;
  return TRUE;
}

/* "<0x0A>": the byte, or -1. */
static int
byte_of_name (HunchText text)
{
  if (text.len != 6 || memcmp (text.data, "<0x", 3) != 0 || text.data[5] != '>' || !g_ascii_isxdigit (text.data[3])
      || !g_ascii_isxdigit (text.data[4]))
    return -1;
  return g_ascii_xdigit_value (text.data[3]) << 4 | g_ascii_xdigit_value (text.data[4]);
}

/* The kind of a token; without a list of kinds the well-known names tell. */
static guint8
kind_of (HunchVocab *v, const HunchVocabSource *src, guint id)
{
  HunchText text = src->tokens[id];

  if (src->kinds == NULL && v->model != HUNCH_MODEL_BYTE_LEVEL && byte_of_name (text) >= 0)
    return HUNCH_TOKEN_BYTE;
  if (src->kinds == NULL && v->model != HUNCH_MODEL_BYTE_LEVEL && src->unk == id)
    return HUNCH_TOKEN_UNKNOWN;
  if (src->kinds == NULL)
    return hunch_known_name ((const guint8 *) text.data, text.len) != NULL ? HUNCH_TOKEN_CONTROL : HUNCH_TOKEN_NORMAL;
  if (src->kinds[id] >= HUNCH_TOKEN_NORMAL && src->kinds[id] <= HUNCH_TOKEN_BYTE)
    return src->kinds[id];
  hunch_vocab_warn (v, _ ("token %u has the unknown type %d: taking it as an ordinary one"), id, src->kinds[id]);
  return HUNCH_TOKEN_NORMAL;
}

/* SentencePiece writes a space as U+2581. */
static gsize
spell_spaces (HunchText text, guint8 *out)
{
  gsize n = 0;

  for (gsize i = 0; i < text.len; n++)
    if (text.len - i >= 3 && memcmp (text.data + i, "▁", 3) == 0)
      {
        out[n] = ' ';
        i += 3;
      }
    else
      out[n] = text.data[i++];
  return n;
}

gssize
hunch_vocab_spell (const HunchVocab *v, HunchText text, guint8 *out)
{
  return v->model == HUNCH_MODEL_BYTE_LEVEL ? hunch_byte_level_decode (text.data, text.len, out)
                                            : (gssize) spell_spaces (text, out);
}

/* Whether a token's text is in the vocabulary's alphabet. Names of special tokens are plain text; but some files of
 * byte-level vocabularies call ordinary tokens special, and those show by the alphabet's space or line feed, which no
 * name has. SentencePiece matches user-defined tokens in a text with its spaces written as in ordinary ones. */
static gboolean
is_spelled (const HunchVocab *v, guint kind, HunchText text)
{
  if (v->model != HUNCH_MODEL_BYTE_LEVEL)
    return kind != HUNCH_TOKEN_CONTROL && kind != HUNCH_TOKEN_UNKNOWN;
  if (hunch_kind_is_ordinary (kind))
    return TRUE;
  return text.len > 0
         && (g_strstr_len (text.data, text.len, "Ġ") != NULL || g_strstr_len (text.data, text.len, "Ċ") != NULL);
}

/* The bytes of token i, into out. */
static gsize
spell_token (const HunchVocab *v, guint i, HunchText text, guint8 *out)
{
  gssize n = -1;

  if (v->model != HUNCH_MODEL_BYTE_LEVEL && v->kinds[i] == HUNCH_TOKEN_BYTE && byte_of_name (text) >= 0)
    {
      *out = byte_of_name (text);
      return 1;
    }
  if (is_spelled (v, v->kinds[i], text))
    n = hunch_vocab_spell (v, text, out);
  if (n < 0 && text.len > 0)
    { /* the text itself */
      memcpy (out, text.data, text.len);
      n = text.len;
    }
  return MAX (n, 0);
}

/* Fills bytes, starts and kinds. No text is shorter than the bytes it stands for. */
static gboolean
fill_pieces (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  guint64 total = 0;
  guint32 at = 0;

  for (guint i = 0; i < v->n_tokens; i++)
    total += src->tokens[i].len;
  if (total > G_MAXUINT32 - 16)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT,
                   _ ("tokenizer.ggml.tokens has %" PRIu64 " bytes of text, too many"), total);
      return FALSE;
    }
  v->bytes = g_try_malloc (total + 1);
  v->starts = g_try_new (guint32, (gsize) v->n_tokens + 5);
  v->kinds = g_try_malloc (v->n_tokens);
  v->eog = g_try_malloc0 (v->n_tokens);
  if (v->bytes == NULL || v->starts == NULL || v->kinds == NULL || v->eog == NULL)
    return hunch_vocab_no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      v->kinds[i] = kind_of (v, src, i);
      v->starts[i] = at;
      at += spell_token (v, i, src->tokens[i], v->bytes + at);
    }
  v->starts[v->n_tokens] = at;
  for (guint k = 1; k <= 4; k++)
    v->starts[v->n_tokens + k] = v->starts[v->n_tokens + k - 1] + k;
  return TRUE;
}

static void
warn_of_twin (HunchVocab *v, guint id)
{
  gsize n;
  const guint8 *p = hunch_vocab_bytes (v, id, &n);
  g_autofree char *text = hunch_vocab_quote ((HunchText){ (const char *) p, n });

  hunch_vocab_warn (v, _ ("tokens %u and %u are both %s: the first counts"),
                    hunch_token_table_find (&v->tokens, p, n)->id_plus_1 - 1, id, text);
}

/* Whether tokens of this kind that are not ordinary stand in the table. In byte-level vocabularies merges may find them;
 * SentencePiece takes unused ones for stepping stones. */
static gboolean
is_in_table (const HunchVocab *v, guint kind)
{
  return v->model == HUNCH_MODEL_BYTE_LEVEL || kind == HUNCH_TOKEN_UNUSED;
}

/* Fills the table of tokens. */
static gboolean
index_tokens (HunchVocab *v, GError **error)
{
  HunchWhole whole = v->whole_words ? HUNCH_WHOLE_YES : HUNCH_WHOLE_UNKNOWN;

  if (!hunch_token_table_init (&v->tokens, v->n_tokens, v->bytes, v->starts))
    return hunch_vocab_no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    if (v->kinds[i] == HUNCH_TOKEN_NORMAL || (v->kinds[i] == HUNCH_TOKEN_BYTE && v->model == HUNCH_MODEL_BYTE_LEVEL))
      if (v->starts[i + 1] > v->starts[i] && !hunch_token_table_add (&v->tokens, i, whole))
        warn_of_twin (v, i);
  for (guint i = 0; i < v->n_tokens; i++)
    if (v->starts[i + 1] > v->starts[i])
      {
        if (v->kinds[i] == HUNCH_TOKEN_BYTE) /* SentencePiece: where the byte has no ordinary token */
          hunch_token_table_add (&v->tokens, i, HUNCH_WHOLE_YES);
        else if (v->kinds[i] != HUNCH_TOKEN_NORMAL && is_in_table (v, v->kinds[i]))
          hunch_token_table_add (&v->tokens, i, HUNCH_WHOLE_NO);
      }
  return TRUE;
}

/* A list of the tokens of some kinds, each a bit; without spaces, if so wanted. */
static void
list_specials (const HunchVocab *v, guint kinds, gboolean no_spaces, HunchSpecials *list)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  guint n;

  for (guint i = 0; i < v->n_tokens; i++)
    if (v->starts[i + 1] > v->starts[i] && (kinds >> v->kinds[i] & 1) != 0
        && !(no_spaces && memchr (v->bytes + v->starts[i], ' ', v->starts[i + 1] - v->starts[i]) != NULL))
      g_array_append_val (ids, i);
  n = ids->len;
  hunch_specials_init (list, (gint32 *) (gpointer) g_array_free (g_steal_pointer (&ids), FALSE), n, v->bytes,
                       v->starts);
}

/* Control characters, and bytes that no character of today begins with: SmolLM's vocabulary lacks some, and nobody need hear of it. */
static gboolean
is_rare (guint b)
{
  return (b < 0x20 && b != '\t' && b != '\n' && b != '\r') || b == 0x7f || b == 0xc0 || b == 0xc1 || b == 0xf1
         || b == 0xf2 || b >= 0xf5;
}

/* Which bytes have a token of their own, and whether every text survives. */
static void
index_bytes (HunchVocab *v)
{
  guint n_missing = 0, n_missed = 0;

  for (guint b = 0; b < 256; b++)
    {
      const HunchTokenSlot *slot = hunch_token_table_find (&v->tokens, &(guint8){ b }, 1);

      v->byte_ids[b] = slot != NULL ? (gint32) slot->id_plus_1 - 1 : HUNCH_NO_TOKEN;
      n_missing += slot == NULL;
      n_missed += slot == NULL && !is_rare (b);
    }
  if (n_missed > 0)
    hunch_vocab_warn (v,
                      g_dngettext (GETTEXT_PACKAGE, "%u byte has no token and is left out of what is encoded",
                                   "%u bytes have no token and are left out of what is encoded", n_missing),
                      n_missing);
  v->lossless = n_missing == 0 && !v->nfc;
}

/* What only byte-level vocabularies have. */
static gboolean
build_byte_level (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (!index_tokens (v, error))
    return FALSE;
  list_specials (v, NAMED | USER_DEFINED, FALSE, &v->specials);
  index_bytes (v);
  return hunch_vocab_index_merges (v, src, error);
}

/* What only SentencePiece's have. */
static gboolean
build_pieces (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (!index_tokens (v, error))
    return FALSE;
  if (src->split_user_defined)
    {
      list_specials (v, NAMED | USER_DEFINED, FALSE, &v->specials);
      list_specials (v, USER_DEFINED, FALSE, &v->always);
    }
  else
    {
      list_specials (v, NAMED, FALSE, &v->specials);
      list_specials (v, USER_DEFINED, FALSE, &v->user_defined);
      list_specials (v, USER_DEFINED, TRUE, &v->verbatim);
    }
  return hunch_vocab_index_pieces (v, src, error);
}

static gboolean
build (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (!choose_model (v, src, error) || (v->model == HUNCH_MODEL_BYTE_LEVEL && !choose_pretok (v, src, error)))
    return FALSE;
  if (src->n_tokens == 0 || src->n_tokens > G_MAXINT32 - 4)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("tokenizer.ggml.tokens has %u tokens"), src->n_tokens);
      return FALSE;
    }
  v->n_tokens = src->n_tokens;
  v->classes = hunch_char_classes ();
  if (!fill_pieces (v, src, error)
      || !(v->model == HUNCH_MODEL_BYTE_LEVEL ? build_byte_level : build_pieces) (v, src, error))
    return FALSE;
  hunch_vocab_resolve_roles (v, src);
  if (v->n_unsaid > 0)
    g_ptr_array_add (v->warnings, g_strdup_printf (_ ("and %u more like these"), v->n_unsaid));
  g_ptr_array_add (v->warnings, NULL);
  return TRUE;
}

void
hunch_vocab_source_init (HunchVocabSource *src)
{
  *src = (HunchVocabSource){
    .bos = -1,
    .eos = -1,
    .eot = -1,
    .unk = -1,
    .pad = -1,
    .fim_prefix = -1,
    .fim_suffix = -1,
    .fim_middle = -1,
    .fim_pad = -1,
    .fim_repo = -1,
    .fim_sep = -1,
    .add_bos = -1,
    .add_eos = -1,
    .space_prefix = HUNCH_PREFIX_DEFAULT,
  };
}

HunchVocab *
hunch_vocab_new (const HunchVocabSource *src, GError **error)
{
  HunchVocab *v = g_new0 (HunchVocab, 1);

  g_atomic_ref_count_init (&v->refs);
  v->warnings = g_ptr_array_new_with_free_func (g_free);
  if (build (v, src, error))
    return v;
  hunch_vocab_unref (v);
  return NULL;
}
