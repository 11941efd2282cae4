/* model-file.h: a model as data: hyper-parameters, the family's shape, and its tensors by role.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf.h"

typedef enum
{
  HUNCH_NORM_RMS,
  HUNCH_NORM_LAYER
} HunchNormKind;

typedef enum
{
  HUNCH_ROPE_NONE,
  HUNCH_ROPE_NORM, /* pairs (2i, 2i+1) */
  HUNCH_ROPE_NEOX, /* pairs (i, i + n/2) */
} HunchRopeKind;

typedef enum
{
  HUNCH_FFN_SWIGLU,
  HUNCH_FFN_GEGLU,
  HUNCH_FFN_GELU,
  HUNCH_FFN_RELU2
} HunchFfnKind;

/* What the forward pass needs to know; a family fills it, and the layers read nothing else. Who computes with it and lacks
 * one of embd_norm, qk_norm, n_swa, rope_freqs_swa, logit_softcap or a norm without weights refuses the model. */
typedef struct
{
  char *arch; /* "llama"; owned */
  char *name; /* general.name, or the file's name; owned */
  guint n_layer, n_embd, n_head, n_head_kv, head_dim, n_ff;
  guint n_vocab;      /* tokens that can be sampled; rows of the LM head past it are padding */
  guint n_vocab_rows; /* rows of the embedding */
  guint n_ctx_train;
  HunchNormKind norm;
  float norm_eps;
  HunchRopeKind rope;
  guint rope_dim; /* dimensions of a head that turn */
  float rope_theta;
  float *rope_freqs; /* (rope_dim / 2) angle a position for each pair, all scaling applied; owned; NULL without RoPE */
  float rope_mscale; /* factor on cos and sin (YaRN), else 1 */
  HunchFfnKind ffn;
  float attn_scale;     /* on q·k, usually 1 / sqrt (head_dim) */
  float logit_softcap;  /* 0: none */
  float embd_scale;     /* on embedding rows, usually 1 */
  gboolean learned_pos; /* gpt2: a row of position_embd is added */
  gboolean tied_head;
  gboolean embd_norm;    /* RMS norm without weights right after the embedding (nanochat) */
  gboolean qk_norm;      /* RMS norm of each head of q and k, by the layer's q_norm and k_norm; weightless where NULL */
  guint n_swa;           /* positions that a sliding layer sees, its own among them; 0: none slides */
  guint swa_period;      /* layer i sees everything when (i + 1) % swa_period == 0 */
  float rope_theta_swa;  /* of sliding layers; 0: rope_theta */
  float *rope_freqs_swa; /* (rope_dim / 2) angles in sliding layers; owned; NULL: rope_freqs there too */
} HunchHparams;

/* Whether a layer sees only the last n_swa positions. */
static inline gboolean
hunch_hparams_slides (const HunchHparams *hp, guint layer)
{
  return hp->n_swa > 0 && (layer + 1) % hp->swa_period != 0;
}

/* Frees what hp owns and zeroes it. */
void hunch_hparams_clear (HunchHparams *hp);
/* Fills dst, which holds nothing yet, with a copy that lives on its own. */
void hunch_hparams_copy (const HunchHparams *src, HunchHparams *dst);

/* One layer's tensors; NULL where the family has none: an RMS norm is then without weights. */
typedef struct
{
  const HunchTensor *attn_norm, *attn_norm_b;
  const HunchTensor *wq, *wk, *wv, *wo;
  const HunchTensor *wqkv; /* rows of q, k and v in one tensor (gpt2); then wq, wk and wv are NULL */
  const HunchTensor *bq, *bk, *bv, *bqkv, *bo;
  const HunchTensor *q_norm, *k_norm;
  const HunchTensor *ffn_norm, *ffn_norm_b;
  const HunchTensor *gate, *up, *down; /* (n_ff, n_embd), (n_ff, n_embd), (n_embd, n_ff) */
  const HunchTensor *bup, *bdown;
  const HunchTensor *attn_post_norm, *ffn_post_norm; /* before the sum with the residual (gemma3) */
} HunchLayerTensors;

typedef struct
{
  HunchGguf *gguf; /* owned; a folder is presented as one, without tokens */
  HunchHparams hp;
  const HunchTensor *tok_embd, *pos_embd, *out_norm, *out_norm_b, *output; /* output is tok_embd when tied */
  const HunchTensor *rope_factors; /* (rope_dim / 2) divisors, already applied in hp.rope_freqs; NULL: none */
  HunchLayerTensors *layers;       /* (n_layer) */
  GPtrArray *warnings;             /* (element-type utf8) what was odd and left alone */
} HunchModelFile;

/* Opens a GGUF file, or a Hugging Face folder of config.json and safetensors, and checks everything: shapes, types, counts. The message gives expected and found.
 * Matrices and embeddings have any HunchTensorType; norms and biases are F32, F16 or BF16.
 * A tensor that no family knows is left alone with a warning; one that would change the result is refused. */
HunchModelFile *hunch_model_file_open (const char *path, GError **error);
void hunch_model_file_free (HunchModelFile *m); /* accepts NULL */
