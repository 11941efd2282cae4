/* op-attention.h: causal grouped-query attention over the paged cache, one pass. (Milakov & Gimelshein, 2018; Dao et al., 2022)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * y[t, h] = sum over p <= position[t] of softmax_p (scale * q[t, h] . K[p]) V[p]. Scores stay in private memory. Where tokens are few
 * and the context is long, the context is split among work-items, each of which leaves (max, sum, output) in a scratch buffer
 * that a second kernel merges. */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  guint n_head, n_head_kv, head_dim;
  gboolean exact; /* the cache holds float, not half */
  float softcap;  /* scores become softcap * tanh (score / softcap); 0: none */
  guint group;    /* work-items for a token and kv head; 0: as suits the device */
} HunchAttentionShape;

typedef struct
{
  cl_kernel kernel, merge_kernel;
  HunchAttentionShape shape;
  guint heads_per_item;  /* query heads that share what is read of the cache */
  guint tokens_per_item; /* neighbouring tokens that do, when they are of one sequence */
  guint wanted_items;    /* work-items (or groups) that keep the device busy */
  guint chunk;           /* positions that are worth a split */
} HunchOpAttention;

typedef struct
{
  HunchOpBatch batch;
  HunchRows q;             /* (n_tokens, n_head * head_dim) */
  HunchRows y;             /* the same; may be q */
  cl_mem k_cache, v_cache; /* of the layer; layout in engine/kv/kv.h */
  float scale;             /* usually 1 / sqrt (head_dim) */
  guint window;            /* a token sees the last so many positions, its own included; 0: all */
  cl_mem scratch;          /* NULL: the context is never split */
  guint64 scratch_bytes;
} HunchAttentionArgs;

gboolean hunch_op_attention_init (HunchOpAttention *op, HunchDevice *dev, const HunchAttentionShape *shape,
                                  GError **error);
/* Build options of cl/lib-attend.cl. (transfer full) */
char *hunch_op_attention_options (HunchDevice *dev, const HunchOpAttention *op);
/* Work-items (or groups) for each run of tokens: the query heads of every kv head are dealt out evenly. */
guint hunch_op_attention_columns (const HunchOpAttention *op);
void hunch_op_attention_finish (HunchOpAttention *op); /* accepts a zeroed one */
/* Bytes of scratch for the best splits of any batch; less is allowed. One scratch serves all layers. */
guint64 hunch_op_attention_scratch_bytes (const HunchOpAttention *op);
/* Splits of the context for a batch, and in *chunk the positions of each: as many as keep the device busy, each worth its while, all
 * within the scratch (0 bytes: one split). */
guint hunch_op_attention_splits (const HunchOpAttention *op, guint n_tokens, guint max_position, guint window,
                                 guint64 scratch_bytes, guint *chunk);
cl_int hunch_op_attention_enqueue (const HunchOpAttention *op, cl_command_queue queue, const HunchAttentionArgs *args);
