/* plain-forward.c: the forward pass of any family in plain double arithmetic, straight from the model file.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * It reads nothing but HunchHparams and the roles of tensors, as the device's forward pass does, so that it shows whether
 * those say what the family means. Vectors are rows; a matrix (rows, columns) multiplies from the left. */
#include "config.h"

#include "tests/engine/model/plain-forward.h"

#include "engine/ref/ref-dequant.h"

#include <math.h>
#include <string.h>

/* All weights of a tensor (transfer full); NULL for NULL. */
static float *
weights (const HunchTensor *t)
{
  guint64 n = t != NULL ? t->dims[0] * t->dims[1] : 0;
  float *w = g_new (float, n);

  g_assert_true (t == NULL || hunch_ref_dequant_row (t->type, t->data, n, w));
  return w;
}

/* y = W x + b, in a new vector. */
static double *
product (const HunchTensor *t, const HunchTensor *bias, const double *x)
{
  g_autofree float *w = weights (t), *b = weights (bias);
  double *y = g_new0 (double, t->dims[1]);

  for (guint64 r = 0; r < t->dims[1]; r++)
    {
      for (guint64 c = 0; c < t->dims[0]; c++)
        y[r] += (double) w[r * t->dims[0] + c] * x[c];
      y[r] += bias != NULL ? (double) b[r] : 0;
    }
  return y;
}

static void
norm (HunchNormKind kind, double eps, const HunchTensor *weight, const HunchTensor *bias, double *x, guint n)
{
  g_autofree float *w = weights (weight), *b = weights (bias);
  double mean = 0, square = 0, scale;

  for (guint i = 0; i < n && kind == HUNCH_NORM_LAYER; i++)
    mean += x[i] / n;
  for (guint i = 0; i < n; i++)
    square += (x[i] - mean) * (x[i] - mean) / n;
  scale = 1 / sqrt (square + eps);
  for (guint i = 0; i < n; i++)
    x[i] = (x[i] - mean) * scale * (weight != NULL ? (double) w[i] : 1) + (bias != NULL ? (double) b[i] : 0);
}

static void
turn (const HunchHparams *hp, const float *freqs, double *head, guint position)
{
  for (guint i = 0; i < hp->rope_dim / 2; i++)
    {
      guint a = hp->rope == HUNCH_ROPE_NORM ? 2 * i : i;
      guint b = hp->rope == HUNCH_ROPE_NORM ? 2 * i + 1 : i + hp->rope_dim / 2;
      double angle = (double) freqs[i] * position;
      double c = cos (angle) * (double) hp->rope_mscale, s = sin (angle) * (double) hp->rope_mscale;
      double x = head[a], y = head[b];

      head[a] = x * c - y * s;
      head[b] = x * s + y * c;
    }
}

static void
prepare_heads (const HunchHparams *hp, guint layer, const HunchTensor *weight, double *x, guint n_heads, guint position)
{
  const float *freqs
      = hunch_hparams_slides (hp, layer) && hp->rope_freqs_swa != NULL ? hp->rope_freqs_swa : hp->rope_freqs;

  for (guint h = 0; h < n_heads; h++)
    {
      if (hp->qk_norm)
        norm (HUNCH_NORM_RMS, (double) hp->norm_eps, weight, NULL, x + h * hp->head_dim, hp->head_dim);
      if (hp->rope != HUNCH_ROPE_NONE)
        turn (hp, freqs, x + h * hp->head_dim, position);
    }
}

/* Keys and values of one layer: (positions, n_head_kv * head_dim). */
typedef struct
{
  GPtrArray *k, *v;
} Cache;

static double *
attend (const HunchHparams *hp, guint layer, const double *q, const Cache *cache, guint position)
{
  double *out = g_new0 (double, hp->n_head * hp->head_dim);
  g_autofree double *p = g_new (double, position + 1);
  guint first = hunch_hparams_slides (hp, layer) && position + 1 > hp->n_swa ? position + 1 - hp->n_swa : 0;

  for (guint h = 0; h < hp->n_head; h++)
    {
      guint at = h / (hp->n_head / hp->n_head_kv) * hp->head_dim;
      double most = -INFINITY, sum = 0;

      for (guint j = first; j <= position; j++)
        {
          const double *k = (const double *) cache->k->pdata[j] + at;

          p[j] = 0;
          for (guint d = 0; d < hp->head_dim; d++)
            p[j] += q[h * hp->head_dim + d] * k[d] * (double) hp->attn_scale;
          most = MAX (most, p[j]);
        }
      for (guint j = first; j <= position; j++)
        sum += p[j] = exp (p[j] - most);
      for (guint j = first; j <= position; j++)
        for (guint d = 0; d < hp->head_dim; d++)
          out[h * hp->head_dim + d] += p[j] / sum * ((const double *) cache->v->pdata[j])[at + d];
    }
  return out;
}

static double *
attention (const HunchModelFile *m, guint layer, double *x, Cache *cache, guint position)
{
  const HunchHparams *hp = &m->hp;
  const HunchLayerTensors *l = &m->layers[layer];
  const guint nq = hp->n_head * hp->head_dim, nkv = hp->n_head_kv * hp->head_dim;
  g_autofree double *q = NULL, *out = NULL;
  double *k, *v;

  if (l->wqkv != NULL)
    {
      q = product (l->wqkv, l->bqkv, x);
      k = g_memdup2 (q + nq, nkv * sizeof *k);
      v = g_memdup2 (q + nq + nkv, nkv * sizeof *v);
    }
  else
    {
      q = product (l->wq, l->bq, x);
      k = product (l->wk, l->bk, x);
      v = product (l->wv, l->bv, x);
    }
  prepare_heads (hp, layer, l->q_norm, q, hp->n_head, position);
  prepare_heads (hp, layer, l->k_norm, k, hp->n_head_kv, position);
  g_ptr_array_add (cache->k, k);
  g_ptr_array_add (cache->v, v);
  out = attend (hp, layer, q, cache, position);
  return product (l->wo, l->bo, out);
}

static double
activate (HunchFfnKind kind, double gate, double up)
{
  const double gelu = 0.5 * gate * (1 + tanh (sqrt (2 / G_PI) * (gate + 0.044715 * gate * gate * gate)));

  switch (kind)
    {
    case HUNCH_FFN_SWIGLU:
      return gate / (1 + exp (-gate)) * up;
    case HUNCH_FFN_GEGLU:
      return gelu * up;
    case HUNCH_FFN_GELU:
      return gelu;
    default:
      return gate > 0 ? gate * gate : 0;
    }
}

/* Without a gate what goes up is activated itself. */
static double *
feed_forward (const HunchModelFile *m, guint layer, const double *x)
{
  const HunchLayerTensors *l = &m->layers[layer];
  g_autofree double *up = product (l->up, l->bup, x);
  g_autofree double *gate = l->gate != NULL ? product (l->gate, NULL, x) : NULL;

  for (guint i = 0; i < m->hp.n_ff; i++)
    up[i] = activate (m->hp.ffn, gate != NULL ? gate[i] : up[i], up[i]);
  return product (l->down, l->bdown, up);
}

static void
add (double *x, double *y, guint n)
{
  for (guint i = 0; i < n; i++)
    x[i] += y[i];
  g_free (y);
}

static void
block (const HunchModelFile *m, guint layer, double *x, Cache *cache, guint position)
{
  const HunchHparams *hp = &m->hp;
  const HunchLayerTensors *l = &m->layers[layer];
  const double eps = (double) hp->norm_eps;
  g_autofree double *a = g_memdup2 (x, hp->n_embd * sizeof *x), *f = NULL;
  double *y;

  norm (hp->norm, eps, l->attn_norm, l->attn_norm_b, a, hp->n_embd);
  y = attention (m, layer, a, cache, position);
  if (l->attn_post_norm != NULL)
    norm (hp->norm, eps, l->attn_post_norm, NULL, y, hp->n_embd);
  add (x, y, hp->n_embd);

  f = g_memdup2 (x, hp->n_embd * sizeof *x);
  norm (hp->norm, eps, l->ffn_norm, l->ffn_norm_b, f, hp->n_embd);
  y = feed_forward (m, layer, f);
  if (l->ffn_post_norm != NULL)
    norm (hp->norm, eps, l->ffn_post_norm, NULL, y, hp->n_embd);
  add (x, y, hp->n_embd);
}

static void
embed (const HunchModelFile *m, gint32 id, guint position, double *x)
{
  const HunchHparams *hp = &m->hp;
  g_autofree float *embd = weights (m->tok_embd), *pos = weights (m->pos_embd);

  for (guint i = 0; i < hp->n_embd; i++)
    x[i] = (double) embd[(guint) id * hp->n_embd + i] * (double) hp->embd_scale
           + (hp->learned_pos ? (double) pos[position * hp->n_embd + i] : 0);
  if (hp->embd_norm)
    norm (HUNCH_NORM_RMS, (double) hp->norm_eps, NULL, NULL, x, hp->n_embd);
}

double *
plain_forward (const HunchModelFile *m, const gint32 *ids, guint n)
{
  const HunchHparams *hp = &m->hp;
  g_autofree double *x = g_new (double, hp->n_embd);
  g_autofree Cache *caches = g_new (Cache, hp->n_layer);
  double *logits;

  for (guint l = 0; l < hp->n_layer; l++)
    caches[l] = (Cache){ g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (g_free) };
  for (guint i = 0; i < n; i++)
    {
      embed (m, ids[i], i, x);
      for (guint l = 0; l < hp->n_layer; l++)
        block (m, l, x, &caches[l], i);
    }
  for (guint l = 0; l < hp->n_layer; l++)
    {
      g_ptr_array_unref (caches[l].k);
      g_ptr_array_unref (caches[l].v);
    }
  norm (hp->norm, (double) hp->norm_eps, m->out_norm, m->out_norm_b, x, hp->n_embd);
  logits = product (m->output, NULL, x);
  for (guint i = 0; i < hp->n_vocab_rows && hp->logit_softcap > 0; i++)
    logits[i] = (double) hp->logit_softcap * tanh (logits[i] / (double) hp->logit_softcap);
  return logits;
}
