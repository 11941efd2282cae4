/* trace-attention.c: who looks at whom, as a map in the terminal; and the heads that look at a word most.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/trace.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define N_HEADS 10 /* heads that are listed */

static gboolean
read_number (const char *text, char mark, gint *out)
{
  guint64 n;

  text += mark != '\0' && *text == mark;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &n, NULL))
    return FALSE;
  *out = (gint) n;
  return TRUE;
}

gboolean
trace_attention_parse (TraceAttention *a, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text ? text : "", ".", 2);

  a->layer = a->head = -1;
  if (text == NULL
      || (words[0] && read_number (words[0], 'L', &a->layer) && (!words[1] || read_number (words[1], 'H', &a->head))))
    return TRUE;
  g_set_error (error, CLI_USAGE_ERROR, 0, _ ("--attention takes a layer, or a layer and a head: 5 or 5.3, not '%s'"),
               text);
  return FALSE;
}

void
trace_attention_clear (TraceAttention *a)
{
  g_clear_pointer (&a->map, g_free);
  g_clear_pointer (&a->rows, g_ptr_array_unref);
}

/* A row of the map: one head, or the mean of all. */
static void
add_to_map (TraceAttention *a, guint query, const float *row)
{
  float *out = a->map + (gsize) query * a->n;

  for (guint h = 0; h < a->n_head; h++)
    for (guint j = 0; j < a->n && (a->head < 0 || (guint) a->head == h); j++)
      out[j] += row[(gsize) h * a->n + j] / (a->head < 0 ? (float) a->n_head : 1);
}

static gboolean
begin (TraceAttention *a, guint n, guint n_head, GError **error)
{
  a->n = n;
  a->n_head = n_head;
  a->map = g_new0 (float, (gsize) n *n);
  a->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  if (a->head < (gint) n_head)
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The model has heads 0 to %u"), n_head - 1);
  return FALSE;
}

gboolean
trace_attention_take (HunchActivation *piece, gpointer data, GError **error)
{
  TraceAttention *a = data;
  gsize n_dims;
  const guint64 *shape = hunch_activation_get_shape (piece, &n_dims);
  const guint n_head = (guint) shape[1], n = (guint) shape[2];
  const float *values = g_bytes_get_data (hunch_activation_get_bytes (piece), NULL);
  const guint place = a->position < 0 ? n + (guint) a->position : (guint) a->position;
  guint first;
  gint layer;

  if (a->map == NULL && !begin (a, n, n_head, error))
    return FALSE;
  g_object_get (piece, "layer", &layer, "first-row", &first, NULL);
  for (guint r = 0; r < shape[0]; r++)
    {
      const float *row = values + (gsize) r * n_head * n;

      if (layer == a->layer)
        add_to_map (a, first + r, row);
      if (a->all && first + r == place)
        {
          GArray *copy = g_array_new (FALSE, FALSE, sizeof (float));

          g_array_append_vals (copy, row, n_head * n);
          g_ptr_array_add (a->rows, copy);
        }
    }
  return TRUE;
}

void
trace_attention_print (const TraceShown *t, const TraceAttention *a)
{
  const guint from = a->n > TRACE_MAP_MAX ? a->n - TRACE_MAP_MAX : 0;
  const gint32 *ids;
  gsize n;

  if (a->layer < 0)
    return;
  ids = hunch_trace_result_get_prompt_ids (t->result, &n);
  if (a->head < 0)
    printf (_ ("\nAttention of layer %d, mean of its heads: each row looks at the columns\n"), a->layer);
  else
    printf (_ ("\nAttention of layer %d, head %d: each row looks at the columns\n"), a->layer, a->head);
  printf ("%23s", "");
  for (guint j = from; j < a->n; j++)
    printf ("%4u", j);
  putchar ('\n');
  for (guint i = from; i < a->n; i++)
    {
      g_autofree char *quoted = trace_quote (t->tokenizer, ids[i]), *fitted = trace_fit (quoted, 16);

      printf ("  %4u %s", i, fitted);
      for (guint j = from; j <= i; j++)
        {
          const double p = a->map[(gsize) i * a->n + j];

          printf (" %s%2.0f", trace_shade (p), p * 99.49);
        }
      putchar ('\n');
    }
  if (from > 0)
    printf (_ ("The last %d of %u tokens; --json has all\n"), TRACE_MAP_MAX, a->n);
}

void
trace_attention_put_json (const TraceAttention *a, JsonOut *out)
{
  if (a->layer < 0)
    return;
  json_out_begin (out, "attention", '{');
  json_out_uint (out, "layer", (guint64) a->layer);
  if (a->head >= 0)
    json_out_uint (out, "head", (guint64) a->head);
  json_out_begin (out, "map", '[');
  for (guint i = 0; i < a->n; i++)
    {
      json_out_begin (out, NULL, '[');
      for (guint j = 0; j <= i; j++)
        json_out_number (out, NULL, a->map[(gsize) i * a->n + j]);
      json_out_end (out, ']');
    }
  json_out_end (out, ']');
  json_out_end (out, '}');
}

typedef struct
{
  guint layer, head;
  double p;
} Head;

static int
likelier (gconstpointer a, gconstpointer b)
{
  const double x = ((const Head *) a)->p, y = ((const Head *) b)->p;

  return x > y ? -1 : x < y;
}

/* All heads, those first that look most at the places. (element-type Head) */
static GArray *
rank_heads (const TraceAttention *a, guint first, guint end)
{
  GArray *heads = g_array_new (FALSE, FALSE, sizeof (Head));

  for (guint l = 0; a->rows && l < a->rows->len; l++)
    for (guint h = 0; h < a->n_head; h++)
      {
        const GArray *row = a->rows->pdata[l];
        Head head = { l, h, 0 };

        for (guint j = first; j < end; j++)
          head.p += g_array_index (row, float, (gsize) h * a->n + j);
        g_array_append_val (heads, head);
      }
  g_array_sort (heads, likelier);
  g_array_set_size (heads, MIN (heads->len, N_HEADS));
  return heads;
}

void
trace_attends_print (const TraceAttention *a, const char *text, guint first, guint end)
{
  g_autoptr (GArray) heads = rank_heads (a, first, end);

  printf (_ ("\nThe heads that look most at '%s' (places %u to %u)\n"), text, first, end - 1);
  for (guint i = 0; i < heads->len; i++)
    {
      const Head *head = &g_array_index (heads, Head, i);

      printf ("  L%u.H%-4u %7.2f %%\n", head->layer, head->head, head->p * 100);
    }
}

void
trace_attends_put_json (const TraceAttention *a, guint first, guint end, JsonOut *out)
{
  g_autoptr (GArray) heads = rank_heads (a, first, end);

  json_out_begin (out, "attends_to", '{');
  json_out_uint (out, "first", first);
  json_out_uint (out, "last", end - 1);
  json_out_begin (out, "heads", '[');
  for (guint i = 0; i < heads->len; i++)
    {
      const Head *head = &g_array_index (heads, Head, i);

      json_out_begin (out, NULL, '{');
      json_out_uint (out, "layer", head->layer);
      json_out_uint (out, "head", head->head);
      json_out_number (out, "p", head->p);
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
  json_out_end (out, '}');
}
