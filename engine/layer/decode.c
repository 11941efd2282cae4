/* decode.c: lets block.c record a token's way through the layers, and launches the record.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/decode.h"

#include "engine/op/op-dot.h"

/* Whether block.c enqueues nothing but what a list can hold. */
static gboolean
recordable (const HunchForward *f, const GArray *products)
{
  gboolean yes = !f->params.exact;

  for (guint i = 0; i < products->len; i++)
    yes = yes && hunch_linear_fuses (f->linear, &g_array_index (products, HunchLinearArgs, i));
  for (guint i = 0; i < f->hp.n_layer; i++)
    {
      const HunchLayerParams *l = &f->weights->layers[i];

      yes = yes && !l->attn_post_norm.w && !l->ffn_post_norm.w && !l->wo_bias && !l->down_bias
            && !hunch_hparams_slides (&f->hp, i);
    }
  return yes;
}

/* FALSE when there are too many. */
static gboolean
collect_layouts (const GArray *products, const char **layouts)
{
  guint n = 0;

  for (guint i = 0; i < products->len; i++)
    {
      const HunchLinear *l = g_array_index (products, HunchLinearArgs, i).l;

      for (guint j = 0; j < l->n_parts; j++)
        {
          const char *layout = hunch_layout_options (l->part[j].type);
          guint k = 0;

          while (k < n && layouts[k] != layout)
            k++;
          if (k == HUNCH_DECODE_TYPES)
            return FALSE;
          layouts[k] = layout;
          n = MAX (n, k + 1);
        }
    }
  return TRUE;
}

void
hunch_decode_init (HunchForward *f, const GArray *products)
{
  HunchDecodeShape shape = { .rope = &f->rope, .attention = &f->attention };

  if (!recordable (f, products) || !collect_layouts (products, shape.layouts))
    return;
  shape.dot = hunch_dot_probe (f->dev);
  f->decode.works = hunch_op_decode_init (&f->decode.op, f->dev, &shape);
}

void
hunch_decode_finish (HunchForward *f)
{
  hunch_op_decode_finish (&f->decode.op);
}

gboolean
hunch_decode_serves (const HunchForward *f, const HunchBatch *batch)
{
  return f->decode.works && f->taps == NULL && batch->n_tokens == 1 && batch->n_rows == 1 && batch->targets == NULL;
}

/* block.c and the head, to a list instead of a queue. */
static gboolean
record_once (HunchForward *f, HunchKv *kv, const HunchBatch *batch, const HunchOpBatch *op_batch, GError **error)
{
  gboolean ok = TRUE;

  hunch_op_decode_begin (&f->decode.op);
  f->list = &f->decode.op;
  hunch_linear_set_list (f->linear, f->list);
  for (guint i = 0; i < f->hp.n_layer && ok; i++)
    ok = hunch_forward_block (f, kv, i, batch, op_batch, error);
  ok = ok && hunch_forward_logits (f, 1, (HunchRows){ f->act_mem.x, 0, f->hp.n_embd }, error);
  f->list = NULL;
  hunch_linear_set_list (f->linear, NULL);
  return ok;
}

static gboolean
record (HunchForward *f, HunchKv *kv, const HunchBatch *batch, const HunchOpBatch *op_batch, GError **error)
{
  HunchOpDecode *op = &f->decode.op;

  if (f->decode.kv_serial != hunch_kv_serial (kv))
    hunch_op_decode_forget (op);
  f->decode.kv_serial = 0;
  if (!record_once (f, kv, batch, op_batch, error))
    return FALSE;
  if (hunch_op_decode_unknown (op) > 0
      && (!hunch_op_decode_resolve (op, error) || !record_once (f, kv, batch, op_batch, error)))
    return FALSE;
  if (!hunch_op_decode_upload (op, error))
    return FALSE;
  f->decode.kv_serial = hunch_kv_serial (kv);
  return TRUE;
}

gboolean
hunch_decode_enqueue (HunchForward *f, HunchKv *kv, const HunchBatch *batch, const HunchOpBatch *op_batch,
                      GError **error)
{
  HunchOpDecode *op = &f->decode.op;
  guint chunk;
  const guint n_splits
      = hunch_op_attention_splits (&f->attention, 1, op_batch->max_position, 0, f->act_mem.scratch_bytes, &chunk);

  if ((f->decode.kv_serial != hunch_kv_serial (kv) || op->n_splits != n_splits)
      && !record (f, kv, batch, op_batch, error))
    return FALSE;
  CHECK ("decode", hunch_op_decode_enqueue (op, f->dev->queue, op_batch, chunk));
  return TRUE;
}
