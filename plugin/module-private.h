/* module-private.h: how the module database makes modules.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/hunch-module.h"

G_BEGIN_DECLS

/* (transfer full): the module of a file, one and the same for all who ask in this process, since its types can be registered
 * only once. Queried again unless it is loaded. */
HunchModule *hunch_module_open (const char *filename);

G_END_DECLS
