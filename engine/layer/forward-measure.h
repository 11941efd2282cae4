/* forward-measure.h: reads a prompt and writes tokens behind it, with the time of each kernel.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward-cost.h"
#include "engine/op/op-measure.h"

typedef struct
{
  guint n_tokens;
  double seconds; /* with a queue that takes times: more than without */
  HunchCost cost; /* of all tokens */
  guint64 launches;
  GPtrArray *kernels; /* (element-type HunchProfileRow) by falling time */
} HunchPhase;

typedef struct
{
  HunchPhase prefill, decode; /* decode: one token at a time, at the positions behind the prompt */
  HunchLimits limits;         /* reading as many bytes as the weights have, a GiB at most */
} HunchForwardMeasure;

/* The device's queue must take times (the device is opened profiled), else all of them are 0. Each phase runs twice, and the first does not count. The ids have no meaning.
 * HUNCH_ERROR_CONTEXT_FULL when there are more tokens than positions, HUNCH_ERROR_FAILED when another device is being profiled. cancelled: as in forward.h,
 * checked before each batch. */
gboolean hunch_forward_measure (HunchForward *f, HunchKv *kv, guint n_prompt, guint n_predict,
                                const volatile gint *cancelled, HunchForwardMeasure *out, GError **error);
/* The seconds that reading n_prompt tokens and writing n_predict behind them take, once, on any queue; either number may be 0. Errors as above. */
gboolean hunch_forward_time (HunchForward *f, HunchKv *kv, guint n_prompt, guint n_predict,
                             const volatile gint *cancelled, double *prefill, double *decode, GError **error);
void hunch_forward_measure_clear (HunchForwardMeasure *m); /* accepts a zeroed one */
