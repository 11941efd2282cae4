/* no-register.c: a broken module: it lacks one of the two functions.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-module-abi.h"

static const HunchModuleInfo info = { .abi_version = HUNCH_MODULE_ABI_VERSION, .purpose = "Is half a module" };

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}
