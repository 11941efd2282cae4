/* forward-private.h: what the files of the forward pass share.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward.h"
#include "engine/layer/linear.h"
#include "engine/layer/params.h"
#include "engine/layer/tap.h"
#include "engine/op/op-add.h"
#include "engine/op/op-attention-probs.h"
#include "engine/op/op-decode.h"
#include "engine/op/op-embed.h"
#include "engine/op/op-rope.h"

/* Activations of one batch on the device, float32. */
typedef struct
{
  cl_mem x;       /* (n_batch, n_embd) the residual stream */
  cl_mem qkv;     /* (n_batch, (n_head + 2 n_head_kv) head_dim); attention's output takes q's place */
  cl_mem ffn;     /* (n_batch, 2 n_ff or n_ff); the activation takes the first n_ff */
  cl_mem tmp;     /* (n_batch, n_embd), or NULL where nothing needs it */
  cl_mem last;    /* (n_rows, n_embd) rows whose logits are wanted */
  cl_mem logits;  /* (n_rows, n_vocab) */
  cl_mem scratch; /* of attention */
  guint64 scratch_bytes;
  cl_mem table;     /* (n_batch, rope_dim) cosines and sines */
  cl_mem table_swa; /* the same for sliding layers, or NULL: table */
} HunchActivations;

/* What a batch says, on the device and in a copy that stays until it is written. */
typedef struct
{
  cl_mem tokens, positions, seq_rows; /* (n_batch) */
  cl_mem tables;                      /* (sequences, stride) */
  guint64 tables_n;                   /* entries that fit */
  gint32 *seq_rows_host;              /* (n_batch) */
  GArray *tables_host;                /* gint32 */
  GArray *seqs;                       /* gint: the distinct sequences of the batch, in the order of the tables */
} HunchBatchData;

/* One launch for one token; decode.c. */
typedef struct
{
  gboolean works;
  HunchOpDecode op;
  guint kv_serial; /* of the cache that the list was recorded with; 0: none */
} HunchDecode;

struct HunchForward
{
  HunchDevice *dev;
  HunchHparams hp;
  HunchForwardParams params;
  HunchParams *weights;
  HunchLinearOps *linear;
  HunchOpEmbed embed, embed_pos;
  HunchOpRope rope;
  HunchOpAttention attention;
  HunchOpAdd add, add_bias;    /* rows of positions; biases of the residual stream */
  HunchOpAttentionProbs probs; /* built when taps are set */
  HunchTaps *taps;             /* NULL: nobody looks */
  HunchDecode decode;
  HunchOpDecode *list; /* where launches are recorded instead; NULL nearly always */
  HunchActivations act_mem;
  HunchBatchData batch;
  guint n_q, n_qkv; /* columns of q, and of q, k and v */
};

/* n elements of 4 bytes. */
gboolean hunch_forward_alloc (HunchForward *f, cl_mem *mem, guint64 n, const char *what, GError **error);

/* Uploads what the batch says; the host's copies are read until the queue has come past them, which is before the next
 * batch. */
gboolean hunch_forward_upload (HunchForward *f, const HunchKv *kv, const HunchBatch *batch, HunchOpBatch *out,
                               GError **error);

/* One transformer block: x += attention (norm (x)); x += feed-forward (norm (x)). */
gboolean hunch_forward_block (HunchForward *f, HunchKv *kv, guint layer, const HunchBatch *batch,
                              const HunchOpBatch *op_batch, GError **error);

/* Final norm and LM head of n rows of the residual stream, to act_mem.logits. */
gboolean hunch_forward_logits (HunchForward *f, guint n, HunchRows x, GError **error);

/* What a family does to its logits last. */
void hunch_forward_softcap (const HunchForward *f, float *logits, guint64 n);

/* Reports an operation by its name. */
#define CHECK(op, call)                                                                                                \
  if (!hunch_device_check (f->dev, (call), op, error))                                                                 \
  return FALSE
