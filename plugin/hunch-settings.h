/* hunch-settings.h: how completion behaves for one person; GSettings where its schema is installed.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define HUNCH_TYPE_SETTINGS (hunch_settings_get_type ())
G_DECLARE_FINAL_TYPE (HunchSettings, hunch_settings, HUNCH, SETTINGS, GObject)

HunchSettings *hunch_settings_new (void);
gboolean hunch_settings_is_stored (HunchSettings *self);

G_END_DECLS
