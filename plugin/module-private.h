/* module-private.h: how the module database makes modules.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gmodule.h>

#include "plugin/hunch-module-abi.h"
#include "plugin/hunch-module.h"

G_BEGIN_DECLS

struct _HunchModule
{
  GTypeModule parent_instance;
  char *filename, *name;
  char *purpose, *author, *version, *copyright, *date;
  HunchModuleState state;
  char *last_error;
  GModule *library; /* NULL until the module was loaded for the first time */
  HunchModuleRegisterFunc register_types;
  gboolean in_use; /* by hunch_module_load */
};

/* (transfer full): the module of a file, one and the same for all who ask in this process, since its types can be registered
 * only once. Queried again unless it is loaded. */
HunchModule *hunch_module_open (const char *filename);

/* Whether the file is a library of which the end is missing; the loader would map it as if it were whole, and end the process. */
gboolean module_file_is_cut_off (const char *filename);

G_END_DECLS
