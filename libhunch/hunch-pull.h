/* hunch-pull.h: fetches one model of the catalogue.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-catalogue.h"
#include "hunch-enums.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_PULL (hunch_pull_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchPull, hunch_pull, HUNCH, PULL, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchPull *hunch_pull_new (HunchCatalogueEntry *entry);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_pull_run (HunchPull *self, GCancellable *cancellable, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_pull_run_async (HunchPull *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_pull_run_finish (HunchPull *self, GAsyncResult *result, GError **error);
HUNCH_AVAILABLE_IN_0_1
HunchPullStage hunch_pull_get_stage (HunchPull *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_pull_get_done (HunchPull *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_pull_get_total (HunchPull *self);

G_END_DECLS
