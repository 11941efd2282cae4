/* chart-none.c: what stands for charts where there is no cairo.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/chart.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       _ ("This program was built without cairo and draws no charts: install pangocairo's headers "
                          "(libpango1.0-dev on Debian), configure and build it again"));
  return FALSE;
}

gboolean
chart_write_svg (const char *path, const ChartPanel *panels, guint n_panels, GError **error)
{
  return refuse (error);
}

gboolean
chart_write_png (const char *path, const ChartPanel *panels, guint n_panels, GError **error)
{
  return refuse (error);
}
