/* shared.h: what all windows of gedit have in common: settings, a model, and the module that provides actions.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

G_BEGIN_DECLS

typedef struct
{
  HunchSettings *settings;
  HunchCompleter *completer;
  HunchActionProvider *provider; /* NULL if no module provides one */
  char *error;                   /* why there is none */
  guint n_users;
} GeditShared;

/* Counted: the model is gone with the last user. */
GeditShared *gedit_shared_ref (void);
void gedit_shared_unref (GeditShared *self); /* accepts NULL */

G_END_DECLS
