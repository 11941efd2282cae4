/* trace-private.h: what the files of a trace share.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/probe.h"
#include "engine/layer/tap.h"
#include "engine/session/parts.h"
#include "engine/trace/trace.h"

/* What is kept of one evaluation, at the position that is looked at. */
typedef struct
{
  float *embd;      /* (n_embd) */
  float *attn_out;  /* (n_layer, n_head * head_dim) */
  float *attn_proj; /* (n_layer, n_embd) */
  float *resid_mid; /* (n_layer, n_embd) */
  float *ffn_keys;  /* (n_ff) of the layer of neurons */
  float *ffn_out;   /* (n_layer, n_embd) */
  float *resid;     /* (n_layer + 1, n_embd); 0 is the embedding */
} HunchJourney;

typedef struct
{
  HunchParts *parts;
  const HunchTraceRequest *request;
  const volatile gint *quit;
  const HunchHparams *hp;
  HunchTraceAnswer *answer;
  HunchJourney journey;
  gint seq;
  guint position;      /* looked at */
  guint chunk;         /* position of the batch's first token */
  guint n_total;       /* tokens of the prompt */
  gboolean tensors;    /* this evaluation's are wanted */
  float *logits;       /* (n_logits) after the last token */
  GError *piece_error; /* of the function that takes pieces */
} HunchTracing;

void hunch_journey_init (HunchTracing *t);
void hunch_journey_finish (HunchTracing *t);
/* Begins to keep what passes: at t->position, and whole tensors where wanted. */
gboolean hunch_journey_watch (HunchTracing *t, GError **error);

/* TRUE, with the error set, when nobody waits for the trace any more. */
gboolean hunch_trace_stopped (const HunchTracing *t, GError **error);
/* Evaluates ids, which stand at position first of t->seq; logits of the last one go to t->logits. */
gboolean hunch_trace_evaluate (HunchTracing *t, const gint32 *ids, guint n, guint first, GError **error);
/* Ids of a prompt, checked. */
gboolean hunch_trace_prompt (const HunchTracing *t, const HunchRequest *prompt, GArray *ids, GError **error);

/* Softmax at one token. rank: 1 + how many are likelier as float32 has it, so that what is nothing there is likelier than nothing. */
void hunch_trace_judge (const float *logits, guint n_vocab, gint32 target, HunchTraceLayer *out);
/* Fills step->layers and step->top from the journey. */
gboolean hunch_trace_lens (HunchTracing *t, HunchTraceStep *step, GError **error);
gboolean hunch_trace_attribute (HunchTracing *t, const HunchTraceStep *step, GError **error);
gboolean hunch_trace_neurons (HunchTracing *t, GError **error);
gboolean hunch_trace_patch (HunchTracing *t, gint32 target, GError **error);
