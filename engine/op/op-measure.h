/* op-measure.h: measures what a device can do at most: bytes read in a second, multiplications and additions in a second.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef struct
{
  cl_kernel read, multiply;
  guint vec;      /* words that an item reads at once */
  guint group;    /* items of a work-group */
  guint n_groups; /* that keep the device busy */
} HunchOpMeasure;

/* dot: from hunch_dot_probe, or NULL for float32. */
gboolean hunch_op_measure_init (HunchOpMeasure *op, HunchDevice *dev, const char *dot, GError **error);
void hunch_op_measure_finish (HunchOpMeasure *op); /* accepts a zeroed one */

/* Words that one launch reads of n: as many as share out evenly. */
guint64 hunch_op_measure_words (const HunchOpMeasure *op, guint64 n);
/* y: a sum for each of n_groups * group items. n_words: from hunch_op_measure_words. */
cl_int hunch_op_measure_read_enqueue (const HunchOpMeasure *op, cl_command_queue queue, cl_mem x, guint64 n_words,
                                      cl_mem y);
/* y: 16 words for each item; n rounds, each of hunch_op_measure_operations operations in all items together. */
cl_int hunch_op_measure_multiply_enqueue (const HunchOpMeasure *op, cl_command_queue queue, guint n, gint32 seed,
                                          cl_mem y);
guint64 hunch_op_measure_operations (const HunchOpMeasure *op, gboolean floats);

/* A device's limits, as reached by kernels that do nothing else. */
typedef struct
{
  double read_bytes; /* in a second, of a buffer of that size: a small one may fit a cache */
  double operations; /* in a second: products of the dot variant, else float32; a product and its sum are two */
} HunchLimits;

/* Takes about half a second, and up to `bytes` of the device's memory meanwhile. */
gboolean hunch_measure_limits (HunchDevice *dev, guint64 bytes, const char *dot, HunchLimits *limits, GError **error);
