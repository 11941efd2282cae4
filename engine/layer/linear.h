/* linear.h: a linear map with what surrounds it in a block: norm and quantization before, activation or residual sum behind.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is fastest for a batch is chosen here, and only here: everything in one launch for a few tokens; weights decoded in
 * registers; or decoded tiles and a GEMM. */
#pragma once

#include "engine/layer/norm.h"
#include "engine/op/op-decode.h"
#include "engine/op/op-ffn-act.h"
#include "engine/weights/matrix.h"

typedef struct
{
  const HunchLinear *l;
  guint n_tokens;
  HunchRows x; /* (n_tokens, l->k) */
  HunchRows y; /* (n_tokens, l->n); with act the result has n_ff columns, but all of l->n may be written */
  const HunchNormParams *norm; /* of x, first; NULL: none */
  gboolean add;                /* y is added to instead of set */
  gboolean act;                /* the family's activation of the outcome: gate and up side by side, or up alone */
  cl_mem act_bias;             /* (n_ff) on up, or NULL */
} HunchLinearArgs;

typedef struct HunchLinearOps HunchLinearOps;

/* n_batch: most tokens in a batch. exact: activations stay float32; otherwise they become int8 where the device multiplies bytes
 * fast. act_bias: whether the activation adds a bias. hp must outlive it. */
HunchLinearOps *hunch_linear_ops_new (HunchDevice *dev, const HunchHparams *hp, guint n_batch, gboolean exact,
                                      gboolean act_bias, GError **error);
void hunch_linear_ops_free (HunchLinearOps *ops); /* accepts NULL */

/* Builds what a call with these arguments will need, whatever n_tokens; done for every map at load, so that no kernel is built
 * later. Buffers in args are not looked at. */
gboolean hunch_linear_prepare (HunchLinearOps *ops, const HunchLinearArgs *args, GError **error);
cl_int hunch_linear_enqueue (HunchLinearOps *ops, const HunchLinearArgs *args);

/* Whether a few tokens go through in one launch a part; alone that can be recorded. */
gboolean hunch_linear_fuses (const HunchLinearOps *ops, const HunchLinearArgs *args);
/* While set, calls are recorded there instead of being enqueued. They must fuse. */
void hunch_linear_set_list (HunchLinearOps *ops, HunchOpDecode *list);

/* While set, norms and activations are launched on their own, whatever is fastest, so that what they give exists. */
void hunch_linear_set_apart (HunchLinearOps *ops, gboolean apart);
/* What the norm of the last call gave that was not fused with it: (n_tokens, n_embd). */
HunchRows hunch_linear_normed (const HunchLinearOps *ops);

/* The family's norm on its own. */
const HunchNorm *hunch_linear_norm (const HunchLinearOps *ops);
/* A view of a matrix for an operation. */
HunchWeights hunch_matrix_weights (const HunchMatrix *m);
