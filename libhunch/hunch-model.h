/* hunch-model.h: a language model on a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-enums.h"
#include "hunch-tokenizer.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_MODEL (hunch_model_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchModel, hunch_model, HUNCH, MODEL, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchModel *hunch_model_new (const char *path, const char *device);

HUNCH_AVAILABLE_IN_0_1
gboolean hunch_model_load (HunchModel *self, GCancellable *cancellable, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_model_load_async (HunchModel *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_model_load_finish (HunchModel *self, GAsyncResult *result, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_model_unload (HunchModel *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_model_unload_async (HunchModel *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_model_unload_finish (HunchModel *self, GAsyncResult *result, GError **error);

HUNCH_AVAILABLE_IN_0_1
float *hunch_model_score (HunchModel *self, const gint32 *ids, gsize n_ids, gsize *n_log_probs,
                          GCancellable *cancellable, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_model_score_async (HunchModel *self, const gint32 *ids, gsize n_ids, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
float *hunch_model_score_finish (HunchModel *self, GAsyncResult *result, gsize *n_log_probs,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_model_profile (HunchModel *self, guint n_prompt, guint n_predict, GCancellable *cancellable,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_model_profile_async (HunchModel *self, guint n_prompt, guint n_predict, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_model_profile_finish (HunchModel *self, GAsyncResult *result,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

HUNCH_AVAILABLE_IN_0_1
GVariant *hunch_model_tune (HunchModel *self, guint seconds, GCancellable *cancellable,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_model_tune_async (HunchModel *self, guint seconds, GFileProgressCallback progress, gpointer progress_data,
                             GDestroyNotify progress_destroy, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
GVariant *hunch_model_tune_finish (HunchModel *self, GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;

HUNCH_AVAILABLE_IN_0_1
const char *hunch_model_get_path (HunchModel *self);
HUNCH_AVAILABLE_IN_0_1
HunchModelState hunch_model_get_state (HunchModel *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_model_get_can_infill (HunchModel *self);
HUNCH_AVAILABLE_IN_0_1
HunchTokenizer *hunch_model_dup_tokenizer (HunchModel *self);
HUNCH_AVAILABLE_IN_0_1
char **hunch_model_dup_warnings (HunchModel *self);

G_END_DECLS
