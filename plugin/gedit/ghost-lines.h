/* ghost-lines.h: the lines of a ghost as Pango layouts, in the view's font, wrapped and aligned as the view does it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* Colour of the view's text, and whether that is light (on dark ground). */
gboolean ghost_view_is_dark (GtkSourceView *view, GdkRGBA *text_colour);

/* For x: at the edge where the paragraph begins. */
#define GHOST_LINES_EDGE G_MININT

/* Whether text can stand between what comes before `at` and the rest of its line: all of it is written in one direction. */
gboolean ghost_lines_fit (GtkSourceView *view, const char *text, const GtkTextIter *at);
/* (transfer full) (element-type PangoLayout): text's lines, the first one begins at x, in buffer coordinates. behind: the iter
 * from which on the rest of its line is appended in its own colours, save those of skipped; not if x is the edge. */
GPtrArray *ghost_lines_new (GtkSourceView *view, const char *text, int x, const GtkTextIter *behind,
                            const GtkTextTag *skipped);
int ghost_lines_get_height (GPtrArray *lines); /* pixels */
/* Draws in buffer coordinates; top is that of the first line. */
void ghost_lines_draw (GPtrArray *lines, cairo_t *cr, GtkSourceView *view, int x, int top);

G_END_DECLS
