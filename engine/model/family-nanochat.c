/* family-nanochat.c: nanochat: norms without weights, squared ReLU, capped logits. (Karpathy, 2025)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * It norms q and k after they turned, which keeps their length, so that doing it before is the same; and it turns them the
 * other way round than others do. */
#include "config.h"

#include "engine/model/family.h"

static const HunchTensorRule globals[] = {
  { "token_embd.weight", HUNCH_GLOBAL (tok_embd), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "embed_tokens.weight" },
  { "output.weight", HUNCH_GLOBAL (output), { HUNCH_DIM_EMBD, HUNCH_DIM_VOCAB }, "lm_head.weight", .optional = TRUE },
  { NULL },
};

static const HunchTensorRule layer[] = {
  { "attn_q.weight", HUNCH_LAYER (wq), { HUNCH_DIM_EMBD, HUNCH_DIM_Q }, "self_attn.q_proj.weight" },
  { "attn_k.weight", HUNCH_LAYER (wk), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.k_proj.weight" },
  { "attn_v.weight", HUNCH_LAYER (wv), { HUNCH_DIM_EMBD, HUNCH_DIM_KV }, "self_attn.v_proj.weight" },
  { "attn_output.weight", HUNCH_LAYER (wo), { HUNCH_DIM_Q, HUNCH_DIM_EMBD }, "self_attn.o_proj.weight" },
  { "ffn_up.weight", HUNCH_LAYER (up), { HUNCH_DIM_EMBD, HUNCH_DIM_FF }, "mlp.fc1.weight" },
  { "ffn_down.weight", HUNCH_LAYER (down), { HUNCH_DIM_FF, HUNCH_DIM_EMBD }, "mlp.fc2.weight" },
  { NULL },
};

static const char *const own_keys[] = { "final_logit_softcapping", NULL };

static void
read_own (HunchKeys *k, HunchHparams *hp)
{
  hp->logit_softcap = (float) hunch_keys_positive (k, "final_logit_softcapping", 15);
}

static const char *const hf_types[] = { "nanochat", NULL };
static const HunchHfFixed hf_fixed[] = { { "hidden_act", "relu2" }, { NULL } };
static const char *const hf_ignored[] = { "rotary_emb.inv_freq", NULL };

const HunchFamily hunch_family_nanochat = {
  .arch = "nanochat",
  .norm = HUNCH_NORM_RMS,
  .rope = HUNCH_ROPE_NEOX,
  .rope_reversed = TRUE,
  .ffn = HUNCH_FFN_RELU2,
  .qk_norm = TRUE,
  .embd_norm = TRUE,
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
