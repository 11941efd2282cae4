/* prefs.h: the preferences of completion, a widget for each setting.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

#include "libhunch/hunch.h"

G_BEGIN_DECLS

/* (transfer floating): what is changed in it is set at once. Says so unless the settings are kept. */
GtkWidget *prefs_new (HunchSettings *settings, gboolean are_kept);

G_END_DECLS
