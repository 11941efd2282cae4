/* family.h: what a model family is: its kinds of norm, RoPE and feed-forward, and a table of its tensors.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A family is one page of data (family-NAME.c) over code that all share; see HACKING.md for how to add one. */
#pragma once

#include "engine/model/keys.h"
#include "engine/model/model-file.h"

/* A length that a tensor must have, in terms of the hyper-parameters. */
typedef enum
{
  HUNCH_DIM_ONE,        /* not a dimension: the tensor has fewer */
  HUNCH_DIM_EMBD,       /* n_embd */
  HUNCH_DIM_Q,          /* n_head * head_dim */
  HUNCH_DIM_KV,         /* n_head_kv * head_dim */
  HUNCH_DIM_QKV,        /* (n_head + 2 n_head_kv) * head_dim */
  HUNCH_DIM_HEAD,       /* head_dim */
  HUNCH_DIM_FF,         /* n_ff */
  HUNCH_DIM_VOCAB,      /* n_vocab_rows */
  HUNCH_DIM_CTX,        /* n_ctx_train */
  HUNCH_DIM_ROPE_PAIRS, /* rope_dim / 2 */
  HUNCH_N_DIMS
} HunchDim;

/* How a Hugging Face folder holds a tensor. */
typedef enum
{
  HUNCH_HF_AS_IS,
  HUNCH_HF_TRANSPOSED, /* inputs by outputs */
  HUNCH_HF_LESS_ONE,   /* what multiplies is 1 more */
} HunchHfForm;

/* A tensor: its name in the file, the place of its pointer, and its shape: row length first, then rows, as in
 * HunchTensor. */
typedef struct
{
  const char *name; /* of a layer's tensors: what follows "blk.N." */
  gsize place;      /* HUNCH_GLOBAL (field) or HUNCH_LAYER (field) */
  HunchDim dims[2];
  const char *hf; /* its name in a Hugging Face folder, after the prefix or after "layers.N." */
  gboolean optional;
  HunchHfForm hf_form;
} HunchTensorRule;

/* A field of config.json that has to be value where it is there: truth values as "true" and "false". */
typedef struct
{
  const char *field, *value;
} HunchHfFixed;

#define HUNCH_GLOBAL(field) G_STRUCT_OFFSET (HunchModelFile, field)
#define HUNCH_LAYER(field)  G_STRUCT_OFFSET (HunchLayerTensors, field)

typedef struct
{
  const char *arch; /* general.architecture */
  HunchNormKind norm;
  HunchRopeKind rope;
  HunchFfnKind ffn;
  gboolean qk_norm, embd_norm;    /* as in HunchHparams */
  gboolean rope_reversed;         /* angles turn the other way */
  const HunchTensorRule *globals; /* ended by a NULL name */
  const HunchTensorRule *layer;   /* ended by a NULL name */
  /* What only this family has: read is called last, and own_keys, ended by NULL, are the keys that others would refuse. */
  void (*read) (HunchKeys *k, HunchHparams *hp);
  const char *const *own_keys;
  /* Hugging Face folders. */
  const char *const *hf_types; /* values of model_type, ended by NULL */
  const char *hf_prefix;       /* what may precede the names, "model." */
  const char *hf_layers;       /* what precedes the number of a layer, "layers." */
  HunchRopeKind hf_rope;
  const HunchHfFixed *hf_fixed;  /* ended by a NULL field */
  const char *const *hf_ignored; /* ends of names of tensors that nothing is computed with, ended by NULL */
} HunchFamily;

extern const HunchFamily hunch_family_gemma3, hunch_family_gpt2, hunch_family_llama, hunch_family_nanochat,
    hunch_family_qwen2, hunch_family_qwen3;

/* All families, ended by NULL. */
extern const HunchFamily *const hunch_families[];

/* NULL when there is none of this name. */
const HunchFamily *hunch_family_find (const char *arch);
const HunchFamily *hunch_family_find_hf (const char *model_type);
/* "gpt2, llama, …" (transfer full) */
char *hunch_family_list (void);
char *hunch_family_list_hf (void);
