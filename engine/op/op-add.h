/* op-add.h: y = a + b + bias: the residual, a bias, or both.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  guint n;       /* elements of a row */
  gboolean rows; /* add rows of b */
  gboolean bias; /* add one bias to every row */
  guint group;   /* work-items for HUNCH_OP_CHUNK elements of a row; 0: as suits the device */
} HunchAddShape;

typedef struct
{
  cl_kernel kernel;
  guint n;
  guint group;
} HunchOpAdd;

typedef struct
{
  guint n_rows;
  HunchRows a, b, y; /* (n_rows, n); y may be a or b; b is not read without rows */
  cl_mem bias;       /* (n), not read without bias */
} HunchAddArgs;

gboolean hunch_op_add_init (HunchOpAdd *op, HunchDevice *dev, const HunchAddShape *shape, GError **error);
void hunch_op_add_finish (HunchOpAdd *op); /* accepts a zeroed one */
cl_int hunch_op_add_enqueue (const HunchOpAdd *op, cl_command_queue queue, const HunchAddArgs *args);
