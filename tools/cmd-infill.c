/* cmd-infill.c: hunch infill: what fits between two texts.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/complete.h"
#include "tools/input.h"
#include "tools/options.h"

#include <glib/gi18n.h>

static int run (int argc, char **argv);

const CliCommand cmd_infill
    = { "infill", "--prefix-file A --suffix-file B", N_ ("Fill in what fits between two texts"), run };

typedef struct
{
  ModelOptions model;
  DrawOptions draw;
  char *prefix_file, *suffix_file;
  gboolean one_line, json;
} Options;

static void
options_clear (Options *o)
{
  model_options_clear (&o->model);
  draw_options_clear (&o->draw);
  g_free (o->prefix_file);
  g_free (o->suffix_file);
}

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_infill);
  const GOptionEntry entries[] = {
    { "prefix-file", 0, 0, G_OPTION_ARG_FILENAME, &o->prefix_file, N_ ("The text before; '-' is standard input"),
      N_ ("FILE") },
    { "suffix-file", 0, 0, G_OPTION_ARG_FILENAME, &o->suffix_file, N_ ("The text after"), N_ ("FILE") },
    { "one-line", 0, 0, G_OPTION_ARG_NONE, &o->one_line, N_ ("End at the first line break"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with text, tokens and times"), NULL },
    { NULL },
  };

  model_options_add (&o->model, context);
  draw_options_add (&o->draw, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_infill, context, &argc, &argv))
    return FALSE;
  if (argc > 1)
    cli_usage (cmd_infill.name, _ ("'%s' is one word too many"), argv[1]);
  else if (o->prefix_file == NULL || o->suffix_file == NULL)
    cli_usage (cmd_infill.name, "%s", _ ("--prefix-file and --suffix-file are both needed"));
  else
    return TRUE;
  return FALSE;
}

static int
infill (Options *o)
{
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (HunchCompletion) completion = NULL;
  g_autoptr (GBytes) prefix = NULL;
  g_autoptr (GBytes) suffix = NULL;
  GError *error = NULL;

  if (model_options_read (&o->model, &error) && draw_options_read (&o->draw, &error))
    prefix = input_read (o->prefix_file, &error);
  if (prefix != NULL)
    suffix = input_read (o->suffix_file, &error);
  if (suffix != NULL)
    model = model_options_model (&o->model, &error);
  if (model == NULL)
    return cli_fail (error);
  completion = hunch_completion_new (model);
  g_object_set (completion, "one-line", o->one_line, NULL);
  draw_options_apply (&o->draw, completion);
  hunch_completion_set_prompt_bytes (completion, prefix);
  hunch_completion_set_suffix_bytes (completion, suffix);
  return complete_and_print (completion, o->json, o->draw.explain);
}

static int
run (int argc, char **argv)
{
  Options o = { 0 };
  int status = parse (&o, argc, argv) ? infill (&o) : CLI_USAGE;

  options_clear (&o);
  return status;
}
