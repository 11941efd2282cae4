/* hunch-trace-result.h: what a trace saw.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-evaluation.h"
#include "hunch-neuron.h"
#include "hunch-activation.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_TRACE_RESULT (hunch_trace_result_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchTraceResult, hunch_trace_result, HUNCH, TRACE_RESULT, GObject)

HUNCH_AVAILABLE_IN_0_1
const gint32 *hunch_trace_result_get_prompt_ids (HunchTraceResult *self, gsize *n_ids);
HUNCH_AVAILABLE_IN_0_1
const gint32 *hunch_trace_result_get_ids (HunchTraceResult *self, gsize *n_ids);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_trace_result_get_evaluations (HunchTraceResult *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_trace_result_get_contributions (HunchTraceResult *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_trace_result_get_neurons (HunchTraceResult *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_trace_result_get_tensors (HunchTraceResult *self);
HUNCH_AVAILABLE_IN_0_1
HunchActivation *hunch_trace_result_lookup_tensor (HunchTraceResult *self, const char *name);
HUNCH_AVAILABLE_IN_0_1
const gint32 *hunch_trace_result_get_patch_ids (HunchTraceResult *self, gsize *n_ids);

G_END_DECLS
