/* profile.h: how often each kernel runs and how long; costs nothing while nobody asks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

typedef struct
{
  char *kernel; /* name of the function */
  guint64 launches;
  guint64 ns; /* on the device; 0 unless the device was opened profiled */
} HunchProfileRow;

/* From here on the launches on dev's queue that go through args.h are counted. One device at a time: FALSE when another is profiled. */
gboolean hunch_profile_start (HunchDevice *dev);
/* Waits for the queue; rows by falling time, then by falling count. (transfer full) (element-type HunchProfileRow) */
GPtrArray *hunch_profile_stop (HunchDevice *dev);
