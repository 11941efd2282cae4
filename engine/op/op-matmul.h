/* op-matmul.h: y = x W^T with quantized weights decoded in registers, for one token or many.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-quantize.h"

#define HUNCH_MATMUL_TILES 2

typedef struct
{
  cl_kernel kernel[HUNCH_MATMUL_TILES]; /* by tokens a work-item, ascending */
  guint tile[HUNCH_MATMUL_TILES];
  guint split[HUNCH_MATMUL_TILES];
  gboolean quantized; /* x is */
} HunchOpMatmul;

typedef struct
{
  guint n_tokens;
  HunchRows x;          /* (n_tokens, k), or */
  HunchQuantRows xq;    /* the same quantized */
  HunchRows y;          /* (n_tokens, n) */
  HunchWeights weights; /* of the layout that the operation was made for */
} HunchMatmulArgs;

typedef struct
{
  const char *layout; /* build options of the weights' type */
  const char *dot;    /* from hunch_dot_probe: x is quantized; NULL: float32. Float weights have no such form */
  gboolean add;       /* y is added to instead of set, as the residual stream wants it */
  guint split;        /* as hunch_op_split takes it */
} HunchMatmulShape;

gboolean hunch_op_matmul_init (HunchOpMatmul *op, HunchDevice *dev, const HunchMatmulShape *shape, GError **error);
void hunch_op_matmul_finish (HunchOpMatmul *op); /* accepts a zeroed one */
cl_int hunch_op_matmul_enqueue (const HunchOpMatmul *op, cl_command_queue queue, const HunchMatmulArgs *args);
