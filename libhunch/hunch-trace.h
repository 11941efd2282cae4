/* hunch-trace.h: looks inside a model while it reads a prompt.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-model.h"
#include "hunch-trace-result.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_TRACE (hunch_trace_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchTrace, hunch_trace, HUNCH, TRACE, GObject)

/**
 * HunchActivationFunc:
 * @piece: some rows of a tensor; [property@Hunch.Activation:first-row] says which
 * @user_data: what was given with the function
 * @error: return location
 *
 * Takes the rows of tensors as they come, on the thread of the engine, which waits.
 *
 * Returns: %FALSE, with an error, to end the trace
 */
typedef gboolean (*HunchActivationFunc) (HunchActivation *piece, gpointer user_data, GError **error);

HUNCH_AVAILABLE_IN_0_1
HunchTrace *hunch_trace_new (HunchModel *model);
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_set_prompt_bytes (HunchTrace *self, GBytes *prompt);
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_set_prompt_ids (HunchTrace *self, const gint32 *ids, gsize n_ids);
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_set_patch_bytes (HunchTrace *self, GBytes *prompt);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_trace_set_points (HunchTrace *self, const char *const *names, guint first_layer, guint last_layer,
                                 GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_set_tensor_func (HunchTrace *self, HunchActivationFunc func, gpointer user_data,
                                  GDestroyNotify destroy);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_trace_add_ablation (HunchTrace *self, const char *part, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_clear_ablations (HunchTrace *self);
HUNCH_AVAILABLE_IN_0_1
char **hunch_trace_get_point_names (void);
HUNCH_AVAILABLE_IN_0_1
HunchTraceResult *hunch_trace_run (HunchTrace *self, GCancellable *cancellable,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_trace_run_async (HunchTrace *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchTraceResult *hunch_trace_run_finish (HunchTrace *self, GAsyncResult *result,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
