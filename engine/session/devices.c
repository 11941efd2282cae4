/* devices.c: the list of devices as plain data.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/devices.h"
#include "engine/device/device.h"
#include "engine/device/tuning.h"

static const char *
kind_name (cl_device_type type)
{
  if (type & CL_DEVICE_TYPE_GPU)
    return "gpu";
  if (type & CL_DEVICE_TYPE_CPU)
    return "cpu";
  return type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "other";
}

void
hunch_device_line_free (HunchDeviceLine *line)
{
  if (line == NULL)
    return;
  g_free (line->name);
  g_free (line->vendor);
  g_free (line->driver);
  g_free (line->version);
  g_free (line->platform);
  g_free (line);
}

GPtrArray *
hunch_device_lines (GStrv *notices, GError **error)
{
  g_autoptr (GPtrArray) infos = hunch_device_list (notices, error);
  GPtrArray *lines;

  if (infos == NULL)
    return NULL;
  lines = g_ptr_array_new_with_free_func ((GDestroyNotify) hunch_device_line_free);
  for (guint i = 0; i < infos->len; i++)
    {
      const HunchDeviceInfo *info = g_ptr_array_index (infos, i);
      HunchDeviceLine *line = g_new0 (HunchDeviceLine, 1);

      line->index = info->index;
      line->name = g_strdup (info->name);
      line->vendor = g_strdup (info->vendor);
      line->driver = g_strdup (info->driver);
      line->version = g_strdup (info->version);
      line->platform = g_strdup (info->platform);
      line->kind = kind_name (info->caps.type);
      line->compute_units = info->caps.compute_units;
      line->memory = info->caps.global_mem;
      line->max_alloc = info->caps.max_alloc;
      line->local_memory = info->caps.local_mem;
      line->fp16 = info->caps.fp16;
      line->subgroups = info->caps.subgroups;
      line->int_dot = info->caps.int_dot;
      line->unified_memory = info->caps.unified_memory;
      line->is_default = info->is_default;
      line->tuned = hunch_tuning_load (info, NULL);
      g_ptr_array_add (lines, line);
    }
  return lines;
}
