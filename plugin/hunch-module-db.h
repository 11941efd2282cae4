/* hunch-module-db.h: the modules of a search path, as a list.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-action-provider.h"
#include "hunch-module.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_MODULE_DB (hunch_module_db_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchModuleDb, hunch_module_db, HUNCH, MODULE_DB, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchModuleDb *hunch_module_db_new (const char *search_path);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_db_get_search_path (HunchModuleDb *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_module_db_set_inhibited (HunchModuleDb *self, const char *const *names);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_module_db_is_inhibited (HunchModuleDb *self, HunchModule *module);
HUNCH_AVAILABLE_IN_0_1
void hunch_module_db_refresh (HunchModuleDb *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_module_db_load_all (HunchModuleDb *self);
HUNCH_AVAILABLE_IN_0_1
HunchModule *hunch_module_db_lookup (HunchModuleDb *self, const char *name);
HUNCH_AVAILABLE_IN_0_1
HunchActionProvider *hunch_module_db_dup_provider (HunchModuleDb *self, GError **error);

G_END_DECLS
