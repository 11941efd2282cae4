/* hunch-completion.h: a wish for text: a prompt, what may follow, and the rules by which tokens are drawn.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-model.h"
#include "hunch-result.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_COMPLETION (hunch_completion_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchCompletion, hunch_completion, HUNCH, COMPLETION, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchCompletion *hunch_completion_new (HunchModel *model);
HUNCH_AVAILABLE_IN_0_1
HunchModel *hunch_completion_get_model (HunchCompletion *self);

HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_prompt (HunchCompletion *self, const char *prompt);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_prompt_bytes (HunchCompletion *self, GBytes *prompt);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_prompt_ids (HunchCompletion *self, const gint32 *ids, gsize n_ids);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_suffix (HunchCompletion *self, const char *suffix);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_suffix_bytes (HunchCompletion *self, GBytes *suffix);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_context (HunchCompletion *self, const char *file_name, const char *const *context);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_given (HunchCompletion *self, const char *text);
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_set_stops (HunchCompletion *self, const char *const *stops);

HUNCH_AVAILABLE_IN_0_1
HunchResult *hunch_completion_run (HunchCompletion *self, GCancellable *cancellable,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_run_async (HunchCompletion *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchResult *hunch_completion_run_finish (HunchCompletion *self, GAsyncResult *result,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_completion_stop (HunchCompletion *self);

G_END_DECLS
