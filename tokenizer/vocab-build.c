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

static void warn (HunchVocab *v, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Notes what is odd; of very many the first are kept, and the last line counts. */
static void
warn (HunchVocab *v, const char *format, ...)
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

/* A printable form of a text from the file. */
static char *
quote (HunchText text)
{
  g_autofree char *shown = hunch_printable (text.len > 0 ? text.data : "", text.len, SHOWN);

  return g_strdup_printf ("\"%s\"", shown);
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, _ ("no memory for the vocabulary"));
  return FALSE;
}

static gboolean
choose_pretok (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (src->model == NULL || strcmp (src->model, "gpt2") != 0)
    {
      if (src->model == NULL)
        g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("tokenizer.ggml.model is missing"));
      else if (strcmp (src->model, "llama") == 0 || strcmp (src->model, "t5") == 0)
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
                     _ ("tokenizer.ggml.model is \"%s\": SentencePiece vocabularies are not supported"), src->model);
      else
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
                     _ ("tokenizer.ggml.model is \"%s\": only gpt2 (byte-level BPE) is supported"), src->model);
      return FALSE;
    }
  if (src->pre == NULL || strcmp (src->pre, "default") == 0)
    {
      warn (v, _ ("tokenizer.ggml.pre does not name a pre-tokenizer: taking gpt-2"));
      v->pretok = hunch_pretok_by_name ("gpt-2");
    }
  else
    v->pretok = hunch_pretok_by_name (src->pre);
  if (v->pretok == NULL)
    {
      g_autofree char *name = quote ((HunchText){ src->pre, strlen (src->pre) });

      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
                   _ ("tokenizer.ggml.pre is %s, a pre-tokenizer that Hunch does not know"), name);
      return FALSE;
    }
  return TRUE;
}

/* The kind of a token; without a list of kinds the well-known names tell. */
static guint8
kind_of (HunchVocab *v, const HunchVocabSource *src, guint id)
{
  HunchText text = src->tokens[id];

  if (src->kinds == NULL)
    return hunch_known_name ((const guint8 *) text.data, text.len) != NULL ? HUNCH_TOKEN_CONTROL : HUNCH_TOKEN_NORMAL;
  if (src->kinds[id] >= HUNCH_TOKEN_NORMAL && src->kinds[id] <= HUNCH_TOKEN_BYTE)
    return src->kinds[id];
  warn (v, _ ("token %u has the unknown type %d: taking it as an ordinary one"), id, src->kinds[id]);
  return HUNCH_TOKEN_NORMAL;
}

/* Whether a token's text is in GPT-2's alphabet. Names of special tokens are plain text; but some files call ordinary
 * tokens special, and those show by the alphabet's space or line feed, which no name has. */
static gboolean
is_spelled (guint kind, HunchText text)
{
  if (hunch_kind_is_ordinary (kind))
    return TRUE;
  return text.len > 0
         && (g_strstr_len (text.data, text.len, "Ġ") != NULL || g_strstr_len (text.data, text.len, "Ċ") != NULL);
}

/* Fills bytes, starts and kinds. A text in GPT-2's alphabet is never shorter than the bytes it stands for. */
static gboolean
fill_pieces (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  guint64 total = 0;
  guint32 at = 0;

  for (guint i = 0; i < v->n_tokens; i++)
    total += src->tokens[i].len;
  if (total > G_MAXUINT32)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT,
                   _ ("tokenizer.ggml.tokens has %" PRIu64 " bytes of text, too many"), total);
      return FALSE;
    }
  v->bytes = g_try_malloc (total + 1);
  v->starts = g_try_new (guint32, (gsize) v->n_tokens + 1);
  v->kinds = g_try_malloc (v->n_tokens);
  v->eog = g_try_malloc0 (v->n_tokens);
  if (v->bytes == NULL || v->starts == NULL || v->kinds == NULL || v->eog == NULL)
    return no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      HunchText text = src->tokens[i];
      gssize n = -1;

      v->kinds[i] = kind_of (v, src, i);
      v->starts[i] = at;
      if (is_spelled (v->kinds[i], text))
        n = hunch_byte_level_decode (text.data, text.len, v->bytes + at);
      if (n < 0 && text.len > 0)
        { /* the text itself */
          memcpy (v->bytes + at, text.data, text.len);
          n = text.len;
        }
      at += MAX (n, 0);
    }
  v->starts[v->n_tokens] = at;
  return TRUE;
}

static void
warn_of_twin (HunchVocab *v, guint id)
{
  gsize n;
  const guint8 *p = hunch_vocab_bytes (v, id, &n);
  g_autofree char *text = quote ((HunchText){ (const char *) p, n });

  warn (v, _ ("tokens %u and %u are both %s: the first counts"),
        hunch_token_table_find (&v->tokens, p, n)->id_plus_1 - 1, id, text);
}

/* Fills the table of tokens and the list of special ones. */
static gboolean
index_tokens (HunchVocab *v, GError **error)
{
  HunchWhole whole = v->whole_words ? HUNCH_WHOLE_YES : HUNCH_WHOLE_UNKNOWN;
  g_autoptr (GArray) special = g_array_new (FALSE, FALSE, sizeof (gint32));
  guint n_special;

  if (!hunch_token_table_init (&v->tokens, v->n_tokens, v->bytes, v->starts))
    return no_memory (error);
  for (guint i = 0; i < v->n_tokens; i++)
    if (hunch_kind_is_ordinary (v->kinds[i]) && v->starts[i + 1] > v->starts[i]
        && !hunch_token_table_add (&v->tokens, i, whole))
      warn_of_twin (v, i);
  for (guint i = 0; i < v->n_tokens; i++)
    {
      if (hunch_kind_is_ordinary (v->kinds[i]) || v->starts[i + 1] == v->starts[i])
        continue;
      hunch_token_table_add (&v->tokens, i, HUNCH_WHOLE_NO); /* only merges may find it */
      if (hunch_kind_is_special (v->kinds[i]))
        g_array_append_val (special, i);
    }
  n_special = special->len;
  hunch_specials_init (&v->specials, (gint32 *) (gpointer) g_array_free (g_steal_pointer (&special), FALSE), n_special,
                       v->bytes, v->starts);
  return TRUE;
}

/* Which bytes have a token of their own, and whether every text survives. */
static void
index_bytes (HunchVocab *v)
{
  guint n_missing = 0;

  for (guint b = 0; b < 256; b++)
    {
      const HunchTokenSlot *slot = hunch_token_table_find (&v->tokens, &(guint8){ b }, 1);

      v->byte_ids[b] = slot != NULL ? (gint32) slot->id_plus_1 - 1 : HUNCH_NO_TOKEN;
      n_missing += slot == NULL;
    }
  if (n_missing > 0)
    warn (v,
          g_dngettext (GETTEXT_PACKAGE, "%u byte has no token and is left out of what is encoded",
                       "%u bytes have no token and are left out of what is encoded", n_missing),
          n_missing);
  v->lossless = n_missing == 0 && !v->pretok->nfc;
}

/* Adds one merge; what is wrong with it, or NULL. buffer has room for the text. */
static const char *
add_merge (HunchVocab *v, HunchText text, guint rank, guint8 *buffer)
{
  const char *space = text.len > 0 ? memchr (text.data, ' ', text.len) : NULL;
  gsize n_left = space != NULL ? space - text.data : 0, n_right = space != NULL ? text.len - n_left - 1 : 0;
  const HunchTokenSlot *left, *right, *whole;
  gssize a, b;

  if (n_left == 0 || n_right == 0 || memchr (space + 1, ' ', n_right) != NULL)
    return _ ("it is not two tokens with a space between");
  a = hunch_byte_level_decode (text.data, n_left, buffer);
  b = a < 0 ? -1 : hunch_byte_level_decode (space + 1, n_right, buffer + a);
  if (b < 0)
    return _ ("it is not in the byte-level alphabet");
  left = hunch_token_table_find (&v->tokens, buffer, a);
  right = hunch_token_table_find (&v->tokens, buffer + a, b);
  whole = hunch_token_table_find (&v->tokens, buffer, a + b);
  if (left == NULL || right == NULL || whole == NULL)
    return left == NULL    ? _ ("its left part is no token")
           : right == NULL ? _ ("its right part is no token")
                           : _ ("what it makes is no token");
  if (!hunch_merge_table_add (&v->merges, left->id_plus_1 - 1, right->id_plus_1 - 1, rank, whole->id_plus_1 - 1))
    return _ ("it is there twice");
  return NULL;
}

static gboolean
index_merges (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  g_autofree guint8 *buffer = NULL;
  gsize longest = 0;

  for (guint i = 0; i < src->n_merges; i++)
    longest = MAX (longest, src->merges[i].len);
  buffer = g_try_malloc (longest + 1);
  if (buffer == NULL || !hunch_merge_table_init (&v->merges, src->n_merges))
    return no_memory (error);
  if (src->n_merges == 0)
    warn (v, _ ("the vocabulary has no merges: words that are no token become single bytes"));
  for (guint i = 0; i < src->n_merges; i++)
    {
      const char *wrong = add_merge (v, src->merges[i], i, buffer);

      if (wrong != NULL)
        {
          g_autofree char *text = quote (src->merges[i]);

          warn (v, _ ("merge %u, %s, is left out: %s"), i + 1, text, wrong);
        }
    }
  return TRUE;
}

/* An id that a field gives, or HUNCH_NO_TOKEN. */
static gint32
id_from_field (HunchVocab *v, gint64 id, const char *field)
{
  if (id >= 0 && id < v->n_tokens)
    return id;
  if (id != HUNCH_NO_TOKEN)
    warn (v, _ ("tokenizer.ggml.%s is %" PRId64 ", and the vocabulary has %u tokens: ignored"), field, id, v->n_tokens);
  return HUNCH_NO_TOKEN;
}

static void
mark_eog (HunchVocab *v, gint32 id)
{
  if (id != HUNCH_NO_TOKEN)
    v->eog[id] = TRUE;
}

/* Special ids: from the fields first, then by the well-known names. */
static void
resolve_roles (HunchVocab *v, const HunchVocabSource *src)
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

  v->bos = id_from_field (v, src->bos, "bos_token_id");
  v->eos = id_from_field (v, src->eos, "eos_token_id");
  v->pad = id_from_field (v, src->pad, "padding_token_id");
  id_from_field (v, src->unk, "unknown_token_id");
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
  v->add_bos = src->add_bos < 0 ? v->pretok->add_bos : src->add_bos > 0;
  v->add_eos = src->add_eos > 0;
  if (v->add_bos && v->bos == HUNCH_NO_TOKEN)
    warn (v, _ ("a beginning-of-text token is to be added, but tokenizer.ggml.bos_token_id does not name one: none is "
                "added"));
  if (v->add_eos && v->eos == HUNCH_NO_TOKEN)
    warn (v,
          _ ("an end-of-text token is to be added, but tokenizer.ggml.eos_token_id does not name one: none is added"));
  v->add_bos &= v->bos != HUNCH_NO_TOKEN;
  v->add_eos &= v->eos != HUNCH_NO_TOKEN;
}

static gboolean
build (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  if (!choose_pretok (v, src, error))
    return FALSE;
  if (src->n_tokens == 0 || src->n_tokens > G_MAXINT32)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("tokenizer.ggml.tokens has %u tokens"), src->n_tokens);
      return FALSE;
    }
  v->n_tokens = src->n_tokens;
  v->classes = hunch_char_classes ();
  v->whole_words = src->ignore_merges || v->pretok->whole_words;
  if (!fill_pieces (v, src, error) || !index_tokens (v, error))
    return FALSE;
  index_bytes (v);
  if (!index_merges (v, src, error))
    return FALSE;
  resolve_roles (v, src);
  resolve_added (v, src);
  if (v->n_unsaid > 0)
    g_ptr_array_add (v->warnings, g_strdup_printf (_ ("and %u more like these"), v->n_unsaid));
  g_ptr_array_add (v->warnings, NULL);
  return TRUE;
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
