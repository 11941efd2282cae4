/* family-gemma3.c: Gemma 3: layers that slide and every sixth that does not, norms before and after. (Gemma Team, 2025)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * GGUF files hold the norms' weights with the 1 added that Gemma leaves out. */
#include "config.h"

#include "engine/model/family.h"

#include <math.h>

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
  { "post_attention_norm.weight", HUNCH_LAYER (attn_post_norm), { HUNCH_DIM_EMBD } },
  { "ffn_norm.weight", HUNCH_LAYER (ffn_norm), { HUNCH_DIM_EMBD } },
  { "ffn_gate.weight", HUNCH_LAYER (gate), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF } },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD } },
  { "post_ffw_norm.weight", HUNCH_LAYER (ffn_post_norm), { HUNCH_DIM_EMBD } },
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
};
