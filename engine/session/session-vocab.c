/* session-vocab.c: from the metadata of a GGUF file to a vocabulary.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Keys as in ggml's docs/gguf.md. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/session-vocab.h"

/* What is read of the file; source points into it. */
typedef struct
{
  const HunchGguf *g;
  HunchVocabSource source;
  char *model, *pre;
  HunchText *tokens, *merges;
  gint32 *kinds;
  float *scores;
} Reader;

static void
reader_finish (Reader *r)
{
  g_free (r->model);
  g_free (r->pre);
  g_free (r->tokens);
  g_free (r->merges);
  g_free (r->kinds);
  g_free (r->scores);
}

static gboolean
fail (const Reader *r, GError **error, const char *format, ...)
{
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, "%s: %s", hunch_gguf_path (r->g), why);
  return FALSE;
}

/* A text that may be absent. */
static gboolean
read_string (Reader *r, const char *key, char **out, const char **copy, GError **error)
{
  GError *why = NULL;

  if (hunch_gguf_get_string (r->g, key, out, &why))
    *copy = *out;
  if (why == NULL)
    return TRUE;
  g_propagate_error (error, why);
  return FALSE;
}

/* An array of texts; none when it is absent. */
static gboolean
read_texts (Reader *r, const char *key, HunchText **texts, guint *n_texts, GError **error)
{
  g_autofree const char **data = NULL;
  g_autofree gsize *len = NULL;
  GError *why = NULL;
  HunchKvType type;
  const guint8 *raw;
  guint64 n;

  if (!hunch_gguf_get_array (r->g, key, &type, &n, &raw, &why))
    {
      if (why != NULL)
        g_propagate_error (error, why);
      return why == NULL;
    }
  if (n == 0)
    return TRUE;
  if (type != HUNCH_KV_STRING || n > G_MAXINT32)
    return fail (r, error, _ ("%s is not an array of strings"), key);
  data = g_try_new (const char *, n);
  len = g_try_new (gsize, n);
  *texts = g_try_new (HunchText, n);
  if (data == NULL || len == NULL || *texts == NULL)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, _ ("%s: no memory for %s"), hunch_gguf_path (r->g), key);
      return FALSE;
    }
  hunch_gguf_array_strings (raw, n, data, len);
  for (guint64 i = 0; i < n; i++)
    (*texts)[i] = (HunchText){ data[i], len[i] };
  *n_texts = n;
  return TRUE;
}

/* The type of each token, whatever integers they are; absent: all ordinary. */
static gboolean
read_kinds (Reader *r, GError **error)
{
  static const char key[] = "tokenizer.ggml.token_type";
  GError *why = NULL;
  HunchKvType type;
  const guint8 *raw;
  guint64 n;

  if (!hunch_gguf_get_array (r->g, key, &type, &n, &raw, &why))
    {
      if (why != NULL)
        g_propagate_error (error, why);
      return why == NULL;
    }
  if (r->source.n_tokens == 0) /* hunch_vocab_new says so */
    return TRUE;
  if (n != r->source.n_tokens)
    return fail (r, error, _ ("%s has %" PRIu64 " types for %u tokens"), key, n, r->source.n_tokens);
  r->kinds = g_new (gint32, n); /* as many as there are tokens, each of 8 bytes or more */
  if (!hunch_gguf_array_ints (type, raw, n, r->kinds))
    return fail (r, error, _ ("%s is not an array of integers that fit 32 bits"), key);
  r->source.kinds = r->kinds;
  return TRUE;
}

/* How good each token is. Byte-level vocabularies have no use for it, of whatever type it is; SentencePiece's are
 * nothing without. */
static gboolean
read_scores (Reader *r, GError **error)
{
  static const char key[] = "tokenizer.ggml.scores";
  GError *why = NULL;
  HunchKvType type;
  const guint8 *raw;
  guint64 n;

  if (g_strcmp0 (r->model, "gpt2") == 0 || r->source.n_tokens == 0)
    return TRUE;
  if (!hunch_gguf_get_array (r->g, key, &type, &n, &raw, &why))
    {
      if (why == NULL && (g_strcmp0 (r->model, "llama") == 0 || g_strcmp0 (r->model, "t5") == 0))
        return fail (r, error, _ ("%s is missing, without which a SentencePiece vocabulary cannot be read"), key);
      if (why != NULL)
        g_propagate_error (error, why);
      return why == NULL;
    }
  if (type != HUNCH_KV_F32)
    return fail (r, error, _ ("%s is not an array of 32-bit floats"), key);
  if (n != r->source.n_tokens)
    return fail (r, error, _ ("%s has %" PRIu64 " scores for %u tokens"), key, n, r->source.n_tokens);
  r->scores = g_new (float, n); /* as many as there are tokens, each of 8 bytes or more */
  for (guint64 i = 0; i < n; i++)
    {
      guint32 bits;

      memcpy (&bits, raw + 4 * i, 4);
      bits = GUINT32_FROM_LE (bits);
      memcpy (&r->scores[i], &bits, 4);
    }
  r->source.scores = r->scores;
  return TRUE;
}

/* SentencePiece's compiled normalization, bytes in an array. */
static gboolean
read_charsmap (Reader *r, GError **error)
{
  static const char key[] = "tokenizer.ggml.precompiled_charsmap";
  GError *why = NULL;
  HunchKvType type;
  const guint8 *raw;
  guint64 n;

  if (!hunch_gguf_get_array (r->g, key, &type, &n, &raw, &why))
    {
      if (why != NULL)
        g_propagate_error (error, why);
      return why == NULL;
    }
  if (n > 0 && type != HUNCH_KV_U8 && type != HUNCH_KV_I8)
    return fail (r, error, _ ("%s is not an array of bytes"), key);
  r->source.charsmap = (HunchText){ (const char *) raw, n };
  return TRUE;
}

/* The ids of special tokens; -1 where the file gives none. */
static gboolean
read_ids (Reader *r, GError **error)
{
  HunchVocabSource *s = &r->source;
  const struct
  {
    const char *key;
    gint64 *id;
  } fields[] = {
    { "tokenizer.ggml.bos_token_id", &s->bos },
    { "tokenizer.ggml.eos_token_id", &s->eos },
    { "tokenizer.ggml.eot_token_id", &s->eot },
    { "tokenizer.ggml.unknown_token_id", &s->unk },
    { "tokenizer.ggml.padding_token_id", &s->pad },
    { "tokenizer.ggml.fim_pre_token_id", &s->fim_prefix },
    { "tokenizer.ggml.fim_suf_token_id", &s->fim_suffix },
    { "tokenizer.ggml.fim_mid_token_id", &s->fim_middle },
    { "tokenizer.ggml.fim_pad_token_id", &s->fim_pad },
    { "tokenizer.ggml.fim_rep_token_id", &s->fim_repo },
    { "tokenizer.ggml.fim_sep_token_id", &s->fim_sep },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      GError *why = NULL;

      *fields[i].id = -1;
      if (!hunch_gguf_get_i64 (r->g, fields[i].key, fields[i].id, &why) && why != NULL)
        {
          g_propagate_error (error, why);
          return FALSE;
        }
    }
  return TRUE;
}

/* A truth value: 1, 0, or -1 when the file has none. */
static gboolean
read_flag (Reader *r, const char *key, gint *out, GError **error)
{
  GError *why = NULL;
  gboolean value;

  *out = hunch_gguf_get_bool (r->g, key, &value, &why) ? value : -1;
  if (why == NULL)
    return TRUE;
  g_propagate_error (error, why);
  return FALSE;
}

static gboolean
read_all (Reader *r, GError **error)
{
  HunchVocabSource *s = &r->source;
  gint prefix = -1, fewer = -1;

  hunch_vocab_source_init (s);
  if (!read_string (r, "tokenizer.ggml.model", &r->model, &s->model, error)
      || !read_string (r, "tokenizer.ggml.pre", &r->pre, &s->pre, error)
      || !read_texts (r, "tokenizer.ggml.tokens", &r->tokens, &s->n_tokens, error) || !read_kinds (r, error)
      || !read_texts (r, "tokenizer.ggml.merges", &r->merges, &s->n_merges, error) || !read_ids (r, error)
      || !read_flag (r, "tokenizer.ggml.add_bos_token", &s->add_bos, error)
      || !read_flag (r, "tokenizer.ggml.add_eos_token", &s->add_eos, error) || !read_scores (r, error)
      || !read_charsmap (r, error) || !read_flag (r, "tokenizer.ggml.add_space_prefix", &prefix, error)
      || !read_flag (r, "tokenizer.ggml.remove_extra_whitespaces", &fewer, error))
    return FALSE;
  s->space_prefix = prefix < 0 ? HUNCH_PREFIX_DEFAULT : prefix > 0 ? HUNCH_PREFIX_SPACE : HUNCH_PREFIX_NONE;
  s->fewer_spaces = fewer > 0;
  s->tokens = r->tokens;
  s->merges = r->merges;
  return TRUE;
}

HunchVocab *
hunch_vocab_from_gguf (const HunchGguf *g, GError **error)
{
  Reader r = { .g = g };
  HunchVocab *v = NULL;
  GError *why = NULL;

  if (read_all (&r, error))
    {
      v = hunch_vocab_new (&r.source, &why);
      if (v == NULL)
        g_propagate_prefixed_error (error, why, "%s: ", hunch_gguf_path (g));
    }
  reader_finish (&r);
  return v;
}
