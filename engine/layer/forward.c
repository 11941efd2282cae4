/* forward.c: the forward pass of a batch, the same for every family: embedding, layers, final norm, LM head.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All work of a batch is enqueued without waiting, and waited for once, when the logits are read. */
#include "config.h"

#include "engine/layer/decode.h"
#include "engine/layer/tap-private.h"

#include "engine/base/hunch-error.h"

#include <math.h>

static gboolean
check_batch (const HunchForward *f, const HunchKv *kv, const HunchBatch *batch, GError **error)
{
  const guint most_rows = batch->targets ? batch->n_tokens : f->params.n_rows;
  gboolean ok = batch->n_tokens <= f->params.n_batch && batch->n_rows <= most_rows;

  for (guint i = 0; ok && i < batch->n_tokens; i++)
    ok = batch->tokens[i] >= 0 && (guint) batch->tokens[i] < f->hp.n_vocab_rows && batch->positions[i] >= 0
         && (guint) batch->positions[i] < hunch_kv_seq_length (kv, batch->seqs[i])
         && (!f->hp.learned_pos || (guint) batch->positions[i] < f->hp.n_ctx_train);
  for (guint i = 0; ok && i < batch->n_rows; i++)
    ok = batch->rows[i] >= 0 && (guint) batch->rows[i] < batch->n_tokens
         && (batch->targets == NULL || (batch->targets[i] >= 0 && (guint) batch->targets[i] < f->hp.n_vocab));
  if (!ok)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                 "a batch of %u tokens and %u rows does not fit the model or its cache", batch->n_tokens,
                 batch->n_rows);
  return ok;
}

static gboolean
embed (HunchForward *f, guint n, GError **error)
{
  const HunchRows x = { f->act_mem.x, 0, f->hp.n_embd }, tmp = { f->act_mem.tmp, 0, f->hp.n_embd };

  CHECK ("embed", hunch_op_embed_enqueue (&f->embed, f->dev->queue,
                                          &(HunchEmbedArgs){ n, f->batch.tokens, x, f->hp.embd_scale,
                                                             hunch_matrix_weights (&f->weights->tok_embd.part[0]) }));
  if (f->hp.embd_norm)
    CHECK ("norm", hunch_norm_enqueue (hunch_linear_norm (f->linear), f->dev->queue, &f->weights->ones, n, x, x));
  if (!f->hp.learned_pos)
    return TRUE;
  CHECK ("embed positions",
         hunch_op_embed_enqueue (
             &f->embed_pos, f->dev->queue,
             &(HunchEmbedArgs){ n, f->batch.positions, tmp, 1, hunch_matrix_weights (&f->weights->pos_embd.part[0]) }));
  CHECK ("add positions",
         hunch_op_add_enqueue (&f->add, f->dev->queue, &(HunchAddArgs){ .n_rows = n, .a = x, .b = tmp, .y = x }));
  return TRUE;
}

/* The rows of the residual stream that want logits: where they are if they are neighbours, else gathered. */
static gboolean
wanted_rows (HunchForward *f, const HunchBatch *batch, HunchRows *rows, GError **error)
{
  const guint n_embd = f->hp.n_embd;
  gboolean neighbours = TRUE;

  for (guint i = 1; i < batch->n_rows; i++)
    neighbours &= batch->rows[i] == batch->rows[0] + (gint32) i;
  *rows = (HunchRows){ f->act_mem.x, (guint64) batch->rows[0] * n_embd, n_embd };
  if (neighbours)
    return TRUE;
  *rows = (HunchRows){ f->act_mem.last, 0, n_embd };
  for (guint i = 0; i < batch->n_rows; i++)
    CHECK ("gather rows",
           clEnqueueCopyBuffer (f->dev->queue, f->act_mem.x, f->act_mem.last, (gsize) batch->rows[i] * n_embd * 4,
                                (gsize) i * n_embd * 4, n_embd * 4, 0, NULL, NULL));
  return TRUE;
}

void
hunch_forward_softcap (const HunchForward *f, float *logits, guint64 n)
{
  const float cap = f->hp.logit_softcap;

  for (guint64 i = 0; i < n; i++)
    logits[i] = cap * tanhf (logits[i] / cap);
}

gboolean
hunch_forward_logits (HunchForward *f, guint n, HunchRows x, GError **error)
{
  const HunchLinearArgs args = { .l = &f->weights->output,
                                 .n_tokens = n,
                                 .x = x,
                                 .y = { f->act_mem.logits, 0, f->hp.n_vocab },
                                 .norm = &f->weights->out_norm };

  CHECK ("matmul", hunch_linear_enqueue (f->linear, &args));
  return TRUE;
}

/* Waits for the queue. */
static gboolean
read_logits (HunchForward *f, const HunchBatch *batch, float *logits, GError **error)
{
  const guint64 n = (guint64) batch->n_rows * f->hp.n_vocab;

  CHECK ("reading logits",
         clEnqueueReadBuffer (f->dev->queue, f->act_mem.logits, CL_TRUE, 0, n * sizeof (float), logits, 0, NULL, NULL));
  if (f->hp.logit_softcap > 0)
    hunch_forward_softcap (f, logits, n);
  return hunch_tap_host (f, HUNCH_TAP_LOGITS, batch->n_rows, logits);
}

static gboolean
head (HunchForward *f, const HunchBatch *batch, float *logits, GError **error)
{
  HunchRows x;

  return wanted_rows (f, batch, &x, error) && hunch_forward_logits (f, batch->n_rows, x, error)
         && hunch_tap_rows (f, HUNCH_TAP_FINAL_NORM, 0, batch->n_rows, hunch_linear_normed (f->linear), error)
         && read_logits (f, batch, logits, error);
}

/* The logarithm of a softmax at one id. */
static float
log_probability (const float *logits, guint n, gint32 id)
{
  float top = logits[0];
  double sum = 0;

  for (guint i = 1; i < n; i++)
    top = fmaxf (top, logits[i]);
  for (guint i = 0; i < n; i++)
    sum += expf (logits[i] - top);
  return (float) ((double) logits[id] - top - log (sum));
}

/* What the rows say of their targets; as many rows at once as there is room for logits. */
static gboolean
score (HunchForward *f, const HunchBatch *batch, float *log_probs, GError **error)
{
  const guint n_vocab = f->hp.n_vocab;
  g_autofree float *logits = g_new (float, (gsize) MIN (f->params.n_rows, batch->n_rows) * n_vocab);

  for (guint first = 0; first < batch->n_rows; first += f->params.n_rows)
    {
      HunchBatch part = *batch;

      part.rows += first;
      part.n_rows = MIN (batch->n_rows - first, f->params.n_rows);
      if (!head (f, &part, logits, error))
        return FALSE;
      for (guint i = 0; i < part.n_rows; i++)
        log_probs[first + i] = log_probability (logits + (gsize) i * n_vocab, n_vocab, batch->targets[first + i]);
    }
  return TRUE;
}

/* Cosines and sines for the batch; freqs NULL: none. */
static gboolean
rope_table (HunchForward *f, guint n, cl_mem freqs, cl_mem table, GError **error)
{
  const HunchRopeTableArgs args = { n, f->batch.positions, freqs, f->hp.rope_mscale, table };

  if (freqs)
    CHECK ("rope table", hunch_op_rope_table_enqueue (&f->rope, f->dev->queue, &args));
  return TRUE;
}

static gboolean
enqueue (HunchForward *f, HunchKv *kv, const HunchBatch *batch, float *logits, GError **error)
{
  HunchOpBatch ob;

  if (!hunch_forward_upload (f, kv, batch, &ob, error) || !embed (f, batch->n_tokens, error))
    return FALSE;
  if (!hunch_tap_rows (f, HUNCH_TAP_EMBD, 0, batch->n_tokens, (HunchRows){ f->act_mem.x, 0, f->hp.n_embd }, error))
    return FALSE;
  if (!rope_table (f, batch->n_tokens, f->weights->rope_freqs, f->act_mem.table, error)
      || !rope_table (f, batch->n_tokens, f->weights->rope_freqs_swa, f->act_mem.table_swa, error))
    return FALSE;
  if (hunch_decode_serves (f, batch))
    return hunch_decode_enqueue (f, kv, batch, &ob, error) && read_logits (f, batch, logits, error);
  for (guint i = f->taps ? f->taps->first_layer : 0; i < f->hp.n_layer; i++)
    if (!hunch_forward_block (f, kv, i, batch, &ob, error))
      return FALSE;
  if (batch->n_rows > 0)
    return batch->targets ? score (f, batch, logits, error) : head (f, batch, logits, error);
  CHECK ("clFinish", clFinish (f->dev->queue));
  return TRUE;
}

gboolean
hunch_forward_run (HunchForward *f, HunchKv *kv, const HunchBatch *batch, float *logits, GError **error)
{
  gboolean ok;

  if (!check_batch (f, kv, batch, error))
    return FALSE;
  if (batch->n_tokens == 0)
    return TRUE;
  ok = enqueue (f, kv, batch, logits, error);
  if (!ok)
    clFinish (f->dev->queue); /* the batch's memory must not be read after we return */
  return ok;
}
