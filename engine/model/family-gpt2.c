/* family-gpt2.c: GPT-2: learned positions, LayerNorm, biases everywhere, q, k and v in one matrix. (Radford et al.,
 * 2019) SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/family.h"

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB } },
  { "position_embd.weight", HUNCH_GLOBAL (pos_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_CTX } },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD } },
  { "output_norm.bias", HUNCH_GLOBAL (out_norm_b), { HUNCH_DIM_EMBD } },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD } },
  { "attn_norm.bias", HUNCH_LAYER (attn_norm_b), { HUNCH_DIM_EMBD } },
  { "attn_qkv.weight", HUNCH_LAYER (wqkv), { HUNCH_DIM_EMBD, HUNCH_DIM_QKV } },
  { "attn_qkv.bias", HUNCH_LAYER (bqkv), { HUNCH_DIM_QKV } },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD } },
  { "attn_output.bias", HUNCH_LAYER (bo), { HUNCH_DIM_EMBD } },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD } },
  { "ffn_norm.bias", HUNCH_LAYER (ffn_norm_b), { HUNCH_DIM_EMBD } },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_up.bias", HUNCH_LAYER (bup), { HUNCH_DIM_FF } },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD } },
  { "ffn_down.bias", HUNCH_LAYER (bdown), { HUNCH_DIM_EMBD } },
  { NULL },
};

const HunchFamily hunch_family_gpt2 = {
  .arch = "gpt2",
  .norm = HUNCH_NORM_LAYER,
  .rope = HUNCH_ROPE_NONE,
  .ffn = HUNCH_FFN_GELU,
  .globals = globals,
  .layer = layer,
};
