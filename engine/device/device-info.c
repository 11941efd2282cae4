/* device-info.c: what is told of a device: to people as a line, to programs as a dictionary.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device.h"
#include "engine/base/i18n.h"

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

char *
hunch_device_info_describe (const HunchDeviceInfo *info)
{
  const HunchDeviceCaps *c = &info->caps;
  char *memory = g_format_size_full (c->global_mem, G_FORMAT_SIZE_IEC_UNITS);
  char *line = g_strdup_printf (_ ("%u: %s (%s, %u compute units, %s%s; OpenCL C %u.%u%s%s%s; %s, driver %s)"),
                                info->index, info->name, hunch_device_info_type (info), c->compute_units, memory,
                                c->unified_memory ? _ (" shared with the host") : "", c->cl_major, c->cl_minor,
                                c->fp16 ? ", fp16" : "", c->subgroups ? ", sub-groups" : "",
                                c->int_dot ? ", integer dot product" : "", info->platform, info->driver);

  g_free (memory);
  return line;
}

GVariant *
hunch_device_info_to_variant (const HunchDeviceInfo *info)
{
  const HunchDeviceCaps *c = &info->caps;
  GVariantDict d;

  g_variant_dict_init (&d, NULL);
  g_variant_dict_insert (&d, "index", "u", info->index);
  g_variant_dict_insert (&d, "default", "b", info->is_default);
  g_variant_dict_insert (&d, "name", "s", info->name);
  g_variant_dict_insert (&d, "type", "s", hunch_device_info_type (info));
  g_variant_dict_insert (&d, "vendor", "s", info->vendor);
  g_variant_dict_insert (&d, "platform", "s", info->platform);
  g_variant_dict_insert (&d, "driver", "s", info->driver);
  g_variant_dict_insert (&d, "version", "s", info->version);
  g_variant_dict_insert (&d, "compute_units", "u", c->compute_units);
  g_variant_dict_insert (&d, "max_work_group", "t", (guint64) c->max_work_group);
  g_variant_dict_insert (&d, "global_mem_bytes", "t", c->global_mem);
  g_variant_dict_insert (&d, "max_alloc_bytes", "t", c->max_alloc);
  g_variant_dict_insert (&d, "local_mem_bytes", "t", c->local_mem);
  g_variant_dict_insert (&d, "unified_memory", "b", c->unified_memory);
  g_variant_dict_insert (&d, "fp16", "b", c->fp16);
  g_variant_dict_insert (&d, "subgroups", "b", c->subgroups);
  g_variant_dict_insert (&d, "integer_dot_product", "b", c->int_dot);
  return g_variant_dict_end (&d);
}
