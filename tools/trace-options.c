/* trace-options.c: what 'hunch trace' is asked.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace-options.h"

#include <glib/gi18n.h>

void
trace_options_clear (TraceOptions *o)
{
  model_options_clear (&o->model);
  prompt_options_clear (&o->prompt);
  g_free (o->max_tokens_text);
  g_free (o->target_text);
  g_free (o->position_text);
  g_free (o->npz);
  g_free (o->points);
  g_free (o->layers_text);
  g_free (o->attention_text);
  g_free (o->attends_to);
  g_free (o->neurons_text);
  g_free (o->ablate);
  g_free (o->patch);
  g_free (o->script);
  g_free (o->html);
  g_free (o->svg);
  g_free (o->png);
  trace_attention_clear (&o->attention);
}

gboolean
trace_options_parse (TraceOptions *o, const CliCommand *command, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (command);
  const GOptionEntry entries[] = {
    { "max-tokens", 'n', 0, G_OPTION_ARG_FILENAME, &o->max_tokens_text, N_ ("Tokens to follow after the text (1)"),
      "N" },
    { "target", 0, 0, G_OPTION_ARG_FILENAME, &o->target_text, N_ ("Watch this token; the likeliest otherwise"),
      N_ ("TEXT") },
    { "position", 0, 0, G_OPTION_ARG_FILENAME, &o->position_text,
      N_ ("Look at this place of the text, from 0, or from its end, -1 (-1)"), "N" },
    { "attention", 0, 0, G_OPTION_ARG_FILENAME, &o->attention_text,
      N_ ("Show who looks at whom in a layer, or in one of its heads"), "L[.H]" },
    { "attends-to", 0, 0, G_OPTION_ARG_FILENAME, &o->attends_to, N_ ("Find the heads that look most at this word"),
      N_ ("TEXT") },
    { "neurons", 0, 0, G_OPTION_ARG_FILENAME, &o->neurons_text,
      N_ ("Show the strongest feed-forward keys of a layer, and what they push"), "L" },
    { "attribute", 0, 0, G_OPTION_ARG_NONE, &o->attribute, N_ ("Show what each part adds to the watched token's logit"),
      NULL },
    { "ablate", 0, 0, G_OPTION_ARG_FILENAME, &o->ablate, N_ ("Run without parts: L5.H3,attn.6,ffn.7"), N_ ("LIST") },
    { "patch", 0, 0, G_OPTION_ARG_FILENAME, &o->patch,
      N_ ("Put in a second text's residual stream, one place of one layer at a time"), N_ ("TEXT") },
    { "step", 0, 0, G_OPTION_ARG_NONE, &o->step, N_ ("Step through the model as a debugger does"), NULL },
    { "script", 0, 0, G_OPTION_ARG_FILENAME, &o->script, N_ ("Take the commands of --step from a file"), N_ ("FILE") },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &o->html, N_ ("Write a page for a browser, with all of it"), N_ ("FILE") },
    { "svg", 0, 0, G_OPTION_ARG_FILENAME, &o->svg, N_ ("Draw charts into a file"), N_ ("FILE") },
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &o->png, N_ ("The same as a picture of dots"), N_ ("FILE") },
    { "npz", 0, 0, G_OPTION_ARG_FILENAME, &o->npz, N_ ("Write tensors for numpy"), N_ ("FILE") },
    { "points", 0, 0, G_OPTION_ARG_FILENAME, &o->points, N_ ("Tensors to write: embd,q,scores,… (all)"), N_ ("LIST") },
    { "layers", 0, 0, G_OPTION_ARG_FILENAME, &o->layers_text, N_ ("Layers to write, A or A-B, from 0 (all)"), "A-B" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with all that was seen"), NULL },
    { NULL },
  };

  model_options_add (&o->model, context);
  prompt_options_add (&o->prompt, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return cli_parse (command, context, &argc, &argv);
}

/* "A" or "A-B". */
static gboolean
read_layers (TraceOptions *o, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (o->layers_text ? o->layers_text : "", "-", 2);

  o->last_layer = G_MAXINT;
  if (ends[0] == NULL)
    return TRUE;
  if (!cli_uint ("--layers", ends[0], 0, G_MAXINT, &o->first_layer, error)
      || !cli_uint ("--layers", ends[1] ? ends[1] : ends[0], o->first_layer, G_MAXINT, &o->last_layer, error))
    return FALSE;
  return TRUE;
}

static gboolean
read_position (TraceOptions *o, GError **error)
{
  const gboolean back = o->position_text && o->position_text[0] == '-';
  guint64 n = 1;

  if (!cli_uint ("--position", o->position_text ? o->position_text + back : NULL, back ? 1 : 0, G_MAXINT, &n, error))
    return FALSE;
  o->position = back || o->position_text == NULL ? -(gint) n : (gint) n;
  return TRUE;
}

gboolean
trace_options_read (TraceOptions *o, GError **error)
{
  o->max_tokens = 1;
  return model_options_read (&o->model, error) && prompt_options_read (&o->prompt, error)
         && cli_uint ("--max-tokens", o->max_tokens_text, 0, G_MAXINT, &o->max_tokens, error) && read_layers (o, error)
         && read_position (o, error) && cli_uint ("--neurons", o->neurons_text, 0, G_MAXINT, &o->neurons_layer, error)
         && trace_attention_parse (&o->attention, o->attention_text, error);
}
