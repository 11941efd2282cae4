/* family-qwen3.c: Qwen3: as llama, with a norm of each head of q and k. (Yang et al., 2025)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/family.h"

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB } },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD } },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD } },
  { "attn_q.weight", HUNCH_LAYER (wq), { HUNCH_DIM_EMBD, HUNCH_DIM_Q } },
  { "attn_k.weight", HUNCH_LAYER (wk), { HUNCH_DIM_EMBD, HUNCH_DIM_KV } },
  { "attn_v.weight", HUNCH_LAYER (wv), { HUNCH_DIM_EMBD, HUNCH_DIM_KV } },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD } },
  { "attn_q_norm.weight", HUNCH_LAYER (q_norm), { HUNCH_DIM_HEAD } },
  { "attn_k_norm.weight", HUNCH_LAYER (k_norm), { HUNCH_DIM_HEAD } },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD } },
  { "ffn_gate.weight", HUNCH_LAYER (gate), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD } },
  { NULL },
};

const HunchFamily hunch_family_qwen3 = {
  .arch = "qwen3",
  .norm = HUNCH_NORM_RMS,
  .rope = HUNCH_ROPE_NEOX,
  .ffn = HUNCH_FFN_SWIGLU,
  .qk_norm = TRUE,
  .globals = globals,
  .layer = layer,
};
