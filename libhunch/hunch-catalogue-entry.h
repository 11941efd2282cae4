/* hunch-catalogue-entry.h: one model that can be fetched by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_CATALOGUE_ENTRY (hunch_catalogue_entry_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchCatalogueEntry, hunch_catalogue_entry, HUNCH, CATALOGUE_ENTRY, GObject)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_catalogue_entry_get_name (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_catalogue_entry_get_title (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_catalogue_entry_get_summary (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_catalogue_entry_get_licence (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_catalogue_entry_get_size (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_catalogue_entry_get_can_infill (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_catalogue_entry_get_is_default (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_catalogue_entry_get_path (HunchCatalogueEntry *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_catalogue_entry_is_installed (HunchCatalogueEntry *self);

G_END_DECLS
