/* hunch-module-db.h: the modules of a search path, as a list.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hunch-action-provider.h"
#include "hunch-module.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_MODULE_DB (hunch_module_db_get_type ())
G_DECLARE_FINAL_TYPE (HunchModuleDb, hunch_module_db, HUNCH, MODULE_DB, GObject)

HunchModuleDb *hunch_module_db_new (const char *search_path);
const char *hunch_module_db_get_search_path (HunchModuleDb *self);
void hunch_module_db_set_inhibited (HunchModuleDb *self, const char *const *names);
gboolean hunch_module_db_is_inhibited (HunchModuleDb *self, HunchModule *module);
void hunch_module_db_refresh (HunchModuleDb *self);
guint hunch_module_db_load_all (HunchModuleDb *self);
HunchModule *hunch_module_db_lookup (HunchModuleDb *self, const char *name);
HunchActionProvider *hunch_module_db_dup_provider (HunchModuleDb *self, GError **error);

G_END_DECLS
