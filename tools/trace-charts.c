/* trace-charts.c: what a trace saw, as charts.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/chart.h"
#include "tools/trace.h"

#include <glib/gi18n.h>
#include <math.h>

/* Panels, and all that they point to. */
typedef struct
{
  const TraceShown *t;
  GArray *panels; /* ChartPanel */
  GPtrArray *owned;
} Charts;

static gpointer
own (Charts *c, gpointer data)
{
  g_ptr_array_add (c->owned, data);
  return data;
}

static double *
own_numbers (Charts *c, gsize n)
{
  return own (c, g_new (double, MAX (n, 1)));
}

/* Labels of tokens first … first + n - 1. */
static const char *const *
own_labels (Charts *c, const gint32 *ids, guint first, guint n)
{
  const char **labels = own (c, g_new0 (const char *, n + 1));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *quoted = trace_quote (c->t->tokenizer, ids[first + i]);

      labels[i] = own (c, g_strdup_printf ("%u %s", first + i, quoted));
    }
  return labels;
}

static void
add_line (Charts *c, ChartPanel panel, const double *x, const double *y, guint n)
{
  ChartLine *line = own (c, g_new (ChartLine, 1));

  *line = (ChartLine){ .x = x, .y = y, .n = n };
  panel.kind = CHART_LINES;
  panel.x_title = _ ("layer");
  panel.lines = line;
  panel.n_lines = 1;
  g_array_append_val (c->panels, panel);
}

/* Rank and probability of the watched token after each layer. */
static void
add_lens (Charts *c)
{
  g_autoptr (HunchEvaluation) e = TRACE_ITEM (HunchEvaluation, hunch_trace_result_get_evaluations (c->t->result), 0);
  GListModel *layers = hunch_evaluation_get_layers (e);
  const guint n = g_list_model_get_n_items (layers);
  double *x = own_numbers (c, n), *rank = own_numbers (c, n), *p = own_numbers (c, n);
  g_autofree char *watched = NULL;
  gint target;

  g_object_get (e, "target", &target, NULL);
  watched = trace_quote (c->t->tokenizer, target);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchLayerView) l = TRACE_ITEM (HunchLayerView, layers, i);

      x[i] = hunch_layer_view_get_layer (l);
      rank[i] = hunch_layer_view_get_rank (l);
      p[i] = 100 * hunch_layer_view_get_probability (l);
    }
  add_line (c,
            (ChartPanel){ .title = own (c, g_strdup_printf (_ ("Rank of %s after each layer"), watched)),
                          .y_title = _ ("rank, 1 is the likeliest"),
                          .log_y = TRUE,
                          .down_y = TRUE },
            x, rank, n);
  add_line (c,
            (ChartPanel){ .title = own (c, g_strdup_printf (_ ("Probability of %s after each layer"), watched)),
                          .y_title = "%" },
            x, p, n);
}

static void
add_attention (Charts *c, const TraceAttention *a)
{
  const guint n = MIN (a->n, TRACE_MAP_MAX), from = a->n - n;
  double *values;
  ChartPanel map = { .kind = CHART_MAP, .n_rows = n, .n_columns = n, .low = 0, .high = 100 };
  const gint32 *ids;
  gsize n_ids;

  if (a->layer < 0)
    return;
  values = own_numbers (c, (gsize) n * n);
  ids = hunch_trace_result_get_prompt_ids (c->t->result, &n_ids);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      values[(gsize) i * n + j] = j > i ? NAN : 100.0 * a->map[(gsize) (from + i) * a->n + from + j];
  map.title = own (
      c, a->head < 0
             ? g_strdup_printf (_ ("Attention of layer %d, mean of its heads: rows look at columns, %%"), a->layer)
             : g_strdup_printf (_ ("Attention of layer %d, head %d: rows look at columns, %%"), a->layer, a->head));
  map.values = values;
  map.rows = map.columns = own_labels (c, ids, from, n);
  g_array_append_val (c->panels, map);
}

static void
add_parts (Charts *c)
{
  double sum, logit;
  g_autoptr (GPtrArray) parts = trace_parts_sorted (c->t, &sum);
  const guint n = MIN (parts->len, TRACE_N_PARTS);
  double *values = own_numbers (c, n);
  const char **names = own (c, g_new0 (const char *, n + 1));
  ChartPanel bars = { .kind = CHART_BARS, .n_rows = n, .values = values, .rows = names };

  if (n == 0)
    return;
  g_object_get (c->t->result, "contributions-logit", &logit, NULL);
  for (guint i = 0; i < n; i++)
    {
      names[i] = own (c, g_strdup (hunch_contribution_get_name (parts->pdata[i])));
      values[i] = hunch_contribution_get_value (parts->pdata[i]);
    }
  bars.title = own (c, g_strdup_printf (_ ("The %u strongest of %u parts of the logit %.4f"), n, parts->len, logit));
  g_array_append_val (c->panels, bars);
}

static void
add_patch (Charts *c)
{
  ChartPanel map = { .kind = CHART_MAP };
  const float *p = trace_patch_map (c->t, "patch_p", &map.n_rows, &map.n_columns);
  double *values;
  const char **layers;
  double from, to;
  gsize n;

  if (p == NULL)
    return;
  values = own_numbers (c, (gsize) map.n_rows * map.n_columns);
  layers = own (c, g_new0 (const char *, map.n_rows + 1));
  for (guint i = 0; i < map.n_rows * map.n_columns; i++)
    values[i] = 100.0 * (double) p[i];
  for (guint l = 0; l < map.n_rows; l++)
    layers[l] = own (c, l == 0 ? g_strdup (_ ("embd")) : g_strdup_printf ("%u", l));
  g_object_get (c->t->result, "patch-p-from", &from, "patch-p-to", &to, NULL);
  map.title
      = own (c, g_strdup_printf (_ ("Patching from the second text: probability of the watched token, from %.4g %% "
                                    "to %.4g %%"),
                                 100 * from, 100 * to));
  map.values = values;
  map.rows = layers;
  map.columns = own_labels (c, hunch_trace_result_get_prompt_ids (c->t->result, &n), 0, map.n_columns);
  map.low = 100 * from;
  map.high = 100 * to;
  g_array_append_val (c->panels, map);
}

gboolean
trace_charts_write (const TraceShown *t, const TraceAttention *a, const char *svg, const char *png, GError **error)
{
  Charts c = { t, g_array_new (FALSE, FALSE, sizeof (ChartPanel)), g_ptr_array_new_with_free_func (g_free) };
  const ChartPanel *panels;
  gboolean ok;

  add_lens (&c);
  add_attention (&c, a);
  add_parts (&c);
  add_patch (&c);
  panels = (const ChartPanel *) (gpointer) c.panels->data;
  ok = (svg == NULL || chart_write_svg (svg, panels, c.panels->len, error))
       && (png == NULL || chart_write_png (png, panels, c.panels->len, error));
  g_array_unref (c.panels);
  g_ptr_array_unref (c.owned);
  return ok;
}
