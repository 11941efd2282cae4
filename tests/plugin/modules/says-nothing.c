/* says-nothing.c: a broken module: it has nothing to say about itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-module-abi.h"

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return NULL;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  return TRUE;
}
