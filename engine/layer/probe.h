/* probe.h: parts of a model on their own, for those who look inside: the head on any residual stream, one linear map, one row of weights.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward.h"

/* Final norm and LM head of n_rows rows (n_rows, n_embd), any number; logits: (n_rows, n_vocab). (Logit lens: nostalgebraist, 2020) */
gboolean hunch_forward_lens (HunchForward *f, guint n_rows, const float *x, float *logits, GError **error);

typedef enum
{
  HUNCH_MAP_WO,   /* (n_head * head_dim) to (n_embd), without bias */
  HUNCH_MAP_DOWN, /* (n_ff) to (n_embd), without bias */
} HunchMap;

/* y (n_rows, n_embd) = x W^T, any number of rows, by the kernels of the forward pass. */
gboolean hunch_forward_map (HunchForward *f, HunchMap map, guint layer, guint n_rows, const float *x, float *y,
                            GError **error);

/* Row id of the LM head, decoded, (n_embd). */
gboolean hunch_forward_head_row (HunchForward *f, gint32 id, float *row, GError **error);

/* Weights and biases of the final norm and of what is added to the residual stream in a layer, (n_embd) each. */
typedef enum
{
  HUNCH_VECTOR_OUT_NORM,
  HUNCH_VECTOR_OUT_NORM_BIAS,
  HUNCH_VECTOR_WO_BIAS,
  HUNCH_VECTOR_DOWN_BIAS,
  HUNCH_VECTOR_ATTN_POST_NORM,
  HUNCH_VECTOR_FFN_POST_NORM,
} HunchVector;

/* FALSE in *there, and values left alone, when the family has none. */
gboolean hunch_forward_vector (HunchForward *f, HunchVector which, guint layer, gboolean *there, float *values,
                               GError **error);
