/* op-layernorm.h: y = (x - mean (x)) / sqrt (var (x) + eps) * w + b. (Ba, Kiros & Hinton, 2016)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  guint n; /* elements of a row */
  float eps;
  gboolean bias; /* add b */
  guint group;   /* work-items a row; 0: as suits the device */
} HunchLayernormShape;

typedef struct
{
  cl_kernel kernel;
  guint group;
} HunchOpLayernorm;

typedef struct
{
  guint n_rows;
  HunchRows x, y; /* (n_rows, n); y may be x */
  cl_mem w, b;    /* (n); b is not read without bias */
} HunchLayernormArgs;

gboolean hunch_op_layernorm_init (HunchOpLayernorm *op, HunchDevice *dev, const HunchLayernormShape *shape,
                                  GError **error);
void hunch_op_layernorm_finish (HunchOpLayernorm *op); /* accepts a zeroed one */
cl_int hunch_op_layernorm_enqueue (const HunchOpLayernorm *op, cl_command_queue queue, const HunchLayernormArgs *args);
