/* measure.h: asks an engine where its time goes; between requests, on its thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

/* What one kernel did in a phase. */
typedef struct
{
  char *name;
  guint64 launches;
  double seconds;
} HunchMeasuredKernel;

typedef struct
{
  guint n_tokens;
  guint64 bytes, operations; /* that the tokens need at least; see engine/layer/forward-cost.h */
  guint64 launches;
  double seconds;
  GArray *kernels; /* HunchMeasuredKernel, by falling time */
} HunchMeasuredPhase;

typedef struct
{
  GError *error; /* NULL unless it failed; then the rest is 0 */
  HunchMeasuredPhase prefill, decode;
  double read_bytes, max_operations; /* in a second, that the device can do at most */
} HunchMeasurement;

void hunch_measurement_free (HunchMeasurement *m); /* accepts NULL */

/* Exactly once, on the engine's thread; takes the measurement (transfer full). */
typedef void (*HunchMeasuredFunc) (HunchMeasurement *m, gpointer user_data);

/* Reads n_prompt tokens and writes n_predict, twice. The engine must have been opened with profiled. cancelled: non-zero ends it within a step; it
 * must stay until the callback has run. */
void hunch_measure_submit (HunchEngine *e, guint n_prompt, guint n_predict, const volatile gint *cancelled,
                           HunchMeasuredFunc done, gpointer user_data);
