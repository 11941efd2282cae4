/* op-matvec.h: y = f (W g (x)) for a few tokens in one launch: norm and quantization before, sum or activation behind.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

#define HUNCH_MATVEC_TILES 2

typedef struct
{
  const char *layout; /* build options of the weights' type, a quantized one */
  const char *dot;    /* from hunch_dot_probe */
  gboolean norm;      /* RMS norm of x first */
  gboolean add;       /* y is added to instead of set */
  gboolean
      gated; /* SwiGLU of the first and second half of W's rows, each a multiple of 16; y has half as many columns */
} HunchMatvecShape;

typedef struct
{
  cl_kernel kernel[HUNCH_MATVEC_TILES]; /* by most tokens, ascending */
  guint tile[HUNCH_MATVEC_TILES];
  guint n_groups; /* work-groups that keep the device busy */
  HunchMatvecShape shape;
} HunchOpMatvec;

typedef struct
{
  guint n_tokens; /* at most hunch_op_matvec_max_tokens */
  HunchRows x;    /* (n_tokens, k) */
  cl_mem norm;    /* (k), not read without norm */
  float eps;
  HunchRows y; /* (n_tokens, n), or half of n when gated */
  HunchWeights weights;
} HunchMatvecArgs;

gboolean hunch_op_matvec_init (HunchOpMatvec *op, HunchDevice *dev, const HunchMatvecShape *shape, GError **error);
void hunch_op_matvec_finish (HunchOpMatvec *op); /* accepts a zeroed one */
cl_int hunch_op_matvec_enqueue (const HunchOpMatvec *op, cl_command_queue queue, const HunchMatvecArgs *args);
/* Most tokens in one launch; 0 where separate launches are faster. */
guint hunch_op_matvec_max_tokens (const HunchDevice *dev);
