/* params.h: a model's parameters on the device, by their role in the forward pass.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/norm.h"
#include "engine/weights/upload.h"

/* One layer. A cl_mem is NULL where the family has no such parameter; an RMS norm without weights has ones. */
typedef struct
{
  HunchNormParams attn_norm; /* (n_embd) */
  HunchLinear qkv;           /* (n_embd) to q, k and v heads */
  cl_mem qkv_bias;
  cl_mem q_norm, k_norm; /* (head_dim) */
  HunchLinear wo;        /* (n_head * head_dim) to (n_embd) */
  cl_mem wo_bias;
  HunchNormParams attn_post_norm, ffn_post_norm; /* (n_embd), or NULL: of what is added to the residual stream */
  HunchNormParams ffn_norm;                      /* (n_embd) */
  HunchLinear up;                                /* (n_embd) to gate and up (n_ff) side by side, or up alone */
  cl_mem up_bias;
  HunchLinear down; /* (n_ff) to (n_embd) */
  cl_mem down_bias;
} HunchLayerParams;

typedef struct
{
  HunchDevice *dev;
  HunchLinear tok_embd; /* (n_vocab_rows, n_embd) */
  HunchLinear pos_embd; /* (n_ctx_train, n_embd), or no parts */
  HunchNormParams out_norm;
  HunchLinear output; /* (n_vocab, n_embd); has no buffer of its own when tied */
  gboolean tied;
  guint n_layer;
  HunchLayerParams *layers;          /* (n_layer) */
  HunchNormParams ones;              /* (n_embd), or NULL: shared by all norms without weights */
  cl_mem rope_freqs, rope_freqs_swa; /* (rope_dim / 2), or NULL */
} HunchParams;

typedef void (*HunchParamsProgress) (double fraction, gpointer user_data);

/* Uploads everything; m may be closed afterwards. */
HunchParams *hunch_params_new (HunchDevice *dev, const HunchModelFile *m, HunchParamsProgress progress,
                               gpointer user_data, const volatile gint *cancelled, GError **error);
void hunch_params_free (HunchParams *p); /* accepts NULL */
guint64 hunch_params_bytes (const HunchParams *p);
