/* op-types.c: small helpers of the wrappers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-types.h"

#include "engine/device/tuning.h"

guint
hunch_op_split (const HunchDevice *dev, guint wish, guint tokens)
{
  const HunchDeviceCaps *caps = &dev->info->caps;
  guint split = 1;

  if (wish == 0)
    wish = hunch_tuning (dev)->split;
  if (wish == 0 || wish == HUNCH_SPLIT_NONE || caps->max_work_group < 16)
    return 0;
  while (split * 2 <= wish && 16 * split * 2 <= caps->max_work_group
         && (caps->local_mem == 0 || tokens * split * 2 * 16 * sizeof (float) <= caps->local_mem / 2))
    split *= 2;
  return split;
}

void
hunch_op_option_split (GString *options, guint split)
{
  if (split > 0)
    g_string_append_printf (options, " -DSPLIT=%u", split);
}

void
hunch_op_option_float (GString *options, const char *name, float value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (options, " -D%s=%sf", name, g_ascii_formatd (digits, sizeof digits, "%.9e", value));
}
