/* view.h: completion in one view of gedit.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gedit/gedit-view.h>

#include "plugin/gedit/shared.h"

G_BEGIN_DECLS

typedef struct GeditHunchView GeditHunchView;

/* shared outlives it, and so does view. */
GeditHunchView *gedit_hunch_view_new (GeditView *view, GeditShared *shared);
void gedit_hunch_view_free (GeditHunchView *self); /* accepts NULL */
GActionGroup *gedit_hunch_view_get_actions (GeditHunchView *self);

G_END_DECLS
