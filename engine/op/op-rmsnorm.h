/* op-rmsnorm.h: y = x / sqrt (mean (x^2) + eps) * w. (Zhang & Sennrich, 2019)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  guint n; /* elements of a row */
  float eps;
  gboolean weightless; /* nanochat: no w */
  guint group;         /* work-items a row; 0: as suits the device */
} HunchRmsnormShape;

typedef struct
{
  cl_kernel kernel;
  guint group;
} HunchOpRmsnorm;

typedef struct
{
  guint n_rows;
  HunchRows x, y; /* (n_rows, n); y may be x */
  cl_mem w;       /* (n), not read when weightless */
} HunchRmsnormArgs;

gboolean hunch_op_rmsnorm_init (HunchOpRmsnorm *op, HunchDevice *dev, const HunchRmsnormShape *shape, GError **error);
void hunch_op_rmsnorm_finish (HunchOpRmsnorm *op); /* accepts a zeroed one */
cl_int hunch_op_rmsnorm_enqueue (const HunchOpRmsnorm *op, cl_command_queue queue, const HunchRmsnormArgs *args);
