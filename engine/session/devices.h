/* devices.h: the list of devices as plain data, for those who may not see OpenCL.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* One line. Strings are owned, but for kind. */
typedef struct
{
  guint index; /* what --device takes */
  char *name, *vendor, *driver, *version, *platform;
  const char *kind; /* "gpu", "cpu", "accelerator" or "other"; static */
  guint compute_units;
  guint64 memory, max_alloc, local_memory; /* bytes */
  gboolean fp16, subgroups, int_dot, unified_memory;
  gboolean is_default;
  gboolean tuned; /* `hunch tune` has measured it, and that holds */
} HunchDeviceLine;

void hunch_device_line_free (HunchDeviceLine *line); /* accepts NULL */

/* As hunch_device_list: blocks, may load drivers. (transfer full) (element-type HunchDeviceLine) */
GPtrArray *hunch_device_lines (GStrv *notices, GError **error);
