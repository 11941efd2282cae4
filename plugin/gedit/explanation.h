/* explanation.h: lines about the suggestion, in a bubble at the cursor.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows text at the view's cursor; the focus stays where it is. (transfer none): to be destroyed when the suggestion goes; it goes with
 * the view. */
GtkWidget *explanation_show (GtkTextView *view, const char *text);

G_END_DECLS
