/* family-qwen2.c: Qwen2 and Qwen2.5, Coder among them: as llama, with biases on q, k and v. (Yang et al., 2024)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/family.h"

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "embed_tokens.weight" },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD }, "norm.weight" },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "lm_head.weight", .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD }, "input_layernorm.weight" },
  { "attn_q.weight", HUNCH_LAYER (wq), { HUNCH_DIM_EMBD, HUNCH_DIM_Q }, "self_attn.q_proj.weight" },
  { "attn_k.weight", HUNCH_LAYER (wk), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.k_proj.weight" },
  { "attn_v.weight", HUNCH_LAYER (wv), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.v_proj.weight" },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD }, "self_attn.o_proj.weight" },
  { "attn_q.bias", HUNCH_LAYER (bq), { HUNCH_DIM_Q }, "self_attn.q_proj.bias" },
  { "attn_k.bias", HUNCH_LAYER (bk), { HUNCH_DIM_KV }, "self_attn.k_proj.bias" },
  { "attn_v.bias", HUNCH_LAYER (bv), { HUNCH_DIM_KV }, "self_attn.v_proj.bias" },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD }, "post_attention_layernorm.weight" },
  { "ffn_gate.weight", HUNCH_LAYER (gate), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.gate_proj.weight" },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.up_proj.weight" },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD }, "mlp.down_proj.weight" },
  { NULL },
};

static const char *const hf_types[] = { "qwen2", NULL };
static const HunchHfFixed hf_fixed[] = { { "hidden_act", "silu" }, { NULL } };
static const char *const hf_ignored[] = { "rotary_emb.inv_freq", NULL };

const HunchFamily hunch_family_qwen2 = {
  .arch = "qwen2",
  .norm = HUNCH_NORM_RMS,
  .rope = HUNCH_ROPE_NEOX,
  .ffn = HUNCH_FFN_SWIGLU,
  .globals = globals,
  .layer = layer,
  .hf_types = hf_types,
  .hf_prefix = "model.",
  .hf_layers = "layers.",
  .hf_rope = HUNCH_ROPE_NEOX,
  .hf_fixed = hf_fixed,
  .hf_ignored = hf_ignored,
};
