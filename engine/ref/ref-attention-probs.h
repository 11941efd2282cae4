/* ref-attention-probs.h: how much one token looks at each position, the oracle of cl/attention-probs.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/ref/ref-attention.h"

/* q: (n_head, head_dim); k: (n_positions, n_head_kv, head_dim), all visible; p: (n_head, n_positions), each row sums to 1. */
void hunch_ref_attention_probs (const HunchRefAttention *a, const float *q, const float *k, guint n_positions,
                                float *p);
