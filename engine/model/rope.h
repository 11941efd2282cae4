/* rope.h: the angles of rotary position embeddings, with all scaling applied.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/keys.h"
#include "engine/model/model-file.h"

typedef enum
{
  HUNCH_SCALING_NONE,
  HUNCH_SCALING_LINEAR, /* positions divided by factor (Chen et al., 2023) */
  HUNCH_SCALING_YARN,   /* by wavelength (Peng et al., 2023) */
  HUNCH_SCALING_LLAMA3, /* by wavelength, with other borders (Llama 3.1); GGUF files have its divisors instead */
} HunchScalingKind;

typedef struct
{
  HunchScalingKind kind;
  double factor;
  double attn_factor; /* on cos and sin, beside what YaRN itself asks for */
  double n_ctx_orig;  /* positions the model was trained on before it was stretched */
  /* Turns within n_ctx_orig above which, and below which, a pair counts as fast and slow. */
  double beta_fast, beta_slow;
} HunchRopeScaling;

/* Reads rope.scaling.*; an unknown type is an error of k. */
void hunch_rope_scaling_read (HunchKeys *k, guint n_ctx_train, HunchRopeScaling *s);
/* Angle a position of each pair. factors: (n_pairs) divisors or NULL. (transfer full) */
float *hunch_rope_freqs (double theta, guint rope_dim, const HunchRopeScaling *s, const float *factors);
/* Factor on cos and sin. */
float hunch_rope_mscale (const HunchRopeScaling *s);
