/* device-info.c: a line of the list of devices.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device.h"

void
hunch_device_info_free (HunchDeviceInfo *info)
{
  if (info == NULL)
    return;
  g_free (info->name);
  g_free (info->vendor);
  g_free (info->driver);
  g_free (info->version);
  g_free (info->platform);
  g_free (info);
}

HunchDeviceInfo *
hunch_device_info_copy (const HunchDeviceInfo *info)
{
  HunchDeviceInfo *copy = g_memdup2 (info, sizeof *info);

  copy->name = g_strdup (info->name);
  copy->vendor = g_strdup (info->vendor);
  copy->driver = g_strdup (info->driver);
  copy->version = g_strdup (info->version);
  copy->platform = g_strdup (info->platform);
  return copy;
}

const char *
hunch_device_info_type (const HunchDeviceInfo *info)
{
  const cl_device_type type = info->caps.type;

  return type & CL_DEVICE_TYPE_GPU           ? "gpu"
         : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
         : type & CL_DEVICE_TYPE_CPU         ? "cpu"
                                             : "other";
}
