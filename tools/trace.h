/* trace.h: what the files of 'hunch trace' share: the result, and how it is shown.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"
#include "tools/json-out.h"

/* What a trace saw, and what it takes to show it. Nothing is owned. */
typedef struct
{
  HunchModel *model;
  HunchTokenizer *tokenizer;
  HunchTraceResult *result;
  gboolean target_given; /* --target; else the likeliest is watched */
} TraceShown;

#define TRACE_MAP_MAX 40 /* tokens of a map of attention in a terminal or a picture: the last ones */
#define TRACE_N_PARTS 20 /* contributions that are listed */

/* The items of a list, for loops; (transfer full). */
#define TRACE_ITEM(Type, list, i) ((Type *) g_list_model_get_item (list, i))

/* A token as it can be printed: in quotes, control characters and broken UTF-8 escaped; (transfer full). */
char *trace_quote (HunchTokenizer *tokenizer, gint32 id);
/* Pads or cuts to a width in terminal columns; (transfer full). */
char *trace_fit (const char *text, guint width);
/* "77.25 %", "1.2e-49 %" */
char *trace_percent (double p);

/* A cell of a heat map for values from 0 to 1: one of five shades. Static. */
const char *trace_shade (double value);
/* Places of the prompt whose tokens hold the last occurrence of a text: first and one past the last. FALSE when it is not there. */
gboolean trace_find (const TraceShown *t, const char *text, guint *first, guint *end, GError **error);

/* Attention, taken from the tensors of scores as they come, a layer at a time. */
typedef struct
{
  gint layer, head; /* map wanted; layer -1: none; head -1: the mean of all */
  gboolean all;     /* rows at the position looked at are wanted, of all heads */
  gint position;    /* as in HunchTrace */
  guint n, n_head;  /* known with the first piece */
  float *map;       /* (n, n) query by position */
  GPtrArray *rows;  /* (element-type GArray) of each layer: (n_head, n) float */
} TraceAttention;

/* "5" or "5.3" or "L5.H3". */
gboolean trace_attention_parse (TraceAttention *a, const char *text, GError **error);
/* A HunchActivationFunc; data is a TraceAttention. */
gboolean trace_attention_take (HunchActivation *piece, gpointer data, GError **error);
void trace_attention_clear (TraceAttention *a);
void trace_attention_print (const TraceShown *t, const TraceAttention *a);
void trace_attention_put_json (const TraceAttention *a, JsonOut *out);
/* The heads that look most at places first to end. */
void trace_attends_print (const TraceAttention *a, const char *text, guint first, guint end);
void trace_attends_put_json (const TraceAttention *a, guint first, guint end, JsonOut *out);

/* What parts of the model do; each shows nothing where it was not asked for. */
void trace_parts_print (const TraceShown *t);
/* Strongest first, and the sum of all; (transfer full) (element-type HunchContribution). */
GPtrArray *trace_parts_sorted (const TraceShown *t, double *sum);
void trace_parts_put_json (const TraceShown *t, JsonOut *out);
void trace_neurons_print (const TraceShown *t, gint layer);
void trace_neurons_put_json (const TraceShown *t, gint layer, JsonOut *out);
void trace_patch_print (const TraceShown *t);
/* The map of a name, (layers, positions); NULL where nothing was patched. */
const float *trace_patch_map (const TraceShown *t, const char *name, guint *n_layers, guint *n);
void trace_patch_put_json (const TraceShown *t, JsonOut *out);
/* whole: the result with all parts. */
void trace_ablation_print (const TraceShown *t, HunchTraceResult *whole, const char *without);
void trace_ablation_put_json (const TraceShown *t, HunchTraceResult *whole, const char *without, JsonOut *out);

/* Pictures of all that was asked for; either name may be NULL. */
gboolean trace_charts_write (const TraceShown *t, const TraceAttention *a, const char *svg, const char *png,
                             GError **error);

/* The whole journey. */
void trace_print_table (const TraceShown *t);
void trace_put_json (const TraceShown *t, JsonOut *out);
