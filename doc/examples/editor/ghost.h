/* ghost.h: grey text painted over a view, without touching the document.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

typedef struct Ghost Ghost;

Ghost *ghost_new (GtkSourceView *view);
void ghost_free (Ghost *self);
void ghost_show (Ghost *self, const char *text); /* at the cursor; replaces what was shown */
void ghost_hide (Ghost *self);
