/* op-quantize.h: activations to int8 or half precision, a scale for each block of 32, for cl/matmul-q8.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  cl_kernel kernel;
  guint group; /* blocks of a work-group: as many work-items as the device wants in one (hunch_op_group) */
} HunchOpQuantize;

/* Rows of k quants without gaps, and beside them a float4 for each block: scale, scale * sum, and the sums of each 16, as ints where quants are. */
typedef struct
{
  cl_mem q;     /* (n_tokens, k), hunch_dot_bytes each */
  cl_mem scale; /* (n_tokens, k / 32) float4 */
} HunchQuantRows;

typedef struct
{
  guint n_tokens, k; /* k a multiple of 32 */
  HunchRows x;       /* (n_tokens, k) */
  HunchQuantRows y;
} HunchQuantizeArgs;

/* dot: the products that they are for, from hunch_dot_probe. */
gboolean hunch_op_quantize_init (HunchOpQuantize *op, HunchDevice *dev, const char *dot, GError **error);
void hunch_op_quantize_finish (HunchOpQuantize *op); /* accepts a zeroed one */
cl_int hunch_op_quantize_enqueue (const HunchOpQuantize *op, cl_command_queue queue, const HunchQuantizeArgs *args);
