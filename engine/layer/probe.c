/* probe.c: runs parts of a model on their own.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/probe.h"

#include "engine/layer/tap-private.h"

#include <math.h>

static cl_int
write_packed (HunchForward *f, cl_mem mem, guint ld, guint n_rows, guint n, const float *x)
{
  const gsize zero[3] = { 0, 0, 0 }, region[3] = { n * sizeof (float), n_rows, 1 };

  return clEnqueueWriteBufferRect (f->dev->queue, mem, CL_TRUE, zero, zero, region, ld * sizeof (float), 0,
                                   n * sizeof (float), 0, x, 0, NULL, NULL);
}

static cl_int
read_floats (HunchForward *f, cl_mem mem, gsize n, float *y)
{
  return clEnqueueReadBuffer (f->dev->queue, mem, CL_TRUE, 0, n * sizeof (float), y, 0, NULL, NULL);
}

gboolean
hunch_forward_lens (HunchForward *f, guint n_rows, const float *x, float *logits, GError **error)
{
  const guint n_embd = f->hp.n_embd, n_vocab = f->hp.n_vocab;

  for (guint at = 0; at < n_rows; at += f->params.n_rows)
    {
      const guint n = MIN (n_rows - at, f->params.n_rows);
      float *out = logits + (gsize) at * n_vocab;
      const HunchLinearArgs args = { .l = &f->weights->output,
                                     .n_tokens = n,
                                     .x = { f->act_mem.last, 0, n_embd },
                                     .y = { f->act_mem.logits, 0, n_vocab },
                                     .norm = &f->weights->out_norm };

      CHECK ("writing residuals", write_packed (f, f->act_mem.last, n_embd, n, n_embd, x + (gsize) at * n_embd));
      CHECK ("matmul", hunch_linear_enqueue (f->linear, &args));
      CHECK ("reading logits", read_floats (f, f->act_mem.logits, (gsize) n * n_vocab, out));
      if (f->hp.logit_softcap > 0)
        hunch_forward_softcap (f, out, (guint64) n * n_vocab);
    }
  return TRUE;
}

gboolean
hunch_forward_map (HunchForward *f, HunchMap map, guint layer, guint n_rows, const float *x, float *y, GError **error)
{
  const HunchLayerParams *l = &f->weights->layers[layer];
  const HunchLinear *w = map == HUNCH_MAP_WO ? &l->wo : &l->down;
  const cl_mem in = map == HUNCH_MAP_WO ? f->act_mem.qkv : f->act_mem.ffn;
  const guint ld = map == HUNCH_MAP_WO ? f->n_qkv : (guint) l->up.n, n_embd = f->hp.n_embd;

  if (!hunch_forward_prepare_apart (f, error))
    return FALSE;
  for (guint at = 0; at < n_rows; at += f->params.n_batch)
    {
      const guint n = MIN (n_rows - at, f->params.n_batch);
      const HunchLinearArgs args = { .l = w, .n_tokens = n, .x = { in, 0, ld }, .y = { f->act_mem.tmp, 0, n_embd } };

      CHECK ("writing activations", write_packed (f, in, ld, n, (guint) w->k, x + (gsize) at * w->k));
      CHECK ("matmul", hunch_linear_enqueue (f->linear, &args));
      CHECK ("reading products", read_floats (f, f->act_mem.tmp, (gsize) n * n_embd, y + (gsize) at * n_embd));
    }
  return TRUE;
}

gboolean
hunch_forward_head_row (HunchForward *f, gint32 id, float *row, GError **error)
{
  const HunchMatrix *m = &f->weights->output.part[0];
  const HunchEmbedArgs args = { 1, f->batch.tokens, { f->act_mem.last, 0, f->hp.n_embd }, 1, hunch_matrix_weights (m) };
  HunchOpEmbed op = { 0 };
  gboolean ok;

  g_return_val_if_fail (id >= 0 && (guint) id < f->hp.n_vocab, FALSE);
  ok = hunch_op_embed_init (&op, f->dev, hunch_layout_options (m->type), error)
       && hunch_device_check (
           f->dev, clEnqueueWriteBuffer (f->dev->queue, f->batch.tokens, CL_TRUE, 0, sizeof id, &id, 0, NULL, NULL),
           "writing a token", error)
       && hunch_device_check (f->dev, hunch_op_embed_enqueue (&op, f->dev->queue, &args), "embed", error)
       && hunch_device_check (f->dev, read_floats (f, f->act_mem.last, f->hp.n_embd, row), "reading a row", error);
  hunch_op_embed_finish (&op);
  return ok;
}

gboolean
hunch_forward_vector (HunchForward *f, HunchVector which, guint layer, gboolean *there, float *values, GError **error)
{
  const HunchLayerParams *l = &f->weights->layers[layer];
  const cl_mem mems[] = {
    [HUNCH_VECTOR_OUT_NORM] = f->weights->out_norm.w,
    [HUNCH_VECTOR_OUT_NORM_BIAS] = f->weights->out_norm.b,
    [HUNCH_VECTOR_WO_BIAS] = l->wo_bias,
    [HUNCH_VECTOR_DOWN_BIAS] = l->down_bias,
    [HUNCH_VECTOR_ATTN_POST_NORM] = l->attn_post_norm.w,
    [HUNCH_VECTOR_FFN_POST_NORM] = l->ffn_post_norm.w,
  };

  *there = mems[which] != NULL;
  if (*there)
    CHECK ("reading a vector", read_floats (f, mems[which], f->hp.n_embd, values));
  return TRUE;
}
