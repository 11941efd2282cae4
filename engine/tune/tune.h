/* tune.h: finds by measurement what is fastest for a model on its device.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The clock is the forward pass itself, with the model's own shapes: a setting is changed, everything that depends on it is made
 * anew, and the same tokens are read or written again, in turns with the best so far. What is not faster by a margin stays as it was. */
#pragma once

#include "engine/layer/forward.h"
#include "engine/tune/row.h"

typedef struct
{
  gboolean whole;     /* everything was measured; else time was over, or it was given up */
  HunchTuning tuning; /* what was learned, on top of what held before */
  GArray *rows;       /* HunchTuneRow, in the order of measuring */
} HunchTuneResult;

/* From 0 to 1, on the calling thread. */
typedef void (*HunchTuneProgress) (double fraction, gpointer user_data);

/* most: tokens in the largest batch, and no more than positions in a context; at least 16. Measures for about so many seconds: no step begins after that, and a step is a candidate's builds and its runs. cancelled: non-zero ends it within a batch of
 * tokens; what was learned before is in the result. Afterwards the device has result->tuning. f is not exact: HUNCH_ERROR_ARGUMENT. Other errors are
 * the device's, and leave what it had. */
gboolean hunch_tune (HunchForward *f, HunchKv *kv, guint most, guint seconds, const volatile gint *cancelled,
                     HunchTuneProgress progress, gpointer user_data, HunchTuneResult *result, GError **error);
void hunch_tune_result_clear (HunchTuneResult *result); /* accepts a zeroed one */
