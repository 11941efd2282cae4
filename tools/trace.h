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

/* The items of a list, for loops; (transfer full). */
#define TRACE_ITEM(Type, list, i) ((Type *) g_list_model_get_item (list, i))

/* A token as it can be printed: in quotes, control characters and broken UTF-8 escaped; (transfer full). */
char *trace_quote (HunchTokenizer *tokenizer, gint32 id);
/* Pads or cuts to a width in terminal columns; (transfer full). */
char *trace_fit (const char *text, guint width);
/* "77.25 %", "1.2e-49 %" */
char *trace_percent (double p);

/* The whole journey. */
void trace_print_table (const TraceShown *t);
void trace_put_json (const TraceShown *t, JsonOut *out);
