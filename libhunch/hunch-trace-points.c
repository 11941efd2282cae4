/* hunch-trace-points.c: names of the points whose tensors a trace is to give, and of the parts that it is to leave out.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/hunch-trace-private.h"

#include <string.h>

/**
 * hunch_trace_get_point_names:
 *
 * The points of the forward pass whose tensors can be had, in the order in which a batch passes them.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
char **
hunch_trace_get_point_names (void)
{
  char **names = g_new0 (char *, HUNCH_N_TAPS + 1);

  for (guint i = 0; i < HUNCH_N_TAPS; i++)
    names[i] = g_strdup (hunch_tap_name (i));
  return names;
}

static gboolean
find_point (const char *name, guint32 *points, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *all = NULL;

  for (guint i = 0; i < HUNCH_N_TAPS; i++)
    if (strcmp (name, hunch_tap_name (i)) == 0)
      {
        *points |= 1u << i;
        return TRUE;
      }
  names = hunch_trace_get_point_names ();
  all = g_strjoinv (", ", names);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("There is no point '%s'; there are %s"), name, all);
  return FALSE;
}

/**
 * hunch_trace_set_points:
 * @self: a trace
 * @names: (array zero-terminated=1) (nullable): names of points; %NULL for all
 * @first_layer: first layer of the points that are in layers, from 0
 * @last_layer: last one; a number past the end means all
 * @error: return location
 *
 * Asks for the tensors at these points. An empty list asks for none.
 *
 * Returns: %FALSE with %HUNCH_ERROR_ARGUMENT for a name that there is not
 */
gboolean
hunch_trace_set_points (HunchTrace *self, const char *const *names, guint first_layer, guint last_layer, GError **error)
{
  guint32 points = 0;

  g_return_val_if_fail (HUNCH_IS_TRACE (self), FALSE);
  g_return_val_if_fail (first_layer <= last_layer, FALSE);
  for (guint i = 0; names && names[i]; i++)
    if (!find_point (names[i], &points, error))
      return FALSE;
  self->request.points = names ? points : (1u << HUNCH_N_TAPS) - 1;
  self->request.first_layer = first_layer;
  self->request.last_layer = last_layer;
  return TRUE;
}

/* A number without sign, and nothing behind it. */
static gboolean
read_number (const char *text, guint *out)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &value, NULL))
    return FALSE;
  *out = (guint) value;
  return TRUE;
}

static gboolean
read_part (const char *part, HunchAblation *a)
{
  g_auto (GStrv) words = g_strsplit (part, ".", 3);

  if (g_strv_length (words) != 2)
    return FALSE;
  if (strcmp (words[0], "ffn") == 0 || strcmp (words[0], "attn") == 0)
    {
      a->kind = words[0][0] == 'f' ? HUNCH_ABLATE_FFN : HUNCH_ABLATE_ATTENTION;
      return read_number (words[1], &a->layer);
    }
  a->kind = HUNCH_ABLATE_HEAD;
  return words[0][0] == 'L' && words[1][0] == 'H' && read_number (words[0] + 1, &a->layer)
         && read_number (words[1] + 1, &a->head);
}

/**
 * hunch_trace_add_ablation:
 * @self: a trace
 * @part: `L5.H3` for head 3 of layer 5, `attn.5` for all of its attention, `ffn.5` for its feed-forward
 * @error: return location
 *
 * Runs without a part of the model: what it would add is zero at every position.
 *
 * Returns: %FALSE with %HUNCH_ERROR_ARGUMENT when @part is none
 */
gboolean
hunch_trace_add_ablation (HunchTrace *self, const char *part, GError **error)
{
  HunchAblation a = { 0 };

  g_return_val_if_fail (HUNCH_IS_TRACE (self), FALSE);
  g_return_val_if_fail (part != NULL, FALSE);
  if (!read_part (part, &a))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                   _ ("'%s' is no part of a model; write L5.H3 for a head, attn.5 or ffn.5"), part);
      return FALSE;
    }
  g_array_append_val (self->ablations, a);
  return TRUE;
}

/**
 * hunch_trace_clear_ablations:
 * @self: a trace
 *
 * Runs with all parts again.
 */
void
hunch_trace_clear_ablations (HunchTrace *self)
{
  g_return_if_fail (HUNCH_IS_TRACE (self));
  g_array_set_size (self->ablations, 0);
}
