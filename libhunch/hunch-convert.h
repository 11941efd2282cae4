/* hunch-convert.h: a model's file as one of another type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-version.h"

G_BEGIN_DECLS

HUNCH_AVAILABLE_IN_0_1
gboolean hunch_convert (const char *source, const char *target, const char *type, gboolean overwrite,
                        GCancellable *cancellable, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_convert_async (const char *source, const char *target, const char *type, gboolean overwrite,
                          GFileProgressCallback progress, gpointer progress_data, GDestroyNotify progress_destroy,
                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_convert_finish (GAsyncResult *result, GError **error);

G_END_DECLS
