/* matrix.h: weights on the device: one matrix in its planes, and a linear map made of one or a few of them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"
#include "engine/model/model-file.h"
#include "engine/weights/layout.h"

/* (n, k) on the device; y = x W^T. */
typedef struct
{
  guint32 type;
  guint64 n, k;
  HunchPlanes planes;
  cl_mem mem; /* owned */
} HunchMatrix;

#define HUNCH_LINEAR_MAX 3

/* Up to three projections of the same input side by side: q, k and v, or gate and up. Neighbours of one type are one
 * matrix. */
typedef struct
{
  HunchMatrix part[HUNCH_LINEAR_MAX];
  guint64 column[HUNCH_LINEAR_MAX]; /* where each part's outputs begin */
  guint n_parts;
  guint64 n, k; /* of the whole */
} HunchLinear;

void hunch_matrix_finish (HunchMatrix *m, HunchDevice *dev); /* accepts a zeroed one */
void hunch_linear_finish (HunchLinear *l, HunchDevice *dev);
