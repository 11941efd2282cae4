/* chart-panel.c: draws one chart with cairo; its text, in any script, with pango.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/chart-private.h"

#include <math.h>
#include <pango/pangocairo.h>

#define MARGIN      16.0
#define TITLE       40.0 /* height of a title with what is around it */
#define PLOT_HEIGHT 260.0
#define PLOT_BELOW  46.0 /* numbers and title of the x axis */
#define PLOT_LEFT   84.0
#define ROW         20.0 /* height of a row of bars or of a map */
#define NAMES       150.0
#define CELL_MAX    64.0
#define CELL_NUMBER 36.0 /* a cell of this width has its number in it */
#define BAR_NUMBER  70.0
#define FONT        "Sans 9.5"
#define FONT_TITLE  "Sans Bold 11.5"

typedef struct
{
  double r, g, b;
} Colour;

/* Told apart by people who see few colours (Okabe and Ito, Color Universal Design, 2008). */
static const Colour palette[] = { { 0.00, 0.45, 0.70 }, { 0.84, 0.37, 0.00 }, { 0.00, 0.62, 0.45 },
                                  { 0.80, 0.47, 0.65 }, { 0.90, 0.62, 0.00 }, { 0.34, 0.71, 0.91 } };
static const Colour ink = { 0.13, 0.13, 0.16 }, faint = { 0.87, 0.87, 0.89 };

static void
set_colour (cairo_t *cr, Colour c)
{
  cairo_set_source_rgb (cr, c.r, c.g, c.b);
}

typedef enum
{
  LEFT,
  CENTRE,
  RIGHT,
} Align;

/* At a point, with its middle at y; no wider than width, 0 for any. */
static void
text_at (cairo_t *cr, double x, double y, const char *text, const char *font, Align align, double width)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *description = pango_font_description_from_string (font);
  int w, h;

  pango_layout_set_font_description (layout, description);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  if (width > 0)
    pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &w, &h);
  if (width > 0 && w > width)
    pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_get_pixel_size (layout, &w, &h);
  cairo_move_to (cr, x - (align == RIGHT ? w : align == CENTRE ? w / 2.0 : 0), y - h / 2.0);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  pango_font_description_free (description);
  g_object_unref (layout);
}

/* Of lines: the numbers at the ends of both axes, in the axis' own measure, and where they lie. */
typedef struct
{
  const ChartPanel *panel;
  double x0, x1, y0, y1;
  double left, top, width, height;
} Plot;

static gboolean
measure (const ChartPanel *panel, double y, double *out)
{
  *out = panel->log_y ? log10 (y) : y;
  return isfinite (*out);
}

/* 1, 2 or 5 times a power of ten, for about n steps. */
static double
nice_step (double range, guint n)
{
  const double raw = range / n, power = pow (10, floor (log10 (raw))), part = raw / power;

  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* From one number of the y axis to the next, in its own measure. */
static double
step_of (const Plot *plot)
{
  const double range = plot->y1 - plot->y0;

  return plot->panel->log_y ? ceil (range / 6) : nice_step (range, 5);
}

static void
find_ends (Plot *plot)
{
  const ChartPanel *panel = plot->panel;
  double y, step;

  plot->x0 = plot->y0 = INFINITY;
  plot->x1 = plot->y1 = -INFINITY;
  for (guint l = 0; l < panel->n_lines; l++)
    for (guint i = 0; i < panel->lines[l].n; i++)
      if (measure (panel, panel->lines[l].y[i], &y) && isfinite (panel->lines[l].x[i]))
        {
          plot->x0 = fmin (plot->x0, panel->lines[l].x[i]);
          plot->x1 = fmax (plot->x1, panel->lines[l].x[i]);
          plot->y0 = fmin (plot->y0, y);
          plot->y1 = fmax (plot->y1, y);
        }
  if (!(plot->x1 > plot->x0))
    plot->x1 = (plot->x0 = isfinite (plot->x0) ? plot->x0 : 0) + 1;
  if (panel->log_y && plot->y1 > plot->y0)
    {
      plot->y0 = floor (plot->y0);
      plot->y1 = ceil (plot->y1);
    }
  else if (!panel->log_y)
    plot->y0 = fmin (plot->y0, 0);
  if (!(plot->y1 > plot->y0))
    plot->y1 = (plot->y0 = isfinite (plot->y0) ? plot->y0 : 0) + 1;
  step = step_of (plot);
  if (!panel->log_y)
    plot->y1 = ceil (plot->y1 / step) * step;
}

static double
place_x (const Plot *plot, double x)
{
  return plot->left + (x - plot->x0) / (plot->x1 - plot->x0) * plot->width;
}

static double
place_y (const Plot *plot, double y)
{
  const double part = (y - plot->y0) / (plot->y1 - plot->y0);

  return plot->top + (plot->panel->down_y ? part : 1 - part) * plot->height;
}

static char *
number (double value, gboolean power)
{
  if (power && (value > 4 || value < -3))
    return g_strdup_printf ("1e%.0f", value);
  return g_strdup_printf ("%.6g", power ? pow (10, value) : value);
}

static void
draw_axes (cairo_t *cr, const Plot *plot)
{
  const double step_x = fmax (1e-300, nice_step (plot->x1 - plot->x0, 10));
  const double step_y = step_of (plot);

  cairo_set_line_width (cr, 1);
  for (double y = ceil (plot->y0 / step_y) * step_y; y <= plot->y1 + step_y / 1000; y += step_y)
    {
      g_autofree char *text = number (fabs (y) < step_y / 1000 ? 0 : y, plot->panel->log_y);

      set_colour (cr, faint);
      cairo_move_to (cr, plot->left, place_y (plot, y));
      cairo_rel_line_to (cr, plot->width, 0);
      cairo_stroke (cr);
      set_colour (cr, ink);
      text_at (cr, plot->left - 8, place_y (plot, y), text, FONT, RIGHT, 0);
    }
  for (double x = ceil (plot->x0 / step_x) * step_x; x <= plot->x1 + step_x / 1000; x += step_x)
    {
      g_autofree char *text = number (fabs (x) < step_x / 1000 ? 0 : x, FALSE);

      text_at (cr, place_x (plot, x), plot->top + plot->height + 12, text, FONT, CENTRE, 0);
    }
  if (plot->panel->x_title)
    text_at (cr, plot->left + plot->width / 2, plot->top + plot->height + 32, plot->panel->x_title, FONT, CENTRE, 0);
  if (plot->panel->y_title)
    text_at (cr, plot->left - 8, plot->top - 14, plot->panel->y_title, FONT, LEFT, 0);
}

static void
draw_line (cairo_t *cr, const Plot *plot, guint which)
{
  const ChartLine *line = &plot->panel->lines[which];
  double y;

  set_colour (cr, palette[which % G_N_ELEMENTS (palette)]);
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < line->n; i++)
    if (measure (plot->panel, line->y[i], &y) && isfinite (line->x[i]))
      cairo_line_to (cr, place_x (plot, line->x[i]), place_y (plot, y));
  cairo_stroke (cr);
  for (guint i = 0; i < line->n; i++)
    if (measure (plot->panel, line->y[i], &y) && isfinite (line->x[i]))
      {
        cairo_arc (cr, place_x (plot, line->x[i]), place_y (plot, y), 2.6, 0, 2 * G_PI);
        cairo_fill (cr);
      }
  if (line->name)
    text_at (cr, plot->left + plot->width - 4, plot->top + 10 + 16 * which, line->name, FONT, RIGHT, 0);
}

static void
draw_lines (cairo_t *cr, const ChartPanel *panel)
{
  Plot plot = { .panel = panel, .left = PLOT_LEFT, .top = TITLE + 18, .height = PLOT_HEIGHT };

  plot.width = CHART_WIDTH - PLOT_LEFT - 2 * MARGIN;
  find_ends (&plot);
  draw_axes (cr, &plot);
  for (guint i = 0; i < panel->n_lines; i++)
    draw_line (cr, &plot, i);
}

/* From the middle to the right what is above 0, to the left what is below. */
static void
draw_bars (cairo_t *cr, const ChartPanel *panel)
{
  const double left = MARGIN + NAMES + BAR_NUMBER, width = CHART_WIDTH - left - MARGIN - BAR_NUMBER;
  double low = 0, high = 0, zero;

  for (guint i = 0; i < panel->n_rows; i++)
    if (isfinite (panel->values[i]))
      {
        low = fmin (low, panel->values[i]);
        high = fmax (high, panel->values[i]);
      }
  if (!(high > low))
    high = low + 1;
  zero = left - low / (high - low) * width;
  for (guint i = 0; i < panel->n_rows; i++)
    {
      const double value = panel->values[i], y = TITLE + ROW * i;
      g_autofree char *text = g_strdup_printf ("%+.4g", value);

      set_colour (cr, ink);
      text_at (cr, MARGIN, y + ROW / 2, panel->rows[i], FONT, LEFT, NAMES - 8);
      if (!isfinite (value))
        continue;
      text_at (cr, zero + value / (high - low) * width + (value < 0 ? -5 : 5), y + ROW / 2, text, FONT,
               value < 0 ? RIGHT : LEFT, 0);
      set_colour (cr, palette[value < 0]);
      cairo_rectangle (cr, zero, y + 3, value / (high - low) * width, ROW - 6);
      cairo_fill (cr);
    }
  set_colour (cr, ink);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, zero, TITLE);
  cairo_rel_line_to (cr, 0, ROW * panel->n_rows);
  cairo_stroke (cr);
}

/* How dark a cell is, 0 to 1, and in which colour. */
static double
shade (const ChartPanel *panel, double value, Colour *colour)
{
  const gboolean two = panel->low == panel->high;

  *colour = palette[two && value < 0];
  if (two)
    return panel->high > 0 ? CLAMP (fabs (value) / panel->high, 0, 1) : 0;
  return CLAMP ((value - panel->low) / (panel->high - panel->low), 0, 1);
}

static void
draw_cell (cairo_t *cr, const ChartPanel *panel, double value, double x, double y, double width)
{
  Colour c;
  const double dark = shade (panel, value, &c);
  g_autofree char *text = g_strdup_printf ("%.3g", value);

  cairo_set_source_rgb (cr, 1 - dark * (1 - c.r), 1 - dark * (1 - c.g), 1 - dark * (1 - c.b));
  cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, ROW - 1);
  cairo_fill (cr);
  if (width < CELL_NUMBER)
    return;
  set_colour (cr, dark > 0.55 ? (Colour){ 1, 1, 1 } : ink);
  text_at (cr, x + width / 2, y + ROW / 2, text, FONT, CENTRE, width);
}

static void
draw_map (cairo_t *cr, const ChartPanel *panel)
{
  const double left = MARGIN + NAMES, room = CHART_WIDTH - left - MARGIN;
  const double width = fmin (CELL_MAX, room / MAX (panel->n_columns, 1));

  set_colour (cr, ink);
  for (guint j = 0; j < panel->n_columns && width >= CELL_NUMBER; j++)
    text_at (cr, left + width * (j + 0.5), TITLE + ROW / 2, panel->columns[j], FONT, CENTRE, width - 2);
  for (guint i = 0; i < panel->n_rows; i++)
    {
      const double y = TITLE + ROW * (i + 1);

      set_colour (cr, ink);
      text_at (cr, MARGIN, y + ROW / 2, panel->rows[i], FONT, LEFT, NAMES - 8);
      for (guint j = 0; j < panel->n_columns; j++)
        if (isfinite (panel->values[(gsize) i * panel->n_columns + j]))
          draw_cell (cr, panel, panel->values[(gsize) i * panel->n_columns + j], left + width * j, y, width);
    }
}

double
chart_panel_height (const ChartPanel *panel)
{
  switch (panel->kind)
    {
    case CHART_LINES:
      return TITLE + 18 + PLOT_HEIGHT + PLOT_BELOW + MARGIN;
    case CHART_BARS:
      return TITLE + ROW * panel->n_rows + MARGIN;
    case CHART_MAP:
    default:
      return TITLE + ROW * (panel->n_rows + 1) + MARGIN;
    }
}

void
chart_panel_draw (cairo_t *cr, const ChartPanel *panel)
{
  cairo_save (cr);
  set_colour (cr, ink);
  text_at (cr, MARGIN, TITLE / 2, panel->title, FONT_TITLE, LEFT, CHART_WIDTH - 2 * MARGIN);
  if (panel->kind == CHART_LINES)
    draw_lines (cr, panel);
  else if (panel->kind == CHART_BARS)
    draw_bars (cr, panel);
  else
    draw_map (cr, panel);
  cairo_restore (cr);
}
