/* op-dequant.h: some rows of a quantized matrix decoded to float32, transposed, for a GEMM.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  cl_kernel kernel;
  guint split;
} HunchOpDequant;

typedef struct
{
  HunchWeights weights;
  guint first, n_rows; /* rows of the matrix, first a multiple of 16; lanes past the last row come out as zeros */
  HunchRows wt;        /* (k, n_rows rounded up to 16) */
} HunchDequantArgs;

/* split: as hunch_op_split takes it. */
gboolean hunch_op_dequant_init (HunchOpDequant *op, HunchDevice *dev, const char *layout, guint split, GError **error);
void hunch_op_dequant_finish (HunchOpDequant *op); /* accepts a zeroed one */
cl_int hunch_op_dequant_enqueue (const HunchOpDequant *op, cl_command_queue queue, const HunchDequantArgs *args);
