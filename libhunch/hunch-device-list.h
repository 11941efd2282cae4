/* hunch-device-list.h: the OpenCL devices of this machine, as a list model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-device-item.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_DEVICE_LIST (hunch_device_list_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchDeviceList, hunch_device_list, HUNCH, DEVICE_LIST, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchDeviceList *hunch_device_list_new (GCancellable *cancellable, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_device_list_new_async (GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchDeviceList *hunch_device_list_new_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
const char *const *hunch_device_list_get_notices (HunchDeviceList *self);

G_END_DECLS
