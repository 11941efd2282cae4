/* op-embed.h: rows of the embedding matrix for the tokens of a batch.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  cl_kernel kernel;
} HunchOpEmbed;

typedef struct
{
  guint n_tokens;
  cl_mem tokens;        /* (n_tokens) gint32, each below weights.n */
  HunchRows y;          /* (n_tokens, k) */
  float scale;          /* factor on the rows */
  HunchWeights weights; /* (vocabulary, k) */
} HunchEmbedArgs;

gboolean hunch_op_embed_init (HunchOpEmbed *op, HunchDevice *dev, const char *layout, GError **error);
void hunch_op_embed_finish (HunchOpEmbed *op); /* accepts a zeroed one */
cl_int hunch_op_embed_enqueue (const HunchOpEmbed *op, cl_command_queue queue, const HunchEmbedArgs *args);
