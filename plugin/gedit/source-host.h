/* source-host.h: a GtkSourceView as a host of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

#include "libhunch/hunch.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_SOURCE_HOST (hunch_source_host_get_type ())
G_DECLARE_FINAL_TYPE (HunchSourceHost, hunch_source_host, HUNCH, SOURCE_HOST, GObject)

/* file may be NULL; it tells the name. The host is closed before the view goes. */
HunchSourceHost *hunch_source_host_new (GtkSourceView *view, GtkSourceFile *file, HunchSettings *settings);
void hunch_source_host_close (HunchSourceHost *self);
gboolean hunch_source_host_is_shown (HunchSourceHost *self);
/* How often text was inserted by completion. */
guint hunch_source_host_count_inserted (HunchSourceHost *self);

G_END_DECLS
