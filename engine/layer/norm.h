/* norm.h: the norm of a family, whichever it is.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/model-file.h"
#include "engine/op/op-layernorm.h"
#include "engine/op/op-rmsnorm.h"

typedef struct
{
  HunchNormKind kind;
  HunchOpRmsnorm rms;
  HunchOpLayernorm layer;
} HunchNorm;

/* Weights of one norm: w (n), and b (n) for a LayerNorm with biases; w is NULL where the family has none. */
typedef struct
{
  cl_mem w, b;
} HunchNormParams;

gboolean hunch_norm_init (HunchNorm *norm, HunchDevice *dev, const HunchHparams *hp, GError **error);
void hunch_norm_finish (HunchNorm *norm); /* accepts a zeroed one */
cl_int hunch_norm_enqueue (const HunchNorm *norm, cl_command_queue queue, const HunchNormParams *p, guint n_rows,
                           HunchRows x, HunchRows y);
