/* params.c: brings a model file's tensors to the device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/params.h"

#define TENSORS(...)                                                                                                   \
  (const HunchTensor *const[]){ __VA_ARGS__ }, G_N_ELEMENTS (((const HunchTensor *const[]){ __VA_ARGS__ }))

static gboolean
upload_norm (HunchUpload *u, const HunchTensor *w, const HunchTensor *b, HunchNormParams *out, GError **error)
{
  return hunch_upload_vector (u, TENSORS (w), &out->w, error) && hunch_upload_vector (u, TENSORS (b), &out->b, error);
}

static gboolean
plan_layer (HunchUpload *u, const HunchLayerTensors *t, HunchLayerParams *l, GError **error)
{
  return upload_norm (u, t->attn_norm, t->attn_norm_b, &l->attn_norm, error)
         && hunch_upload_linear (u, TENSORS (t->wqkv, t->wq, t->wk, t->wv), &l->qkv, error)
         && hunch_upload_vector (u, TENSORS (t->bqkv, t->bq, t->bk, t->bv), &l->qkv_bias, error)
         && hunch_upload_vector (u, TENSORS (t->q_norm), &l->q_norm, error)
         && hunch_upload_vector (u, TENSORS (t->k_norm), &l->k_norm, error)
         && hunch_upload_linear (u, TENSORS (t->wo), &l->wo, error)
         && hunch_upload_vector (u, TENSORS (t->bo), &l->wo_bias, error)
         && upload_norm (u, t->attn_post_norm, NULL, &l->attn_post_norm, error)
         && upload_norm (u, t->ffn_norm, t->ffn_norm_b, &l->ffn_norm, error)
         && upload_norm (u, t->ffn_post_norm, NULL, &l->ffn_post_norm, error)
         && hunch_upload_linear (u, TENSORS (t->gate, t->up), &l->up, error)
         && hunch_upload_vector (u, TENSORS (t->bup), &l->up_bias, error)
         && hunch_upload_linear (u, TENSORS (t->down), &l->down, error)
         && hunch_upload_vector (u, TENSORS (t->bdown), &l->down_bias, error);
}

static gboolean
plan_model (HunchUpload *u, const HunchModelFile *m, HunchParams *p, GError **error)
{
  if (!hunch_upload_linear (u, TENSORS (m->tok_embd), &p->tok_embd, error)
      || !hunch_upload_linear (u, TENSORS (m->pos_embd), &p->pos_embd, error)
      || !upload_norm (u, m->out_norm, m->out_norm_b, &p->out_norm, error))
    return FALSE;
  if (!p->tied && !hunch_upload_linear (u, TENSORS (m->output), &p->output, error))
    return FALSE;
  for (guint i = 0; i < p->n_layer; i++)
    if (!plan_layer (u, &m->layers[i], &p->layers[i], error))
      return FALSE;
  return TRUE;
}

/* n floats on the device. */
static gboolean
upload_floats (HunchParams *p, const float *values, gsize n, const char *what, cl_mem *out, GError **error)
{
  *out = hunch_device_buffer (p->dev, CL_MEM_READ_ONLY, n * sizeof *values, what, error);
  return *out
         && hunch_device_check (
             p->dev, clEnqueueWriteBuffer (p->dev->queue, *out, CL_TRUE, 0, n * sizeof *values, values, 0, NULL, NULL),
             what, error);
}

static gboolean
upload_freqs (HunchParams *p, const HunchHparams *hp, GError **error)
{
  const guint n = hp->rope_dim / 2;

  return (hp->rope_freqs == NULL || upload_floats (p, hp->rope_freqs, n, "RoPE frequencies", &p->rope_freqs, error))
         && (hp->rope_freqs_swa == NULL
             || upload_floats (p, hp->rope_freqs_swa, n, "RoPE frequencies", &p->rope_freqs_swa, error));
}

/* Ones for the norms that have no weights, so that they are norms like all others. */
static gboolean
fill_norms (HunchParams *p, const HunchHparams *hp, GError **error)
{
  g_autofree float *ones = g_new (float, hp->n_embd);

  if (p->out_norm.w)
    return TRUE;
  for (guint i = 0; i < hp->n_embd; i++)
    ones[i] = 1;
  if (!upload_floats (p, ones, hp->n_embd, "norm", &p->ones.w, error))
    return FALSE;
  p->out_norm = p->ones;
  for (guint i = 0; i < p->n_layer; i++)
    p->layers[i].attn_norm = p->layers[i].ffn_norm = p->ones;
  return TRUE;
}

HunchParams *
hunch_params_new (HunchDevice *dev, const HunchModelFile *m, HunchParamsProgress progress, gpointer user_data,
                  const volatile gint *cancelled, GError **error)
{
  HunchParams *p = g_new0 (HunchParams, 1);
  HunchUpload *u = hunch_upload_new (dev, m->gguf);
  gboolean ok;

  p->dev = hunch_device_ref (dev);
  p->tied = m->output == NULL || m->output == m->tok_embd;
  p->n_layer = m->hp.n_layer;
  p->layers = g_new0 (HunchLayerParams, p->n_layer);
  ok = plan_model (u, m, p, error) && fill_norms (p, &m->hp, error) && upload_freqs (p, &m->hp, error)
       && hunch_upload_run (u, progress, user_data, cancelled, error);
  hunch_upload_free (u);
  if (!ok)
    {
      hunch_params_free (p);
      return NULL;
    }
  if (p->tied)
    p->output = p->tok_embd;
  /* Rows past the vocabulary are padding: their logits are never made. */
  p->output.n = p->output.part[0].n = m->hp.n_vocab;
  return p;
}

static void
norm_finish (const HunchParams *p, HunchNormParams *n)
{
  if (n->w == p->ones.w)
    return;
  hunch_device_buffer_free (p->dev, &n->w);
  hunch_device_buffer_free (p->dev, &n->b);
}

static void
layer_finish (const HunchParams *p, HunchLayerParams *l)
{
  HunchDevice *dev = p->dev;

  norm_finish (p, &l->attn_norm);
  norm_finish (p, &l->attn_post_norm);
  norm_finish (p, &l->ffn_norm);
  norm_finish (p, &l->ffn_post_norm);
  hunch_linear_finish (&l->qkv, dev);
  hunch_linear_finish (&l->wo, dev);
  hunch_linear_finish (&l->up, dev);
  hunch_linear_finish (&l->down, dev);
  hunch_device_buffer_free (dev, &l->qkv_bias);
  hunch_device_buffer_free (dev, &l->q_norm);
  hunch_device_buffer_free (dev, &l->k_norm);
  hunch_device_buffer_free (dev, &l->wo_bias);
  hunch_device_buffer_free (dev, &l->up_bias);
  hunch_device_buffer_free (dev, &l->down_bias);
}

void
hunch_params_free (HunchParams *p)
{
  if (p == NULL)
    return;
  for (guint i = 0; i < p->n_layer; i++)
    layer_finish (p, &p->layers[i]);
  if (!p->tied)
    hunch_linear_finish (&p->output, p->dev);
  hunch_linear_finish (&p->tok_embd, p->dev);
  hunch_linear_finish (&p->pos_embd, p->dev);
  norm_finish (p, &p->out_norm);
  hunch_device_buffer_free (p->dev, &p->ones.w);
  hunch_device_buffer_free (p->dev, &p->rope_freqs);
  hunch_device_buffer_free (p->dev, &p->rope_freqs_swa);
  hunch_device_unref (p->dev);
  g_free (p->layers);
  g_free (p);
}

static guint64
linear_bytes (const HunchLinear *l)
{
  guint64 bytes = 0;

  for (guint i = 0; i < l->n_parts; i++)
    bytes += l->part[i].planes.bytes;
  return bytes;
}

guint64
hunch_params_bytes (const HunchParams *p)
{
  guint64 bytes = linear_bytes (&p->tok_embd) + linear_bytes (&p->pos_embd) + (p->tied ? 0 : linear_bytes (&p->output));

  for (guint i = 0; i < p->n_layer; i++)
    bytes += linear_bytes (&p->layers[i].qkv) + linear_bytes (&p->layers[i].wo) + linear_bytes (&p->layers[i].up)
             + linear_bytes (&p->layers[i].down);
  return bytes;
}
