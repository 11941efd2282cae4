/* hunch-catalogue.h: the models that can be fetched by name, and where models lie on this machine.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-catalogue-entry.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_CATALOGUE (hunch_catalogue_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchCatalogue, hunch_catalogue, HUNCH, CATALOGUE, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchCatalogue *hunch_catalogue_new (GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
HunchCatalogueEntry *hunch_catalogue_lookup (HunchCatalogue *self, const char *name);
HUNCH_AVAILABLE_IN_0_1
char *hunch_catalogue_find_model (HunchCatalogue *self, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

HUNCH_AVAILABLE_IN_0_1
char *hunch_get_model_folder (void);

G_END_DECLS
