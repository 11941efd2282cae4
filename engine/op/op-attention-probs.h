/* op-attention-probs.h: the softmax of attention's scores, for those who look inside; nothing else needs them in memory.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * p[t, h, j] = softmax over j <= position[t] of scale * q[t, h] . K[j], and 0 for positions that token t does not see. */
#pragma once

#include "engine/op/op-attention.h"

typedef struct
{
  cl_kernel kernel;
  HunchAttentionShape shape;
} HunchOpAttentionProbs;

typedef struct
{
  HunchOpBatch batch;
  HunchRows q;    /* (n_tokens, n_head * head_dim), turned by RoPE; before attention takes its place */
  cl_mem k_cache; /* of the layer; layout in engine/kv/kv.h */
  float scale;
  guint window;              /* as in HunchAttentionArgs */
  guint first_token, n_rows; /* the tokens of the batch whose rows are wanted */
  cl_mem y;                  /* (n_rows, n_head, n_positions) float */
  guint n_positions;         /* more than the largest position of these tokens */
} HunchAttentionProbsArgs;

gboolean hunch_op_attention_probs_init (HunchOpAttentionProbs *op, HunchDevice *dev, const HunchAttentionShape *shape,
                                        GError **error);
void hunch_op_attention_probs_finish (HunchOpAttentionProbs *op); /* accepts a zeroed one */
cl_int hunch_op_attention_probs_enqueue (const HunchOpAttentionProbs *op, cl_command_queue queue,
                                         const HunchAttentionProbsArgs *args);
