/* hunch-module-abi.h: what a module exports: these two functions and nothing else.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A host opens every module of its search path just to list it. So hunch_module_query only returns data: it touches no device,
 * no model file and no type. hunch_module_register comes when the module is used. After that the module stays in the process;
 * types that it registers derive from those of libhunch, by which hosts find them (see HunchActionProvider). */
#pragma once

#include <glib-object.h>
#include <gmodule.h>

G_BEGIN_DECLS

/**
 * HUNCH_MODULE_ABI_VERSION:
 *
 * Changes whenever a module built for another value could not work. It is checked before anything else of a module is read.
 */
#define HUNCH_MODULE_ABI_VERSION 1

#ifndef __GI_SCANNER__

typedef struct
{
  guint32 abi_version; /* HUNCH_MODULE_ABI_VERSION; first in every version of this struct */
  const char *purpose; /* one line for people */
  const char *author, *version, *copyright, *date;
} HunchModuleInfo;

typedef const HunchModuleInfo *(*HunchModuleQueryFunc) (GTypeModule *module);
typedef gboolean (*HunchModuleRegisterFunc) (GTypeModule *module);

/* Static data; module may be NULL. */
G_MODULE_EXPORT const HunchModuleInfo *hunch_module_query (GTypeModule *module);
/* Registers dynamic types with module. FALSE to decline: nothing is registered then. */
G_MODULE_EXPORT gboolean hunch_module_register (GTypeModule *module);

#endif

G_END_DECLS
