/* bench-chart.c: a roofline as a picture, and the time of each kernel as bars.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/bench-roofline.h"
#include "tools/chart.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define N_ROOF   3 /* where it begins, where reading and multiplying balance, where it ends */
#define N_PANELS 3 /* the roofline, and the kernels of two phases */
#define N_BARS   12

/* The axis is drawn in even steps: powers of two. */
static double
at (double intensity)
{
  return log2 (intensity);
}

static double
roof (const Roofline *r, double intensity)
{
  return MIN (r->peak, intensity * r->read_bandwidth) / 1e9;
}

typedef struct
{
  double x[N_ROOF], y[N_ROOF];
  double phase_x[2][2], phase_y[2][2];
  ChartLine lines[3];
} Roof;

/* The roof, and for each phase a line from what it reached up to the roof. */
static ChartPanel
roof_panel (Roof *d, const Roofline *phases, guint n)
{
  const double low = MIN (phases[0].intensity, phases[n - 1].intensity);
  const double high = MAX (phases[0].intensity, phases[n - 1].intensity);
  const double balance = phases[0].peak / phases[0].read_bandwidth;
  const double corners[N_ROOF] = { MIN (low, balance) / 4, balance, MAX (high, balance) * 4 };

  for (guint i = 0; i < N_ROOF; i++)
    {
      d->x[i] = at (corners[i]);
      d->y[i] = roof (&phases[0], corners[i]);
    }
  d->lines[0] = (ChartLine){ _ ("the device"), d->x, d->y, N_ROOF };
  for (guint i = 0; i < n; i++)
    {
      const Roofline *r = &phases[i];

      d->phase_x[i][0] = d->phase_x[i][1] = at (r->intensity);
      d->phase_y[i][0] = r->operations * r->tokens_per_second / 1e9;
      d->phase_y[i][1] = roof (r, r->intensity);
      d->lines[i + 1] = (ChartLine){ strcmp (r->phase, "prefill") == 0 ? _ ("prefill, from what it reached to its roof")
                                                                       : _ ("decode, likewise"),
                                     d->phase_x[i], d->phase_y[i], 2 };
    }
  return (ChartPanel){ .kind = CHART_LINES,
                       .title = _ ("Roofline"),
                       .x_title = _ ("operations a byte, as a power of two"),
                       .y_title = _ ("Gop/s"),
                       .lines = d->lines,
                       .n_lines = n + 1,
                       .log_y = TRUE };
}

typedef struct
{
  double ms[N_BARS];
  char *names[N_BARS];
} Bars;

static ChartPanel
kernel_panel (Bars *b, const Roofline *r)
{
  const guint n = MIN (g_list_model_get_n_items (r->kernels), N_BARS);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchKernelUse) use = g_list_model_get_item (r->kernels, i);

      b->ms[i] = hunch_kernel_use_get_seconds (use) * 1e3 / r->n_tokens;
      b->names[i] = g_strdup (hunch_kernel_use_get_name (use));
    }
  return (ChartPanel){ .kind = CHART_BARS,
                       .title = strcmp (r->phase, "prefill") == 0 ? _ ("Prefill: milliseconds a token, by kernel")
                                                                  : _ ("Decode: milliseconds a token, by kernel"),
                       .values = b->ms,
                       .rows = (const char *const *) b->names,
                       .n_rows = n };
}

gboolean
roofline_draw (const Roofline *phases, guint n, const char *svg, const char *png, GError **error)
{
  g_autofree Roof *data = g_new0 (Roof, 1);
  Bars bars[N_PANELS - 1] = { 0 };
  ChartPanel panels[N_PANELS];
  gboolean ok;

  g_return_val_if_fail (n >= 1 && n < N_PANELS, FALSE);
  panels[0] = roof_panel (data, phases, n);
  for (guint i = 0; i < n; i++)
    panels[i + 1] = kernel_panel (&bars[i], &phases[i]);
  ok = (svg == NULL || chart_write_svg (svg, panels, n + 1, error))
       && (png == NULL || chart_write_png (png, panels, n + 1, error));
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < N_BARS; j++)
      g_free (bars[i].names[j]);
  return ok;
}
