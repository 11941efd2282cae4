/* options.c: the options that several commands have.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/options.h"
#include "tools/cli.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/progress.h"

#include <glib/gi18n.h>

/* Words of the user stay bytes: GOption would otherwise want them in the locale's character set. */
#define WORD G_OPTION_ARG_FILENAME

void
model_options_add_name (ModelOptions *o, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "model", 'm', 0, WORD, &o->model, N_ ("A path, or a name that 'hunch models' lists"), N_ ("MODEL") },
    { NULL },
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

void
model_options_add (ModelOptions *o, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "device", 'd', 0, WORD, &o->device, N_ ("A number or a part of a name that 'hunch devices' lists"),
      N_ ("DEVICE") },
    { "context", 'c', 0, WORD, &o->context_text, N_ ("Tokens of prompt and completion together"), "N" },
    { "exact", 0, 0, G_OPTION_ARG_NONE, &o->exact, N_ ("Compute in float32 throughout"), NULL },
    { NULL },
  };

  model_options_add_name (o, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

gboolean
model_options_read (ModelOptions *o, GError **error)
{
  return cli_uint ("--context", o->context_text, 1, 1 << 24, &o->context, error);
}

void
model_options_clear (ModelOptions *o)
{
  g_free (o->model);
  g_free (o->device);
  g_free (o->context_text);
}

char *
model_options_find (const ModelOptions *o, GError **error)
{
  g_autoptr (HunchCatalogue) catalogue = hunch_catalogue_new (error);

  return catalogue ? hunch_catalogue_find_model (catalogue, o->model, error) : NULL;
}

static void
on_progress (HunchModel *model, GParamSpec *pspec, Progress *progress)
{
  g_autofree char *stage = NULL;
  double fraction;

  g_object_get (model, "stage", &stage, "progress", &fraction, NULL);
  if (g_strcmp0 (stage, "kernels") == 0)
    progress_set (progress, fraction, _ ("building kernels for this device, once"));
  else if (stage != NULL)
    progress_set (progress, fraction, NULL);
}

gboolean
model_load (HunchModel *model, GError **error)
{
  g_autofree char *name = g_path_get_basename (hunch_model_get_path (model));
  g_autofree char *what = g_strdup_printf (_ ("loading %s"), name);
  g_autoptr (GAsyncResult) result = NULL;
  g_auto (GStrv) warnings = NULL;
  Progress *progress = progress_new (what);
  gulong handler = g_signal_connect (model, "notify::progress", G_CALLBACK (on_progress), progress);

  hunch_model_load_async (model, interrupt_cancellable (), interrupt_ready, &result);
  interrupt_wait (&result);
  g_signal_handler_disconnect (model, handler);
  progress_free (progress);
  if (!hunch_model_load_finish (model, result, error))
    return FALSE;
  warnings = hunch_model_dup_warnings (model);
  cli_warn (hunch_model_get_path (model), (const char *const *) warnings);
  return TRUE;
}

HunchTokenizer *
model_options_tokenizer (const ModelOptions *o, GError **error)
{
  g_autofree char *path = model_options_find (o, error);
  HunchTokenizer *tokenizer = path ? hunch_tokenizer_new_for_path (path, error) : NULL;

  if (tokenizer != NULL)
    cli_warn (path, hunch_tokenizer_get_warnings (tokenizer));
  return tokenizer;
}

HunchModel *
model_options_model (const ModelOptions *o, GError **error)
{
  g_autofree char *path = model_options_find (o, error);

  if (path == NULL)
    return NULL;
  return g_object_new (HUNCH_TYPE_MODEL, "path", path, "device", o->device, "context-length", (guint) o->context,
                       "exact", o->exact, "profiled", o->profiled, NULL);
}

void
prompt_options_add_text (PromptOptions *o, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "file", 0, 0, WORD, &o->file, N_ ("Take the text from a file; '-' is standard input"), N_ ("FILE") },
    { "parse-special", 0, 0, G_OPTION_ARG_NONE, &o->parse_special, N_ ("Names of control tokens in the text count"),
      NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->words, NULL, NULL },
    { NULL },
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

void
prompt_options_add (PromptOptions *o, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "prompt-ids", 0, 0, WORD, &o->ids_text, N_ ("Tokens in place of a text"), "1,2,3" },
    { NULL },
  };

  prompt_options_add_text (o, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

gboolean
prompt_options_read (PromptOptions *o, GError **error)
{
  if (o->ids_text == NULL)
    {
      o->text = input_text (o->words, o->file, error);
      return o->text != NULL;
    }
  if (o->words != NULL || o->file != NULL)
    {
      g_set_error_literal (error, CLI_USAGE_ERROR, 0, _ ("There are a text and --prompt-ids; give one of them"));
      return FALSE;
    }
  o->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  return cli_ids ("--prompt-ids", o->ids_text, o->ids, error);
}

void
prompt_options_clear (PromptOptions *o)
{
  g_free (o->file);
  g_free (o->ids_text);
  g_strfreev (o->words);
  g_clear_pointer (&o->text, g_bytes_unref);
  g_clear_pointer (&o->ids, g_array_unref);
}

void
draw_options_add (DrawOptions *o, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "max-tokens", 'n', 0, WORD, &o->max_tokens_text, N_ ("Most tokens to generate (128)"), "N" },
    { "temperature", 0, 0, WORD, &o->temperature_text, N_ ("0 takes the likeliest token always, and is the default"),
      "T" },
    { "top-k", 0, 0, WORD, &o->top_k_text, N_ ("Draw among the K likeliest tokens; 0 for all"), "K" },
    { "top-p", 0, 0, WORD, &o->top_p_text, N_ ("Draw among the likeliest tokens that have probability P together"),
      "P" },
    { "min-p", 0, 0, WORD, &o->min_p_text, N_ ("Draw among tokens at least P times as likely as the likeliest"), "P" },
    { "repeat-penalty", 0, 0, WORD, &o->repeat_penalty_text, N_ ("Make tokens that were seen less likely; 1 does not"),
      "R" },
    { "seed", 0, 0, WORD, &o->seed_text, N_ ("The same seed gives the same text"), "N" },
    { "stop", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->stops, N_ ("End where this text comes; can be given again"),
      N_ ("TEXT") },
    { "heal", 0, 0, G_OPTION_ARG_NONE, &o->heal, N_ ("Let the last word of the text be cut into other tokens"), NULL },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &o->explain,
      N_ ("Show each token, how likely it was, and what else could have come"), NULL },
    { "timeout", 0, 0, WORD, &o->timeout_text, N_ ("Give what is there after so many milliseconds"), "MS" },
    { NULL },
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

void
draw_options_clear (DrawOptions *o)
{
  g_free (o->max_tokens_text);
  g_free (o->temperature_text);
  g_free (o->top_k_text);
  g_free (o->top_p_text);
  g_free (o->min_p_text);
  g_free (o->repeat_penalty_text);
  g_free (o->seed_text);
  g_free (o->timeout_text);
  g_strfreev (o->stops);
}

gboolean
draw_options_read (DrawOptions *o, GError **error)
{
  o->max_tokens = 128;
  o->top_p = 1;
  o->repeat_penalty = 1;
  return cli_uint ("--max-tokens", o->max_tokens_text, 0, G_MAXINT, &o->max_tokens, error)
         && cli_double ("--temperature", o->temperature_text, 0, 1000, &o->temperature, error)
         && cli_uint ("--top-k", o->top_k_text, 0, G_MAXINT, &o->top_k, error)
         && cli_double ("--top-p", o->top_p_text, 0, 1, &o->top_p, error)
         && cli_double ("--min-p", o->min_p_text, 0, 1, &o->min_p, error)
         && cli_double ("--repeat-penalty", o->repeat_penalty_text, 0.001, 1000, &o->repeat_penalty, error)
         && cli_uint ("--seed", o->seed_text, 0, G_MAXUINT64, &o->seed, error)
         && cli_uint ("--timeout", o->timeout_text, 0, G_MAXINT, &o->timeout, error);
}

void
draw_options_apply (const DrawOptions *o, HunchCompletion *completion)
{
  g_object_set (completion, "max-tokens", (guint) o->max_tokens, "temperature", o->temperature, "top-k",
                (guint) o->top_k, "top-p", o->top_p, "min-p", o->min_p, "repeat-penalty", o->repeat_penalty, "seed",
                o->seed, "timeout", (guint) o->timeout, "heal", o->heal, NULL);
  hunch_completion_set_stops (completion, (const char *const *) o->stops);
}
