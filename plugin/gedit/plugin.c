/* plugin.c: tells libpeas which of gedit's interfaces the plugin implements.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gedit/gedit-app-activatable.h>
#include <gedit/gedit-window-activatable.h>
#include <libpeas-gtk/peas-gtk.h>
#include <libpeas/peas.h>

#include "plugin/gedit/plugin.h"

G_MODULE_EXPORT void peas_register_types (PeasObjectModule *module);

G_MODULE_EXPORT void
peas_register_types (PeasObjectModule *module)
{
  peas_object_module_register_extension_type (module, GEDIT_TYPE_APP_ACTIVATABLE, hunch_gedit_app_get_type ());
  peas_object_module_register_extension_type (module, GEDIT_TYPE_WINDOW_ACTIVATABLE, hunch_gedit_window_get_type ());
  peas_object_module_register_extension_type (module, PEAS_GTK_TYPE_CONFIGURABLE, hunch_gedit_prefs_get_type ());
}
