/* hparams.c: fills the hyper-parameters of a family from metadata, then what follows from the tensors.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/model/cursor.h"
#include "engine/model/gguf-private.h"
#include "engine/model/hparams.h"
#include "engine/model/keys.h"
#include "engine/model/rope.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void
hunch_hparams_clear (HunchHparams *hp)
{
  g_free (hp->arch);
  g_free (hp->name);
  g_free (hp->rope_freqs);
  g_free (hp->rope_freqs_swa);
  memset (hp, 0, sizeof *hp);
}

void
hunch_hparams_copy (const HunchHparams *src, HunchHparams *dst)
{
  *dst = *src;
  dst->arch = g_strdup (src->arch);
  dst->name = g_strdup (src->name);
  dst->rope_freqs = g_memdup2 (src->rope_freqs, src->rope_dim / 2 * sizeof *src->rope_freqs);
  dst->rope_freqs_swa = g_memdup2 (src->rope_freqs_swa, src->rope_dim / 2 * sizeof *src->rope_freqs_swa);
}

/* Each layer has tensors of its own, so that their number bounds that of the layers. */
static void
read_layers (HunchKeys *k, HunchHparams *hp, const HunchFamily *family)
{
  guint n_tensors = hunch_gguf_n_tensors (k->g);
  guint64 needed = 0;

  hp->n_layer = hunch_keys_count (k, "block_count", 0, G_MAXUINT32);
  for (const HunchTensorRule *rule = family->layer; rule->name != NULL; rule++)
    needed += rule->optional ? 0 : hp->n_layer;
  if (needed > n_tensors)
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "block_count",
                     _ ("%u layers need %" PRIu64 " tensors at least, and the file has only %u"), hp->n_layer, needed,
                     n_tensors);
}

static void
read_heads (HunchKeys *k, HunchHparams *hp)
{
  guint default_dim = 0;

  hp->n_head = hunch_keys_count (k, "attention.head_count", 0, HUNCH_MAX_COUNT);
  hp->n_head_kv = hunch_keys_count (k, "attention.head_count_kv", hp->n_head, HUNCH_MAX_COUNT);
  if (k->error != NULL)
    return;
  if (hp->n_head % hp->n_head_kv != 0)
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "attention.head_count_kv", _ ("%u does not divide head_count, %u"),
                     hp->n_head_kv, hp->n_head);
  if (hp->n_embd % hp->n_head == 0)
    default_dim = hp->n_embd / hp->n_head;
  else if (!hunch_keys_has (k, "attention.key_length"))
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "attention.head_count", _ ("%u does not divide embedding_length, %u"),
                     hp->n_head, hp->n_embd);
  hp->head_dim = hunch_keys_count (k, "attention.key_length", default_dim, HUNCH_MAX_COUNT);
  if (hunch_keys_count (k, "attention.value_length", hp->head_dim, HUNCH_MAX_COUNT) != hp->head_dim)
    hunch_keys_fail (k, HUNCH_ERROR_UNSUPPORTED, "attention.value_length",
                     _ ("a value length that is not key_length, %u, is not supported"), hp->head_dim);
}

static void
read_rope_shape (HunchKeys *k, HunchHparams *hp)
{
  if (hp->rope == HUNCH_ROPE_NONE)
    return;
  hp->rope_dim = hunch_keys_count (k, "rope.dimension_count", hp->head_dim, HUNCH_MAX_COUNT);
  hp->rope_theta = (float) hunch_keys_positive (k, "rope.freq_base", 10000);
  if (k->error == NULL && (hp->rope_dim % 2 != 0 || hp->rope_dim > hp->head_dim))
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "rope.dimension_count",
                     _ ("%u is out of range: it must be even and at most the head's length, %u"), hp->rope_dim,
                     hp->head_dim);
}

static gboolean
is_own (const HunchFamily *family, const char *suffix)
{
  for (const char *const *own = family->own_keys; own != NULL && *own != NULL; own++)
    if (strcmp (*own, suffix) == 0)
      return TRUE;
  return FALSE;
}

/* Keys that change the result in families that have them. */
static void
refuse_strangers (HunchKeys *k, const HunchFamily *family)
{
  static const char *const strangers[] = { "expert_count",           "attention.sliding_window",
                                           "attention.clamp_kqv",    "attention.max_alibi_bias",
                                           "attention.scale",        "logit_scale",
                                           "embedding_scale",        "residual_scale",
                                           "attn_logit_softcapping", "final_logit_softcapping" };

  for (gsize i = 0; i < G_N_ELEMENTS (strangers) && k->error == NULL; i++)
    {
      g_autofree char *key = g_strconcat (k->arch, ".", strangers[i], NULL);
      const HunchKv *kv = hunch_gguf_find (k->g, key);

      if (kv == NULL || is_own (family, strangers[i]))
        continue;
      /* All zero bits mean "none" in every number type; anything else, an array too, is in use. */
      if (hunch_kv_size (kv->type) == 0 || memcmp (kv->raw, "\0\0\0\0\0\0\0\0", hunch_kv_size (kv->type)) != 0)
        hunch_keys_fail (k, HUNCH_ERROR_UNSUPPORTED, strangers[i], _ ("is not supported for this family"));
    }
}

static void
read_constants (HunchKeys *k, HunchHparams *hp)
{
  hp->norm_eps = (float) hunch_keys_positive (
      k, hp->norm == HUNCH_NORM_RMS ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon", 0);
  hp->attn_scale = (float) (1 / sqrt (MAX (hp->head_dim, 1)));
  hp->embd_scale = 1;
  hp->rope_mscale = 1;
}

/* An array of the tokenizer that is not there is not our business; one that is there must be right. */
static gboolean
check_token_array (HunchModelFile *m, const char *key, gboolean strings, guint64 n, GError **error)
{
  const HunchGgufPart *part = g_ptr_array_index (m->gguf->parts, 0);
  const HunchKv *kv = hunch_gguf_find (m->gguf, key);

  if (kv == NULL)
    return TRUE;
  if (kv->type != HUNCH_KV_ARRAY)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: expected an array, found %s"), key,
                            hunch_kv_type_name (kv->type));
  if (strings ? kv->element != HUNCH_KV_STRING : !hunch_kv_is_integer (kv->element))
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error,
                            strings ? _ ("%s: expected an array of strings, found one of %s")
                                    : _ ("%s: expected an array of integers, found one of %s"),
                            key, hunch_kv_type_name (kv->element));
  if (n != 0 && kv->n != n)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error,
                            _ ("%s: expected %" PRIu64 " elements, one a token, found %" PRIu64), key, n, kv->n);
  return TRUE;
}

/* In a folder the tokens are in files of the tokenizer; config.json has their number. */
static gboolean
read_vocab_size (HunchModelFile *m, const HunchTensor *embd, GError **error)
{
  HunchKeys k = { .g = m->gguf, .arch = m->hp.arch };
  guint n = hunch_keys_count (&k, "vocab_size", 0, HUNCH_MAX_COUNT);

  if (k.error != NULL)
    {
      g_propagate_error (error, k.error);
      return FALSE;
    }
  if (embd == NULL)
    return hunch_gguf_fail (g_ptr_array_index (m->gguf->parts, 0), HUNCH_ERROR_FORMAT, error,
                            _ ("tensor %s is missing"), "token_embd.weight");
  if (embd->dims[1] > HUNCH_MAX_COUNT || n > embd->dims[1])
    return hunch_gguf_fail_key (m->gguf, HUNCH_ERROR_FORMAT, "vocab_size", error,
                                _ ("%u tokens, but the embedding has %" PRIu64 " rows"), n, embd->dims[1]);
  m->hp.n_vocab = n;
  m->hp.n_vocab_rows = (guint) embd->dims[1];
  return TRUE;
}

/* Tokens and rows: a token without a row is impossible, a row without a token is padding that is never sampled. */
static gboolean
read_vocab (HunchModelFile *m, GError **error)
{
  const HunchGgufPart *part = g_ptr_array_index (m->gguf->parts, 0);
  const char *key = "tokenizer.ggml.tokens";
  const HunchTensor *embd = hunch_gguf_tensor (m->gguf, "token_embd.weight");
  const HunchKv *kv = hunch_gguf_find (m->gguf, key);

  if (kv == NULL && m->gguf->folder != NULL)
    return read_vocab_size (m, embd, error);
  if (kv == NULL)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: is missing"), key);
  if (!check_token_array (m, key, TRUE, 0, error)
      || !check_token_array (m, "tokenizer.ggml.token_type", FALSE, kv->n, error)
      || !check_token_array (m, "tokenizer.ggml.merges", TRUE, 0, error))
    return FALSE;
  if (kv->n == 0)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: the array is empty"), key);
  if (embd == NULL)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("tensor %s is missing"), "token_embd.weight");
  if (embd->dims[1] > HUNCH_MAX_COUNT || kv->n > embd->dims[1])
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error,
                            _ ("%s: %" PRIu64 " tokens, but token_embd.weight has %" PRIu64 " rows"), key, kv->n,
                            embd->dims[1]);
  m->hp.n_vocab = (guint) kv->n;
  m->hp.n_vocab_rows = (guint) embd->dims[1];
  return TRUE;
}

gboolean
hunch_hparams_read (HunchModelFile *m, const HunchFamily *family, GError **error)
{
  HunchHparams *hp = &m->hp;
  HunchKeys k = { .g = m->gguf, .arch = family->arch };

  hp->norm = family->norm;
  hp->rope = m->gguf->folder != NULL ? family->hf_rope : family->rope;
  hp->ffn = family->ffn;
  hp->qk_norm = family->qk_norm;
  hp->embd_norm = family->embd_norm;
  read_layers (&k, hp, family);
  k.n_layer = hp->n_layer;
  hp->n_embd = hunch_keys_count (&k, "embedding_length", 0, HUNCH_MAX_COUNT);
  hp->n_ff = hunch_keys_count (&k, "feed_forward_length", 0, HUNCH_MAX_COUNT);
  hp->n_ctx_train = hunch_keys_count (&k, "context_length", 0, HUNCH_MAX_COUNT);
  read_heads (&k, hp);
  read_rope_shape (&k, hp);
  read_constants (&k, hp);
  refuse_strangers (&k, family);
  if (k.error == NULL && family->read != NULL)
    family->read (&k, hp);
  if (k.error != NULL)
    {
      g_propagate_error (error, k.error);
      return FALSE;
    }
  return read_vocab (m, error);
}

static float *
read_factors (HunchModelFile *m, GError **error)
{
  guint n = m->hp.rope_dim / 2;
  float *factors = g_new (float, n);

  for (guint i = 0; i < n; i++)
    {
      factors[i] = hunch_lef32 (m->rope_factors->data + 4 * i);
      if (!isfinite (factors[i]) || factors[i] <= 0)
        {
          hunch_gguf_fail (g_ptr_array_index (m->gguf->parts, 0), HUNCH_ERROR_FORMAT, error,
                           _ ("tensor rope_freqs.weight: element %u is %g, which cannot divide an angle"), i,
                           factors[i]);
          g_clear_pointer (&factors, g_free);
          break;
        }
    }
  return factors;
}

/* Angles of the layers that see everything, and of those that slide where theirs are others: these are never stretched. */
static void
fill_freqs (HunchHparams *hp, const HunchRopeScaling *scaling, const float *factors, gboolean reversed)
{
  static const HunchRopeScaling none = { .kind = HUNCH_SCALING_NONE, .factor = 1, .attn_factor = 1 };

  hp->rope_freqs = hunch_rope_freqs (hp->rope_theta, hp->rope_dim, scaling, factors);
  hp->rope_mscale = hunch_rope_mscale (scaling);
  if (hp->rope_theta_swa > 0)
    hp->rope_freqs_swa = hunch_rope_freqs (hp->rope_theta_swa, hp->rope_dim, &none, NULL);
  for (guint i = 0; reversed && i < hp->rope_dim / 2; i++)
    hp->rope_freqs[i] = -hp->rope_freqs[i];
}

static gboolean
freqs_finite (const float *freqs, guint n)
{
  for (guint i = 0; freqs != NULL && i < n; i++)
    if (!isfinite (freqs[i]))
      return FALSE;
  return TRUE;
}

gboolean
hunch_hparams_read_rope (HunchModelFile *m, const HunchFamily *family, GError **error)
{
  HunchHparams *hp = &m->hp;
  HunchKeys k = { .g = m->gguf, .arch = hp->arch, .n_layer = hp->n_layer };
  HunchRopeScaling scaling;
  g_autofree float *factors = NULL;

  if (hp->rope == HUNCH_ROPE_NONE)
    return TRUE;
  hunch_rope_scaling_read (&k, hp->n_ctx_train, &scaling);
  if (k.error == NULL && m->rope_factors != NULL)
    factors = read_factors (m, &k.error);
  if (k.error == NULL)
    {
      fill_freqs (hp, &scaling, factors, family->rope_reversed);
      if (!freqs_finite (hp->rope_freqs, hp->rope_dim / 2) || !freqs_finite (hp->rope_freqs_swa, hp->rope_dim / 2))
        hunch_keys_fail (&k, HUNCH_ERROR_FORMAT, "rope.freq_base", _ ("%g gives angles that are not finite"),
                         (double) hp->rope_theta);
    }
  if (k.error != NULL)
    g_propagate_error (error, k.error);
  return k.error == NULL;
}
