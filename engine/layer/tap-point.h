/* tap-point.h: the named points of the forward pass, as plain numbers that those may know who may not see OpenCL.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* In the order in which a batch passes them. */
typedef enum
{
  HUNCH_TAP_EMBD,       /* (n_embd) the residual stream before layer 0 */
  HUNCH_TAP_ATTN_NORM,  /* (n_embd) input of q, k and v */
  HUNCH_TAP_Q,          /* (n_head, head_dim) with bias, norm and RoPE */
  HUNCH_TAP_K,          /* (n_head_kv, head_dim) likewise, as the cache holds it */
  HUNCH_TAP_V,          /* (n_head_kv, head_dim) with bias, as the cache holds it */
  HUNCH_TAP_SCORES,     /* (n_head, n_positions) softmax of scores; 0 for positions that are not seen */
  HUNCH_TAP_ATTN_OUT,   /* (n_head, head_dim) sum of values, before wo */
  HUNCH_TAP_ATTN_PROJ,  /* (n_embd) what attention adds to the residual stream */
  HUNCH_TAP_RESID_MID,  /* (n_embd) the residual stream between attention and feed-forward */
  HUNCH_TAP_FFN_NORM,   /* (n_embd) input of the feed-forward */
  HUNCH_TAP_FFN_KEYS,   /* (n_ff) after the activation */
  HUNCH_TAP_FFN_OUT,    /* (n_embd) what the feed-forward adds to the residual stream */
  HUNCH_TAP_RESID,      /* (n_embd) the residual stream after the layer */
  HUNCH_TAP_FINAL_NORM, /* (n_embd); its rows are those that want logits */
  HUNCH_TAP_LOGITS,     /* (n_vocab); likewise */
  HUNCH_N_TAPS
} HunchTapPoint;

/* "embd", "attn_norm", … static. */
const char *hunch_tap_name (HunchTapPoint point);
/* Whether there is one of it in each layer. */
gboolean hunch_tap_in_layers (HunchTapPoint point);
