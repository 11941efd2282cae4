/* op-types.c: small helpers of the wrappers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-types.h"

#include "engine/device/tuning.h"

guint
hunch_op_group (const HunchDevice *dev, guint group)
{
  if (group == 0)
    group = hunch_tuning (dev)->group;
  while (group > 1 && (group > dev->info->caps.max_work_group || (group & (group - 1)) != 0))
    group--;
  return group;
}

void
hunch_op_option_float (GString *options, const char *name, float value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (options, " -D%s=%sf", name, g_ascii_formatd (digits, sizeof digits, "%.9e", value));
}
