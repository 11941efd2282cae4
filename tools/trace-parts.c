/* trace-parts.c: what parts of the model do: contributions to a logit, keys of a feed-forward, a run without some parts, patching.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

static int
stronger (gconstpointer a, gconstpointer b)
{
  const double x = fabs (hunch_contribution_get_value (*(HunchContribution *const *) a));
  const double y = fabs (hunch_contribution_get_value (*(HunchContribution *const *) b));

  return x > y ? -1 : x < y;
}

GPtrArray *
trace_parts_sorted (const TraceShown *t, double *sum)
{
  GListModel *list = hunch_trace_result_get_contributions (t->result);
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_object_unref);

  *sum = 0;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_ptr_array_add (parts, g_list_model_get_item (list, i));
      *sum += hunch_contribution_get_value (parts->pdata[i]);
    }
  g_ptr_array_sort (parts, stronger);
  return parts;
}

void
trace_parts_print (const TraceShown *t)
{
  double sum, logit;
  g_autoptr (GPtrArray) parts = trace_parts_sorted (t, &sum);

  if (parts->len == 0)
    return;
  g_object_get (t->result, "contributions-logit", &logit, NULL);
  printf (_ ("\nWhat the parts of the model add to the logit %.4f; the %u strongest of %u, whose sum is %.4f\n"), logit,
          MIN (parts->len, TRACE_N_PARTS), parts->len, sum);
  for (guint i = 0; i < MIN (parts->len, TRACE_N_PARTS); i++)
    printf ("  %-10s %+9.4f\n", hunch_contribution_get_name (parts->pdata[i]),
            hunch_contribution_get_value (parts->pdata[i]));
}

void
trace_parts_put_json (const TraceShown *t, JsonOut *out)
{
  GListModel *list = hunch_trace_result_get_contributions (t->result);
  double sum = 0, logit;

  if (g_list_model_get_n_items (list) == 0)
    return;
  g_object_get (t->result, "contributions-logit", &logit, NULL);
  json_out_begin (out, "attribution", '{');
  json_out_number (out, "logit", logit);
  json_out_begin (out, "parts", '[');
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (HunchContribution) c = TRACE_ITEM (HunchContribution, list, i);

      sum += hunch_contribution_get_value (c);
      json_out_begin (out, NULL, '{');
      json_out_string (out, "name", hunch_contribution_get_name (c));
      json_out_number (out, "logit", hunch_contribution_get_value (c));
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
  json_out_number (out, "sum", sum);
  json_out_end (out, '}');
}

void
trace_neurons_print (const TraceShown *t, gint layer)
{
  GListModel *list = hunch_trace_result_get_neurons (t->result);

  if (layer < 0)
    return;
  printf (_ ("\nThe strongest feed-forward keys of layer %d, and the tokens that their values push\n"), layer);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (HunchNeuron) neuron = TRACE_ITEM (HunchNeuron, list, i);
      GListModel *pushes = hunch_neuron_get_pushes (neuron);

      printf ("  %6u %+9.3f ", hunch_neuron_get_index (neuron), hunch_neuron_get_key (neuron));
      for (guint k = 0; k < g_list_model_get_n_items (pushes); k++)
        {
          g_autoptr (HunchContribution) push = TRACE_ITEM (HunchContribution, pushes, k);
          g_autofree char *quoted = NULL;
          gint id;

          g_object_get (push, "id", &id, NULL);
          quoted = trace_quote (t->tokenizer, id);
          printf (" %s", quoted);
        }
      putchar ('\n');
    }
}

void
trace_neurons_put_json (const TraceShown *t, gint layer, JsonOut *out)
{
  GListModel *list = hunch_trace_result_get_neurons (t->result);

  if (layer < 0)
    return;
  json_out_begin (out, "neurons", '{');
  json_out_uint (out, "layer", (guint64) layer);
  json_out_begin (out, "keys", '[');
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (HunchNeuron) neuron = TRACE_ITEM (HunchNeuron, list, i);
      GListModel *pushes = hunch_neuron_get_pushes (neuron);

      json_out_begin (out, NULL, '{');
      json_out_uint (out, "index", hunch_neuron_get_index (neuron));
      json_out_number (out, "key", hunch_neuron_get_key (neuron));
      json_out_begin (out, "pushes", '[');
      for (guint k = 0; k < g_list_model_get_n_items (pushes); k++)
        {
          g_autoptr (HunchContribution) push = TRACE_ITEM (HunchContribution, pushes, k);
          gint id;

          g_object_get (push, "id", &id, NULL);
          json_out_begin (out, NULL, '{');
          json_out_uint (out, "id", (guint64) id);
          json_out_string (out, "text", hunch_contribution_get_name (push));
          json_out_number (out, "logit", hunch_contribution_get_value (push));
          json_out_end (out, '}');
        }
      json_out_end (out, ']');
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
  json_out_end (out, '}');
}

/* The watched token after all layers. */
static HunchLayerView *
last_view (HunchTraceResult *result)
{
  g_autoptr (HunchEvaluation) e = TRACE_ITEM (HunchEvaluation, hunch_trace_result_get_evaluations (result), 0);
  GListModel *layers = hunch_evaluation_get_layers (e);

  return TRACE_ITEM (HunchLayerView, layers, g_list_model_get_n_items (layers) - 1);
}

void
trace_ablation_print (const TraceShown *t, HunchTraceResult *whole, const char *without)
{
  g_autoptr (HunchLayerView) before = NULL, after = NULL;
  g_autofree char *p = NULL, *q = NULL;

  if (whole == NULL)
    return;
  before = last_view (whole);
  after = last_view (t->result);
  p = trace_percent (hunch_layer_view_get_probability (before));
  q = trace_percent (hunch_layer_view_get_probability (after));
  printf (_ ("\nAll of this is without %s: the watched token has rank %u, %s; with it rank %u, %s\n"), without,
          hunch_layer_view_get_rank (after), q, hunch_layer_view_get_rank (before), p);
}

static void
put_view (JsonOut *out, const char *key, HunchLayerView *view)
{
  double logit;

  g_object_get (view, "logit", &logit, NULL);
  json_out_begin (out, key, '{');
  json_out_uint (out, "rank", hunch_layer_view_get_rank (view));
  json_out_number (out, "p", hunch_layer_view_get_probability (view));
  json_out_number (out, "logit", logit);
  json_out_end (out, '}');
}

void
trace_ablation_put_json (const TraceShown *t, HunchTraceResult *whole, const char *without, JsonOut *out)
{
  g_autoptr (HunchLayerView) before = NULL, after = NULL;
  g_auto (GStrv) parts = NULL;

  if (whole == NULL)
    return;
  before = last_view (whole);
  after = last_view (t->result);
  parts = g_strsplit (without, ",", -1);
  json_out_begin (out, "ablation", '{');
  json_out_begin (out, "without", '[');
  for (char **part = parts; *part; part++)
    json_out_string (out, NULL, *part);
  json_out_end (out, ']');
  put_view (out, "before", before);
  put_view (out, "after", after);
  json_out_end (out, '}');
}

const float *
trace_patch_map (const TraceShown *t, const char *name, guint *n_layers, guint *n)
{
  HunchActivation *map = hunch_trace_result_lookup_tensor (t->result, name);
  const guint64 *shape;
  gsize n_dims;

  if (map == NULL)
    return NULL;
  shape = hunch_activation_get_shape (map, &n_dims);
  *n_layers = (guint) shape[0];
  *n = (guint) shape[1];
  return g_bytes_get_data (hunch_activation_get_bytes (map), NULL);
}

static void
print_patch_head (const TraceShown *t, guint n)
{
  const gint32 *from, *to;
  gsize len;

  from = hunch_trace_result_get_prompt_ids (t->result, &len);
  to = hunch_trace_result_get_patch_ids (t->result, &len);
  for (guint row = 0; row < 2; row++)
    {
      printf ("  %5s", row ? _ ("layer") : "");
      for (guint j = 0; j < n; j++)
        {
          g_autofree char *quoted = trace_quote (t->tokenizer, row ? to[j] : from[j]), *fitted = trace_fit (quoted, 9);

          printf (" %s", fitted);
        }
      putchar ('\n');
    }
}

void
trace_patch_print (const TraceShown *t)
{
  guint n_layers, n;
  const float *p = trace_patch_map (t, "patch_p", &n_layers, &n);
  g_autofree char *before = NULL, *after = NULL;
  double from, to;

  if (p == NULL)
    return;
  g_object_get (t->result, "patch-p-from", &from, "patch-p-to", &to, NULL);
  before = trace_percent (from);
  after = trace_percent (to);
  printf (_ ("\nThe watched token has %s after the text and %s after the second one; with one place of one layer taken "
             "from there, %%\n"),
          before, after);
  print_patch_head (t, n);
  for (guint l = 0; l < n_layers; l++)
    {
      if (l == 0)
        printf ("  %5s", _ ("embd"));
      else
        printf ("  %5u", l);
      for (guint j = 0; j < n; j++)
        {
          const double here = p[(gsize) l * n + j];

          printf (" %s %7.3f", trace_shade (to != from ? (here - from) / (to - from) : 0), here * 100);
        }
      putchar ('\n');
    }
}

static void
put_map (JsonOut *out, const TraceShown *t, const char *key, const char *name)
{
  guint n_layers, n;
  const float *values = trace_patch_map (t, name, &n_layers, &n);

  json_out_begin (out, key, '[');
  for (guint l = 0; l < n_layers; l++)
    {
      json_out_begin (out, NULL, '[');
      for (guint j = 0; j < n; j++)
        json_out_number (out, NULL, values[(gsize) l * n + j]);
      json_out_end (out, ']');
    }
  json_out_end (out, ']');
}

static void
put_side (JsonOut *out, const TraceShown *t, const char *key, const char *p, const char *logit)
{
  double value;

  json_out_begin (out, key, '{');
  g_object_get (t->result, p, &value, NULL);
  json_out_number (out, "p", value);
  g_object_get (t->result, logit, &value, NULL);
  json_out_number (out, "logit", value);
  json_out_end (out, '}');
}

void
trace_patch_put_json (const TraceShown *t, JsonOut *out)
{
  const gint32 *ids;
  gsize n;

  if (hunch_trace_result_lookup_tensor (t->result, "patch_p") == NULL)
    return;
  json_out_begin (out, "patch", '{');
  ids = hunch_trace_result_get_patch_ids (t->result, &n);
  json_out_ids (out, "prompt_ids", ids, n);
  put_side (out, t, "from", "patch-p-from", "patch-logit-from");
  put_side (out, t, "to", "patch-p-to", "patch-logit-to");
  put_map (out, t, "p", "patch_p");
  put_map (out, t, "logit", "patch_logit");
  json_out_end (out, '}');
}
