/* trace-lines.c: a prompt's way through the model as the lines of a program.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace-lines.h"

#include <glib/gi18n.h>
#include <string.h>

void
trace_lines_init (TraceLines *l, HunchTrace *trace, TraceRun run, guint n_layers)
{
  *l = (TraceLines){ .trace = trace, .run = run, .n_layers = n_layers, .in_hand = -1 };
  l->names = hunch_trace_get_point_names ();
  l->n_points = g_strv_length (l->names) - 3;
  l->end = 1 + n_layers * l->n_points + 2;
}

void
trace_lines_clear (TraceLines *l)
{
  g_clear_object (&l->tensors);
  g_strfreev (l->names);
}

/* embd is the first name; two come behind the layers. */
const char *
trace_lines_point (const TraceLines *l, guint line, gint *layer)
{
  const guint inside = l->n_layers * l->n_points;

  *layer = -1;
  if (line == 0)
    return l->names[0];
  if (line > inside)
    return l->names[1 + l->n_points + line - inside - 1];
  *layer = (gint) ((line - 1) / l->n_points);
  return l->names[1 + (line - 1) % l->n_points];
}

char *
trace_lines_name (const TraceLines *l, guint line)
{
  gint layer;
  const char *point = trace_lines_point (l, line, &layer);

  return layer < 0 ? g_strdup (point) : g_strdup_printf ("%s.%d", point, layer);
}

gboolean
trace_lines_find (const TraceLines *l, const char *text, guint *line, GError **error)
{
  guint64 layer;

  for (*line = 0; *line < l->end; ++*line)
    {
      g_autofree char *name = trace_lines_name (l, *line);

      if (strcmp (name, text) == 0)
        return TRUE;
    }
  if (g_ascii_string_to_unsigned (text, 10, 0, l->n_layers - 1, &layer, NULL))
    {
      *line = (guint) (layer + 1) * l->n_points;
      return TRUE;
    }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
               _ ("There is no point '%s'; write embd, scores.5, resid.5 or a layer from 0 to %u"), text,
               l->n_layers - 1);
  return FALSE;
}

HunchActivation *
trace_lines_fetch (TraceLines *l, guint line, GError **error)
{
  g_autofree char *name = trace_lines_name (l, line);
  gint layer;

  trace_lines_point (l, line, &layer);
  layer = MAX (layer, 0);
  if (l->in_hand != layer)
    {
      g_clear_object (&l->tensors);
      l->in_hand = -1;
      if (!hunch_trace_set_points (l->trace, NULL, (guint) layer, (guint) layer, error))
        return NULL;
      l->tensors = l->run (l->trace, error);
      if (l->tensors == NULL)
        return NULL;
      l->in_hand = layer;
    }
  return hunch_trace_result_lookup_tensor (l->tensors, name);
}
