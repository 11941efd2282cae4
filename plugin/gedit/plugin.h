/* plugin.h: the parts of the plugin that gedit makes: one for each window, one for the program, one for preferences.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

GType hunch_gedit_window_get_type (void); /* GeditWindowActivatable */
GType hunch_gedit_app_get_type (void);    /* GeditAppActivatable */
GType hunch_gedit_prefs_get_type (void);  /* PeasGtkConfigurable */

G_END_DECLS
