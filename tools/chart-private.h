/* chart-private.h: how one panel of a picture is drawn.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tools/chart.h"

#include <cairo.h>

#define CHART_WIDTH 900 /* of a picture, in points */

double chart_panel_height (const ChartPanel *panel);
/* With its left upper corner at the origin. */
void chart_panel_draw (cairo_t *cr, const ChartPanel *panel);
