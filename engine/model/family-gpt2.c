/* family-gpt2.c: GPT-2: learned positions, LayerNorm, biases everywhere, q, k and v in one matrix. (Radford et al., 2019)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/family.h"

/* The published files have matrices as inputs by outputs. */
#define TRANSPOSED .hf_form = HUNCH_HF_TRANSPOSED

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "wte.weight" },
  { "position_embd.weight", HUNCH_GLOBAL (pos_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_CTX }, "wpe.weight" },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD }, "ln_f.weight" },
  { "output_norm.bias", HUNCH_GLOBAL (out_norm_b), { HUNCH_DIM_EMBD }, "ln_f.bias" },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "lm_head.weight", .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD }, "ln_1.weight" },
  { "attn_norm.bias", HUNCH_LAYER (attn_norm_b), { HUNCH_DIM_EMBD }, "ln_1.bias" },
  { "attn_qkv.weight", HUNCH_LAYER (wqkv), { HUNCH_DIM_EMBD, HUNCH_DIM_QKV }, "attn.c_attn.weight", TRANSPOSED },
  { "attn_qkv.bias", HUNCH_LAYER (bqkv), { HUNCH_DIM_QKV }, "attn.c_attn.bias" },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD }, "attn.c_proj.weight", TRANSPOSED },
  { "attn_output.bias", HUNCH_LAYER (bo), { HUNCH_DIM_EMBD }, "attn.c_proj.bias" },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD }, "ln_2.weight" },
  { "ffn_norm.bias", HUNCH_LAYER (ffn_norm_b), { HUNCH_DIM_EMBD }, "ln_2.bias" },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.c_fc.weight", TRANSPOSED },
  { "ffn_up.bias", HUNCH_LAYER (bup), { HUNCH_DIM_FF }, "mlp.c_fc.bias" },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD }, "mlp.c_proj.weight", TRANSPOSED },
  { "ffn_down.bias", HUNCH_LAYER (bdown), { HUNCH_DIM_EMBD }, "mlp.c_proj.bias" },
  { NULL },
};

static const char *const hf_types[] = { "gpt2", NULL };
static const HunchHfFixed hf_fixed[] = { { "activation_function", "gelu_new" },
                                         { "scale_attn_weights", "true" },
                                         { "scale_attn_by_inverse_layer_idx", "false" },
                                         { "add_cross_attention", "false" },
                                         { NULL } };
/* Older files hold the causal mask. */
static const char *const hf_ignored[] = { ".attn.bias", ".attn.masked_bias", NULL };

const HunchFamily hunch_family_gpt2 = {
  .arch = "gpt2",
  .norm = HUNCH_NORM_LAYER,
  .rope = HUNCH_ROPE_NONE,
  .ffn = HUNCH_FFN_GELU,
  .globals = globals,
  .layer = layer,
  .hf_types = hf_types,
  .hf_prefix = "transformer.",
  .hf_layers = "h.",
  .hf_rope = HUNCH_ROPE_NONE,
  .hf_fixed = hf_fixed,
  .hf_ignored = hf_ignored,
};
