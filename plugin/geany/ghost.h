/* ghost.h: a suggestion drawn over a Scintilla view, never put into its document.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The first row is painted where the cursor is, over what Scintilla has drawn; text that follows on the line is painted again
 * behind it. The rows below are an annotation of the cursor's line, so that the text below makes room for them. Scintilla's
 * annotations at the end of a line would not do for the first row: they begin one character too late, and never in the line. */
#pragma once

#include <geanyplugin.h>

G_BEGIN_DECLS

typedef struct Ghost Ghost;

Ghost *ghost_new (ScintillaObject *sci);
void ghost_free (Ghost *self); /* the view must still be there */

/* At the cursor; replaces what was shown. Colours are as CSS writes them, for views with light and with dark ground. */
void ghost_show (Ghost *self, const char *text, const char *on_light, const char *on_dark);
void ghost_hide (Ghost *self);

G_END_DECLS
