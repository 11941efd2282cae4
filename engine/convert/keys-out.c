/* keys-out.c: the metadata of a file that is converted.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Keys as in ggml's docs/gguf.md. */
#include "config.h"

#include "engine/convert/keys-out.h"

#include "tokenizer/vocab.h"

#include <math.h>
#include <string.h>

#define QUANTIZATION_VERSION 2

/* Where a text's keys go, and how many tokens the matrices have. */
typedef struct
{
  HunchGgufWriter *w;
  guint n_rows;
} VocabOut;

/* The number of ggml's llama_ftype: what most matrices are. */
static guint32
file_type (guint32 type)
{
  switch (type)
    {
    case HUNCH_TYPE_F32:
      return 0;
    case HUNCH_TYPE_F16:
      return 1;
    case HUNCH_TYPE_Q4_0:
      return 2;
    case HUNCH_TYPE_Q8_0:
      return 7;
    default:
      return 14; /* Q4_K, small */
    }
}

/* Whether a scaling has become divisors, which GGUF files have as a tensor. */
static gboolean
is_llama3 (const HunchGguf *g)
{
  g_autofree char *type = NULL;

  return hunch_gguf_is_folder (g) && hunch_gguf_get_string (g, "llama.rope.scaling.type", &type, NULL)
         && strcmp (type, "llama3") == 0;
}

float *
hunch_rope_out (const HunchModelFile *m)
{
  float *factors;

  if (!is_llama3 (m->gguf))
    return NULL;
  factors = g_new (float, m->hp.rope_dim / 2);
  for (guint i = 0; i < m->hp.rope_dim / 2; i++)
    factors[i] = (float) (pow (m->hp.rope_theta, -2.0 * i / m->hp.rope_dim) / m->hp.rope_freqs[i]);
  return factors;
}

static gboolean
keep (const char *key, gpointer m)
{
  static const char *const own[] = { "general.file_type", "general.quantization_version", "general.alignment", NULL };

  if (g_strv_contains (own, key) || g_str_has_prefix (key, "split."))
    return FALSE;
  return !(is_llama3 (((const HunchModelFile *) m)->gguf) && strstr (key, ".rope.scaling.") != NULL);
}

static void
put_text (GByteArray *to, const char *text, gsize len)
{
  const guint64 n = GUINT64_TO_LE ((guint64) len);

  g_byte_array_append (to, (const guint8 *) &n, sizeof n);
  g_byte_array_append (to, (const guint8 *) text, (guint) len);
}

/* Texts as an array, and up to n of others, which nobody writes, where the matrices have more rows. */
static void
add_texts (VocabOut *out, const char *key, const HunchText *texts, guint n_texts, guint n)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "[PAD%u]", i);
      if (i < n_texts)
        put_text (raw, texts[i].data, texts[i].len);
      else
        put_text (raw, name, strlen (name));
    }
  hunch_gguf_writer_add_array (out->w, key, HUNCH_KV_STRING, n, raw->data, raw->len);
}

static void
add_kinds (VocabOut *out, const HunchVocabSource *src, guint n)
{
  g_autofree gint32 *kinds = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    kinds[i] = GINT32_TO_LE (i >= src->n_tokens ? HUNCH_TOKEN_UNUSED : src->kinds ? src->kinds[i] : HUNCH_TOKEN_NORMAL);
  hunch_gguf_writer_add_array (out->w, "tokenizer.ggml.token_type", HUNCH_KV_I32, n, kinds, n * sizeof *kinds);
}

static void
add_scores (VocabOut *out, const HunchVocabSource *src, guint n)
{
  g_autofree float *scores = g_new0 (float, n);

  if (src->scores == NULL)
    return;
  memcpy (scores, src->scores, MIN (n, src->n_tokens) * sizeof *scores);
  hunch_gguf_writer_add_array (out->w, "tokenizer.ggml.scores", HUNCH_KV_F32, n, scores, n * sizeof *scores);
}

static void
add_ids (VocabOut *out, const HunchVocabSource *src)
{
  const struct
  {
    const char *key;
    gint64 id;
  } ids[] = {
    { "tokenizer.ggml.bos_token_id", src->bos },     { "tokenizer.ggml.eos_token_id", src->eos },
    { "tokenizer.ggml.eot_token_id", src->eot },     { "tokenizer.ggml.unknown_token_id", src->unk },
    { "tokenizer.ggml.padding_token_id", src->pad },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (ids[i].id >= 0)
      hunch_gguf_writer_add_u32 (out->w, ids[i].key, (guint32) ids[i].id);
  if (src->add_bos >= 0)
    hunch_gguf_writer_add_bool (out->w, "tokenizer.ggml.add_bos_token", src->add_bos);
  if (src->add_eos >= 0)
    hunch_gguf_writer_add_bool (out->w, "tokenizer.ggml.add_eos_token", src->add_eos);
  if (src->space_prefix != HUNCH_PREFIX_DEFAULT)
    hunch_gguf_writer_add_bool (out->w, "tokenizer.ggml.add_space_prefix", src->space_prefix != HUNCH_PREFIX_NONE);
}

static gboolean
add_vocab (const HunchVocabSource *src, gpointer user_data, GError **error)
{
  VocabOut *out = user_data;
  const guint n = MAX (src->n_tokens, out->n_rows);

  hunch_gguf_writer_add_string (out->w, "tokenizer.ggml.model", src->model, strlen (src->model));
  if (src->pre != NULL)
    hunch_gguf_writer_add_string (out->w, "tokenizer.ggml.pre", src->pre, strlen (src->pre));
  add_texts (out, "tokenizer.ggml.tokens", src->tokens, src->n_tokens, n);
  add_kinds (out, src, n);
  add_scores (out, src, n);
  if (src->n_merges > 0)
    add_texts (out, "tokenizer.ggml.merges", src->merges, src->n_merges, src->n_merges);
  add_ids (out, src);
  return TRUE;
}

gboolean
hunch_keys_out (const HunchModelFile *m, guint32 type, HunchGgufWriter *w, GError **error)
{
  VocabOut out = { w, m->hp.n_vocab_rows };

  hunch_gguf_writer_copy (w, m->gguf, keep, (gpointer) m);
  hunch_gguf_writer_add_u32 (w, "general.quantization_version", QUANTIZATION_VERSION);
  hunch_gguf_writer_add_u32 (w, "general.file_type", file_type (type));
  if (!hunch_gguf_is_folder (m->gguf))
    return TRUE;
  hunch_gguf_writer_add_string (w, "general.name", m->hp.name, strlen (m->hp.name));
  return hunch_vocab_visit_folder (hunch_gguf_path (m->gguf), add_vocab, &out, error);
}
