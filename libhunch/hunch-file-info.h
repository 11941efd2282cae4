/* hunch-file-info.h: what a model's file says of itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_FILE_INFO (hunch_file_info_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchFileInfo, hunch_file_info, HUNCH, FILE_INFO, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchFileInfo *hunch_file_info_new (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_file_info_new_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchFileInfo *hunch_file_info_new_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_file_info_get_size (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_file_info_get_n_keys (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_key (HunchFileInfo *self, guint position);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_value (HunchFileInfo *self, guint position);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_lookup (HunchFileInfo *self, const char *key);
HUNCH_AVAILABLE_IN_0_1
guint hunch_file_info_get_n_tensors (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_tensor_name (HunchFileInfo *self, guint position);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_tensor_type (HunchFileInfo *self, guint position);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_file_info_get_tensor_bytes (HunchFileInfo *self, guint position);
HUNCH_AVAILABLE_IN_0_1
const guint64 *hunch_file_info_get_tensor_shape (HunchFileInfo *self, guint position, guint *n_dims);

HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_family (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_name (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_file_info_get_problem (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
const char *const *hunch_file_info_get_warnings (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_file_info_get_n_context (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_file_info_get_n_vocabulary (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_file_info_get_weight_bytes (HunchFileInfo *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_file_info_get_cache_bytes (HunchFileInfo *self, guint n_context);

G_END_DECLS
