/* trace-options.h: what 'hunch trace' is asked.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tools/cli.h"
#include "tools/options.h"
#include "tools/trace.h"

/* Those that are not given are NULL, FALSE or as said. */
typedef struct
{
  ModelOptions model;
  PromptOptions prompt;
  char *max_tokens_text, *target_text, *position_text, *npz, *points, *layers_text, *attention_text, *attends_to,
      *neurons_text, *ablate, *patch, *script, *html, *svg, *png;
  gboolean json, attribute, step;
  guint64 max_tokens, first_layer, last_layer;
  gint position;
  guint64 neurons_layer; /* with neurons_text */
  TraceAttention attention;
} TraceOptions;

/* FALSE when they are wrong, after saying so. o: zeroed. */
gboolean trace_options_parse (TraceOptions *o, const CliCommand *command, int argc, char **argv);
/* Numbers, places and the prompt. */
gboolean trace_options_read (TraceOptions *o, GError **error);
void trace_options_clear (TraceOptions *o);
