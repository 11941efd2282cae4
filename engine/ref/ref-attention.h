/* ref-attention.h: attention of one token, the oracle of the attention kernels.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  guint n_head, n_head_kv, head_dim;
  float scale;   /* on q.k */
  float softcap; /* 0: none */
} HunchRefAttention;

/* Attention over the n_positions given, all of them visible. q, y: (n_head, head_dim); k, v: (n_positions, n_head_kv, head_dim). */
void hunch_ref_attention (const HunchRefAttention *a, const float *q, const float *k, const float *v, guint n_positions,
                          float *y);
