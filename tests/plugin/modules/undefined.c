/* undefined.c: a broken module: it needs a function that nobody has.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-module-abi.h"

void hunch_test_that_is_nowhere (void);

static const HunchModuleInfo info = { .abi_version = HUNCH_MODULE_ABI_VERSION, .purpose = "Lacks a symbol" };

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  hunch_test_that_is_nowhere ();
  return TRUE;
}
