/* prefs.h: the preferences, in gedit's dialog of plugins and in one of their own.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void gedit_prefs_show (GtkWindow *parent);

G_END_DECLS
