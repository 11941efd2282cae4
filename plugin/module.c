/* module.c: the module of completion actions: what it says about itself, and the types it registers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/actions.h"
#include "plugin/hunch-module-abi.h"

static const HunchModuleInfo info = {
  .abi_version = HUNCH_MODULE_ABI_VERSION,
  .purpose = N_ ("Completes text where people type it"),
  .author = "The Hunch authors",
  .version = PACKAGE_VERSION,
  .copyright = "LGPL-2.1-or-later",
  .date = "2025",
};

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  return hunch_completion_actions_register (module);
}
