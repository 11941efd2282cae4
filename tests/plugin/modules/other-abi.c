/* other-abi.c: a broken module: it is built for another interface, so that no word after the number may be read.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-module-abi.h"

static const struct
{
  guint32 abi_version;
  guint32 poison[16];
} info = { HUNCH_MODULE_ABI_VERSION + 1, { 0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef } };

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return (const HunchModuleInfo *) &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  g_error ("a module for another interface was used");
  return TRUE;
}
