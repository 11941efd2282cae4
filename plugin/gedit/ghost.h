/* ghost.h: grey text painted over a text view, without touching the document.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

typedef struct Ghost Ghost;

/* view is not owned: the ghost is freed before the view goes. */
Ghost *ghost_new (GtkSourceView *view);
void ghost_free (Ghost *self); /* accepts NULL */
/* Colours as CSS writes them, for views of dark text and of light text. */
void ghost_set_colours (Ghost *self, const char *light, const char *dark);
/* Shows text, lines separated by LF, at the cursor; what follows the cursor on its line is shown behind it. */
void ghost_show (Ghost *self, const char *text);
void ghost_hide (Ghost *self);
gboolean ghost_is_shown (const Ghost *self);

G_END_DECLS
