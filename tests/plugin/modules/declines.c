/* declines.c: a module that will not be used.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-module-abi.h"

static const HunchModuleInfo info = { .abi_version = HUNCH_MODULE_ABI_VERSION, .purpose = "Declines" };

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  return FALSE;
}
