/* host.h: a GtkSourceView as a host of Hunch.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtksourceview/gtksource.h>
#include <hunch/hunch.h>

#define VIEW_TYPE_HOST (view_host_get_type ())
G_DECLARE_FINAL_TYPE (ViewHost, view_host, VIEW, HOST, GObject)

ViewHost *view_host_new (GtkSourceView *view, const char *filename);
void view_host_close (ViewHost *self); /* before the view goes */
