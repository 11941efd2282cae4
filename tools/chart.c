/* chart.c: charts as SVG and PNG files.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/chart-private.h"
#include "tools/output.h"

#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n.h>

#define PIXELS 2 /* a point of a PNG, so that text is crisp */

static cairo_status_t
append (void *bytes, const unsigned char *data, unsigned int len)
{
  g_byte_array_append (bytes, data, len);
  return CAIRO_STATUS_SUCCESS;
}

static double
total_height (const ChartPanel *panels, guint n)
{
  double height = 0;

  for (guint i = 0; i < n; i++)
    height += chart_panel_height (&panels[i]);
  return height;
}

static void
draw (cairo_t *cr, const ChartPanel *panels, guint n)
{
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  for (guint i = 0; i < n; i++)
    {
      chart_panel_draw (cr, &panels[i]);
      cairo_translate (cr, 0, chart_panel_height (&panels[i]));
    }
}

/* Ends the surface; what cairo has written goes to the file. */
static gboolean
finish (cairo_surface_t *surface, cairo_t *cr, GByteArray *bytes, gboolean png, const char *path, GError **error)
{
  cairo_status_t status = cairo_status (cr);
  gboolean ok;

  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && png)
    status = cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  ok = status == CAIRO_STATUS_SUCCESS;
  if (!ok)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The charts for %s cannot be drawn: %s"), path,
                 cairo_status_to_string (status));
  return ok && output_write (path, (const char *) bytes->data, bytes->len, error);
}

gboolean
chart_write_svg (const char *path, const ChartPanel *panels, guint n_panels, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_svg_surface_create_for_stream (append, bytes, CHART_WIDTH, total_height (panels, n_panels));
  cairo_t *cr = cairo_create (surface);

  draw (cr, panels, n_panels);
  return finish (surface, cr, bytes, FALSE, path, error);
}

gboolean
chart_write_png (const char *path, const ChartPanel *panels, guint n_panels, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, PIXELS * CHART_WIDTH,
                                                         (int) (PIXELS * total_height (panels, n_panels)));
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, PIXELS, PIXELS);
  draw (cr, panels, n_panels);
  return finish (surface, cr, bytes, TRUE, path, error);
}
