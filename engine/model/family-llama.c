/* family-llama.c: LLaMA and its kin (SmolLM2, Mistral, TinyLlama …). (Touvron et al., 2023)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * GGUF files hold q and k with the rows of each head reordered so that neighbours turn together (HUNCH_ROPE_NORM). */
#include "config.h"

#include "engine/model/family.h"

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB } },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD } },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, .optional = TRUE },
  { "rope_freqs.weight", HUNCH_GLOBAL (rope_factors), { HUNCH_DIM_ROPE_PAIRS }, .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD } },
  { "attn_q.weight", HUNCH_LAYER (wq), { HUNCH_DIM_EMBD, HUNCH_DIM_Q } },
  { "attn_k.weight", HUNCH_LAYER (wk), { HUNCH_DIM_EMBD, HUNCH_DIM_KV } },
  { "attn_v.weight", HUNCH_LAYER (wv), { HUNCH_DIM_EMBD, HUNCH_DIM_KV } },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD } },
  { "attn_q.bias", HUNCH_LAYER (bq), { HUNCH_DIM_Q }, .optional = TRUE },
  { "attn_k.bias", HUNCH_LAYER (bk), { HUNCH_DIM_KV }, .optional = TRUE },
  { "attn_v.bias", HUNCH_LAYER (bv), { HUNCH_DIM_KV }, .optional = TRUE },
  { "attn_output.bias", HUNCH_LAYER (bo), { HUNCH_DIM_EMBD }, .optional = TRUE },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD } },
  { "ffn_gate.weight", HUNCH_LAYER (gate), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD } },
  { NULL },
};

const HunchFamily hunch_family_llama = {
  .arch = "llama",
  .norm = HUNCH_NORM_RMS,
  .rope = HUNCH_ROPE_NORM,
  .ffn = HUNCH_FFN_SWIGLU,
  .globals = globals,
  .layer = layer,
};
