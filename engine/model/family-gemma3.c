/* family-gemma3.c: Gemma 3: layers that slide and every sixth that does not, norms before and after. (Gemma Team, 2025)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * GGUF files hold the norms' weights with the 1 added that the published files leave out. */
#include "config.h"

#include "engine/model/family.h"

#include <math.h>

#define LESS_ONE .hf_form = HUNCH_HF_LESS_ONE

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "embed_tokens.weight" },
  { "output_norm.weight", HUNCH_GLOBAL (out_norm), { HUNCH_DIM_EMBD }, "norm.weight", LESS_ONE },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "lm_head.weight", .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_norm.weight", HUNCH_LAYER (attn_norm), { HUNCH_DIM_EMBD }, "input_layernorm.weight", LESS_ONE },
  { "attn_q.weight", HUNCH_LAYER (wq), { HUNCH_DIM_EMBD, HUNCH_DIM_Q }, "self_attn.q_proj.weight" },
  { "attn_k.weight", HUNCH_LAYER (wk), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.k_proj.weight" },
  { "attn_v.weight", HUNCH_LAYER (wv), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.v_proj.weight" },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD }, "self_attn.o_proj.weight" },
  { "attn_q_norm.weight", HUNCH_LAYER (q_norm), { HUNCH_DIM_HEAD }, "self_attn.q_norm.weight", LESS_ONE },
  { "attn_k_norm.weight", HUNCH_LAYER (k_norm), { HUNCH_DIM_HEAD }, "self_attn.k_norm.weight", LESS_ONE },
  { "post_attention_norm.weight",
    HUNCH_LAYER (attn_post_norm),
    { HUNCH_DIM_EMBD },
    "post_attention_layernorm.weight",
    LESS_ONE },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD }, "pre_feedforward_layernorm.weight", LESS_ONE },
  { "ffn_gate.weight", HUNCH_LAYER (gate), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.gate_proj.weight" },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.up_proj.weight" },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD }, "mlp.down_proj.weight" },
  { "post_ffw_norm.weight",
    HUNCH_LAYER (ffn_post_norm),
    { HUNCH_DIM_EMBD },
    "post_feedforward_layernorm.weight",
    LESS_ONE },
  { NULL },
};

#define LAYERS_OF_27B 62

static const char *const own_keys[]
    = { "attention.sliding_window", "attention.scale", "final_logit_softcapping", NULL };

static void
read_own (HunchKeys *k, HunchHparams *hp)
{
  /* The one of 27B is scaled by what a head's share of the width would be, not by its length; files do not say so. */
  const double length = hp->n_layer == LAYERS_OF_27B ? (double) hp->n_embd / hp->n_head : hp->head_dim;

  hp->attn_scale = (float) hunch_keys_positive (k, "attention.scale", 1 / sqrt (length));
  hp->embd_scale = sqrtf ((float) hp->n_embd);
  hp->n_swa = hunch_keys_count (k, "attention.sliding_window", 0, HUNCH_MAX_COUNT);
  hp->swa_period = hunch_keys_count (k, "attention.sliding_window_pattern", 6, HUNCH_MAX_COUNT);
  hp->rope_theta_swa = (float) hunch_keys_positive (k, "rope.freq_base_swa", 10000);
  if (hunch_keys_has (k, "final_logit_softcapping"))
    hp->logit_softcap = (float) hunch_keys_positive (k, "final_logit_softcapping", 0);
}

static const char *const hf_types[] = { "gemma3_text", NULL };
static const HunchHfFixed hf_fixed[]
    = { { "hidden_activation", "gelu_pytorch_tanh" }, { "use_bidirectional_attention", "false" }, { NULL } };
static const char *const hf_ignored[] = { "rotary_emb.inv_freq", NULL };

const HunchFamily hunch_family_gemma3 = {
  .arch = "gemma3",
  .norm = HUNCH_NORM_RMS,
  .rope = HUNCH_ROPE_NEOX,
  .ffn = HUNCH_FFN_GEGLU,
  .qk_norm = TRUE,
  .globals = globals,
  .layer = layer,
  .read = read_own,
  .own_keys = own_keys,
  .hf_types = hf_types,
  .hf_prefix = "model.",
  .hf_layers = "layers.",
  .hf_rope = HUNCH_ROPE_NEOX,
  .hf_fixed = hf_fixed,
  .hf_ignored = hf_ignored,
};
