/* status.h: what completion is doing, in the status bar of a window.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A line and a progress bar that follow the actions "hunch-status" and "hunch-progress" of window. It is put into statusbar,
 * which owns it; gtk_widget_destroy() takes it away. */
GtkWidget *gedit_status_new (GActionGroup *window, GtkBox *statusbar);
/* Says why there is no completion at all. */
void gedit_status_set_error (GtkWidget *status, const char *error);

G_END_DECLS
