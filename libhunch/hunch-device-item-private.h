/* hunch-device-item-private.h: how the list makes its items.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/devices.h"
#include "libhunch/hunch-device-item.h"

/* Takes the line (transfer full). */
HunchDeviceItem *hunch_device_item_new (HunchDeviceLine *line);
