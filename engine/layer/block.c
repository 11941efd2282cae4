/* block.c: one transformer block, of every family. (Vaswani et al., 2017; pre-norm as in Radford et al., 2019)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/tap-private.h"

static HunchRows
stream (const HunchForward *f)
{
  return (HunchRows){ f->act_mem.x, 0, f->hp.n_embd };
}

/* A sum that somebody wants to see before it is added: tmp = W h + bias, or norm (W h) + bias, then x += tmp. */
static gboolean
add_apart (HunchForward *f, const HunchLinear *w, cl_mem bias, const HunchNormParams *post_norm, const HunchTap *tap,
           guint n, HunchRows h, GError **error)
{
  const HunchRows x = stream (f), tmp = { f->act_mem.tmp, 0, f->hp.n_embd };
  const HunchLinearArgs args = { .l = w, .n_tokens = n, .x = h, .y = tmp };

  CHECK ("matmul", hunch_linear_enqueue (f->linear, &args));
  if (post_norm->w)
    CHECK ("norm", hunch_norm_enqueue (hunch_linear_norm (f->linear), f->dev->queue, post_norm, n, tmp, tmp));
  if (bias)
    CHECK ("add bias", hunch_op_add_enqueue (&f->add_bias, f->dev->queue,
                                             &(HunchAddArgs){ .n_rows = n, .a = tmp, .y = tmp, .bias = bias }));
  if (!hunch_tap_rows (f, tap->point, tap->layer, n, tmp, error))
    return FALSE;
  CHECK ("add",
         hunch_op_add_enqueue (&f->add, f->dev->queue, &(HunchAddArgs){ .n_rows = n, .a = x, .b = tmp, .y = x }));
  return TRUE;
}

/* x += W h + bias, or, where the family norms what is added, x += norm (W h). */
static gboolean
add_linear (HunchForward *f, const HunchLinear *w, cl_mem bias, const HunchNormParams *post_norm, HunchTapPoint point,
            guint layer, guint n, HunchRows h, GError **error)
{
  const HunchRows x = stream (f), tmp = { f->act_mem.tmp, 0, f->hp.n_embd };
  const HunchLinearArgs args
      = { .l = w, .n_tokens = n, .x = h, .y = post_norm->w ? tmp : x, .add = post_norm->w == NULL };
  HunchTap tap;

  if (hunch_tap_wanted (f, point, layer, n, 0, &tap))
    return add_apart (f, w, bias, post_norm, &tap, n, h, error);
  CHECK ("matmul", hunch_linear_enqueue (f->linear, &args));
  if (post_norm->w)
    {
      CHECK ("norm", hunch_norm_enqueue (hunch_linear_norm (f->linear), f->dev->queue, post_norm, n, tmp, tmp));
      CHECK ("add",
             hunch_op_add_enqueue (&f->add, f->dev->queue, &(HunchAddArgs){ .n_rows = n, .a = x, .b = tmp, .y = x }));
    }
  if (bias)
    CHECK ("add bias", hunch_op_add_enqueue (&f->add_bias, f->dev->queue,
                                             &(HunchAddArgs){ .n_rows = n, .a = x, .y = x, .bias = bias }));
  return TRUE;
}

static cl_int
enqueue_rope (HunchForward *f, const HunchRopeArgs *args)
{
  if (f->list == NULL)
    return hunch_op_rope_enqueue (&f->rope, f->dev->queue, args);
  hunch_op_decode_add_rope (f->list, args);
  return CL_SUCCESS;
}

static cl_int
enqueue_attention (HunchForward *f, const HunchAttentionArgs *args)
{
  if (f->list == NULL)
    return hunch_op_attention_enqueue (&f->attention, f->dev->queue, args);
  hunch_op_decode_add_attention (f->list, args);
  return CL_SUCCESS;
}

static gboolean
attention (HunchForward *f, const HunchLayerParams *l, HunchKv *kv, guint layer, const HunchBatch *host_batch,
           const HunchOpBatch *batch, GError **error)
{
  const HunchRows qkv = { f->act_mem.qkv, 0, f->n_qkv };
  const guint n = batch->n_tokens;
  const gboolean slides = hunch_hparams_slides (&f->hp, layer);
  const HunchLinearArgs project = { .l = &l->qkv, .n_tokens = n, .x = stream (f), .y = qkv, .norm = &l->attn_norm };
  const HunchRopeArgs rope = {
    .batch = *batch,
    .qkv = qkv,
    .bias = l->qkv_bias,
    .q_norm = l->q_norm,
    .k_norm = l->k_norm,
    .table = slides && f->act_mem.table_swa ? f->act_mem.table_swa : f->act_mem.table,
    .k_cache = hunch_kv_k (kv, layer),
    .v_cache = hunch_kv_v (kv, layer),
  };
  const HunchAttentionArgs attend = {
    .batch = *batch,
    .q = qkv,
    .y = qkv,
    .k_cache = rope.k_cache,
    .v_cache = rope.v_cache,
    .scale = f->hp.attn_scale,
    .window = slides ? f->hp.n_swa : 0,
    .scratch = f->act_mem.scratch,
    .scratch_bytes = f->act_mem.scratch_bytes,
  };

  CHECK ("matmul", hunch_linear_enqueue (f->linear, &project));
  if (!hunch_tap_rows (f, HUNCH_TAP_ATTN_NORM, layer, n, hunch_linear_normed (f->linear), error))
    return FALSE;
  CHECK ("rope", enqueue_rope (f, &rope));
  if (!hunch_tap_rows (f, HUNCH_TAP_Q, layer, n, qkv, error)
      || !hunch_tap_cache (f, HUNCH_TAP_K, layer, kv, host_batch, error)
      || !hunch_tap_cache (f, HUNCH_TAP_V, layer, kv, host_batch, error)
      || !hunch_tap_scores (f, layer, &attend, error))
    return FALSE;
  CHECK ("attention", enqueue_attention (f, &attend));
  return hunch_tap_rows (f, HUNCH_TAP_ATTN_OUT, layer, n, qkv, error)
         && add_linear (f, &l->wo, l->wo_bias, &l->attn_post_norm, HUNCH_TAP_ATTN_PROJ, layer, n, qkv, error)
         && hunch_tap_rows (f, HUNCH_TAP_RESID_MID, layer, n, stream (f), error);
}

static gboolean
feed_forward (HunchForward *f, const HunchLayerParams *l, guint layer, guint n, GError **error)
{
  const HunchRows h = { f->act_mem.ffn, 0, l->up.n };
  const HunchLinearArgs up = {
    .l = &l->up, .n_tokens = n, .x = stream (f), .y = h, .norm = &l->ffn_norm, .act = TRUE, .act_bias = l->up_bias
  };

  CHECK ("matmul", hunch_linear_enqueue (f->linear, &up));
  return hunch_tap_rows (f, HUNCH_TAP_FFN_NORM, layer, n, hunch_linear_normed (f->linear), error)
         && hunch_tap_rows (f, HUNCH_TAP_FFN_KEYS, layer, n, h, error)
         && add_linear (f, &l->down, l->down_bias, &l->ffn_post_norm, HUNCH_TAP_FFN_OUT, layer, n, h, error)
         && hunch_tap_rows (f, HUNCH_TAP_RESID, layer, n, stream (f), error);
}

gboolean
hunch_forward_block (HunchForward *f, HunchKv *kv, guint layer, const HunchBatch *batch, const HunchOpBatch *op_batch,
                     GError **error)
{
  const HunchLayerParams *l = &f->weights->layers[layer];

  return attention (f, l, kv, layer, batch, op_batch, error) && feed_forward (f, l, layer, batch->n_tokens, error);
}
