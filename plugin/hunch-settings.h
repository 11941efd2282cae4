/* hunch-settings.h: how completion behaves for one person; GSettings where its schema is installed.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_SETTINGS (hunch_settings_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchSettings, hunch_settings, HUNCH, SETTINGS, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchSettings *hunch_settings_new (void);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_settings_is_stored (HunchSettings *self);

G_END_DECLS
