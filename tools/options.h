/* options.h: the options that several commands have.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

/* Which model, and where. All zero at first. */
typedef struct
{
  char *model, *device, *context_text;
  gboolean exact;
  gboolean profiled; /* no option: a command that profiles sets it */
  guint64 context;   /* read from its text; 0: the model's */
} ModelOptions;

/* The text that a command works on. All zero at first. */
typedef struct
{
  char *file, *ids_text, **words;
  gboolean parse_special;
  GBytes *text; /* read by prompt_options_read */
  GArray *ids;  /* gint32, read as well; NULL: the text counts */
} PromptOptions;

/* How tokens are drawn, and when to stop. */
typedef struct
{
  char *max_tokens_text, *temperature_text, *top_k_text, *top_p_text, *min_p_text, *repeat_penalty_text, *seed_text,
      *timeout_text;
  char **stops;
  guint64 max_tokens, top_k, seed, timeout; /* these and the next are read from the texts */
  double temperature, top_p, min_p, repeat_penalty;
  gboolean heal, explain;
} DrawOptions;

void model_options_add (ModelOptions *o, GOptionContext *context);
void model_options_add_name (ModelOptions *o, GOptionContext *context); /* -m alone */
/* Reads the numbers; before anything takes time, so that a wrong one is said at once. */
gboolean model_options_read (ModelOptions *o, GError **error);
void model_options_clear (ModelOptions *o);
/* The path that -m means; (transfer full). */
char *model_options_find (const ModelOptions *o, GError **error);
/* Its vocabulary alone; says what is odd in it. */
HunchTokenizer *model_options_tokenizer (const ModelOptions *o, GError **error);
/* The model, not loaded yet. */
HunchModel *model_options_model (const ModelOptions *o, GError **error);
/* Loads it, showing progress, and says what is odd in its file; Ctrl-C gives it up. */
gboolean model_load (HunchModel *model, GError **error);

void prompt_options_add (PromptOptions *o, GOptionContext *context);
void prompt_options_add_text (PromptOptions *o, GOptionContext *context); /* no --prompt-ids */
/* A text, or ids; never both. */
gboolean prompt_options_read (PromptOptions *o, GError **error);
void prompt_options_clear (PromptOptions *o);

void draw_options_add (DrawOptions *o, GOptionContext *context);
gboolean draw_options_read (DrawOptions *o, GError **error);
void draw_options_clear (DrawOptions *o);
void draw_options_apply (const DrawOptions *o, HunchCompletion *completion);
