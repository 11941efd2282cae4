/* cmd-complete.c: hunch complete: what may follow a text.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/complete.h"
#include "tools/options.h"

#include <glib/gi18n.h>

static int run (int argc, char **argv);

const CliCommand cmd_complete = { "complete", "[TEXT]", N_ ("Complete a text"), run };

typedef struct
{
  ModelOptions model;
  DrawOptions draw;
  PromptOptions prompt;
  gboolean json;
} Options;

static void
options_clear (Options *o)
{
  model_options_clear (&o->model);
  draw_options_clear (&o->draw);
  prompt_options_clear (&o->prompt);
}

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_complete);
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with text, tokens and times"), NULL },
    { NULL },
  };

  model_options_add (&o->model, context);
  draw_options_add (&o->draw, context);
  prompt_options_add (&o->prompt, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return cli_parse (&cmd_complete, context, &argc, &argv);
}

static int
complete (Options *o)
{
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (HunchCompletion) completion = NULL;
  GError *error = NULL;

  if (model_options_read (&o->model, &error) && draw_options_read (&o->draw, &error)
      && prompt_options_read (&o->prompt, &error))
    model = model_options_model (&o->model, &error);
  if (model == NULL)
    return cli_fail (error);
  completion = hunch_completion_new (model);
  g_object_set (completion, "parse-special", o->prompt.parse_special, NULL);
  draw_options_apply (&o->draw, completion);
  if (o->prompt.ids != NULL)
    hunch_completion_set_prompt_ids (completion, (const gint32 *) o->prompt.ids->data, o->prompt.ids->len);
  else
    hunch_completion_set_prompt_bytes (completion, o->prompt.text);
  return complete_and_print (completion, o->json, o->draw.explain);
}

static int
run (int argc, char **argv)
{
  Options o = { 0 };
  int status = parse (&o, argc, argv) ? complete (&o) : CLI_USAGE;

  options_clear (&o);
  return status;
}
