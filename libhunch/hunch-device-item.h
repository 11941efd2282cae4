/* hunch-device-item.h: one OpenCL device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_DEVICE_ITEM (hunch_device_item_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchDeviceItem, hunch_device_item, HUNCH, DEVICE_ITEM, GObject)

HUNCH_AVAILABLE_IN_0_1
guint hunch_device_item_get_index (HunchDeviceItem *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_device_item_get_name (HunchDeviceItem *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_device_item_get_kind (HunchDeviceItem *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_device_item_get_memory (HunchDeviceItem *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_device_item_get_is_default (HunchDeviceItem *self);

G_END_DECLS
