/* trace-lines.h: a prompt's way through the model as the lines of a program.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * There is a line for each point that a batch passes: embd, then the points of each layer, then final_norm and logits. Tensors
 * are computed when they are looked at, those of one layer at a time, so that memory is bounded by a layer. */
#pragma once

#include "tools/trace.h"

/* Runs the trace as often as it takes; it may be changed. */
typedef HunchTraceResult *(*TraceRun) (HunchTrace *trace, GError **error);

typedef struct
{
  HunchTrace *trace; /* not owned */
  TraceRun run;
  GStrv names;    /* of points */
  guint n_points; /* in a layer */
  guint n_layers;
  guint end;                 /* one past the last line */
  HunchTraceResult *tensors; /* of layer in_hand */
  gint in_hand;              /* -1: none */
} TraceLines;

void trace_lines_init (TraceLines *l, HunchTrace *trace, TraceRun run, guint n_layers);
void trace_lines_clear (TraceLines *l);

/* The point of a line, and its layer, -1 for none. */
const char *trace_lines_point (const TraceLines *l, guint line, gint *layer);
/* "resid.5", or "embd". (transfer full) */
char *trace_lines_name (const TraceLines *l, guint line);
/* The line of such a name; a number is the end of that layer. */
gboolean trace_lines_find (const TraceLines *l, const char *text, guint *line, GError **error);
/* Computes the tensors of a line's layer, if they are not in hand; the line's is good until the next call. */
HunchActivation *trace_lines_fetch (TraceLines *l, guint line, GError **error);
