/* hunch-trace-private.h: how a trace's result is made of the engine's answer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/trace/trace.h"
#include "libhunch/hunch-trace.h"

/* Each takes the text, candidate or bytes that it is given. */
HunchContribution *hunch_contribution_new (char *name, gint layer, gint head, gint32 id, double value);
HunchLayerView *hunch_layer_view_new (const HunchTraceLayer *l, HunchCandidate *best);
HunchEvaluation *hunch_evaluation_new (const HunchTraceStep *step, guint n_layers, const HunchVocab *vocab);
HunchNeuron *hunch_neuron_new (const HunchTraceNeuron *neuron, gint layer, const HunchVocab *vocab);
/* shape: (rows, heads, channels), or (rows, channels, 0). layer -1: none. */
HunchActivation *hunch_activation_new (const char *point, gint layer, const guint64 shape[3], GBytes *bytes,
                                       guint first_row, guint total_rows);
HunchActivation *hunch_activation_new_for_piece (const HunchTracePiece *piece);
/* Takes the answer, which must have no error. */
HunchTraceResult *hunch_trace_result_new (HunchTraceAnswer *answer, gint neurons_layer, const HunchVocab *vocab);

/* Who takes the tensors; a reference-counted box, for the trace may get another one while a run has this. */
typedef struct
{
  HunchActivationFunc func;
  gpointer data;
  GDestroyNotify destroy;
} HunchTensorTaker;

void hunch_tensor_taker_unref (HunchTensorTaker *taker);

/* What a trace asks for. */
struct _HunchTrace
{
  GObject parent_instance;
  HunchModel *model;
  HunchTraceRequest request; /* numbers and switches; its pointers stay NULL */
  GBytes *prompt, *patch;
  GArray *prompt_ids;      /* gint32; NULL: the text counts */
  GArray *ablations;       /* HunchAblation */
  HunchTensorTaker *taker; /* NULL: the result keeps them */
};
