/* chart.h: charts as pictures: lines over an axis, bars with names, maps of shaded cells.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef enum
{
  CHART_LINES,
  CHART_BARS,
  CHART_MAP,
} ChartKind;

typedef struct
{
  const char *name;    /* NULL: no legend */
  const double *x, *y; /* (n) */
  guint n;
} ChartLine;

/* A chart; a picture has one below the other. Nothing is owned. Numbers that are not finite are left out. */
typedef struct
{
  ChartKind kind;
  const char *title;

  const char *x_title, *y_title; /* of lines */
  const ChartLine *lines;
  guint n_lines;
  gboolean log_y;  /* powers of ten; numbers of 0 and less are left out */
  gboolean down_y; /* the lowest number on top, for ranks */

  const double *values; /* bars: (n_rows); map: (n_rows, n_columns) */
  const char *const *rows, *const *columns;
  guint n_rows, n_columns;
  double low, high; /* map: values of the lightest and the darkest cell; equal: -high to high in two colours */
} ChartPanel;

/* Writes a picture whole or not at all. A program that was built without cairo says so. */
gboolean chart_write_svg (const char *path, const ChartPanel *panels, guint n_panels, GError **error);
gboolean chart_write_png (const char *path, const ChartPanel *panels, guint n_panels, GError **error);
