/* prefs-model.h: the choice of a model, with the catalogue and its downloads.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

#include "libhunch/hunch.h"

G_BEGIN_DECLS

/* (transfer floating): a widget that sets the setting "model". Nothing is fetched before its button is pressed. */
GtkWidget *prefs_model_new (HunchSettings *settings);

G_END_DECLS
