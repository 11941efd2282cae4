/* cmd-complete.c: hunch complete: what may follow a text.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/complete.h"
#include "tools/input.h"
#include "tools/options.h"

#include <glib/gi18n.h>

static int run (int argc, char **argv);

const CliCommand cmd_complete = { "complete", "[TEXT]", N_ ("Complete a text"), run };

typedef struct
{
  ModelOptions model;
  DrawOptions draw;
  char *file, *ids_text;
  gboolean parse_special, json;
  char **words;
  GBytes *text;
  GArray *ids; /* gint32; NULL: the text counts */
} Options;

static void
options_clear (Options *o)
{
  model_options_clear (&o->model);
  draw_options_clear (&o->draw);
  g_free (o->file);
  g_free (o->ids_text);
  g_strfreev (o->words);
  g_clear_pointer (&o->text, g_bytes_unref);
  g_clear_pointer (&o->ids, g_array_unref);
}

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_complete);
  const GOptionEntry entries[] = {
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &o->file, N_ ("Take the text from a file; '-' is standard input"),
      N_ ("FILE") },
    { "prompt-ids", 0, 0, G_OPTION_ARG_FILENAME, &o->ids_text, N_ ("Tokens in place of a text"), "1,2,3" },
    { "parse-special", 0, 0, G_OPTION_ARG_NONE, &o->parse_special, N_ ("Names of control tokens in the text count"),
      NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with text, tokens and times"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->words, NULL, NULL },
    { NULL },
  };

  model_options_add (&o->model, context);
  draw_options_add (&o->draw, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return cli_parse (&cmd_complete, context, &argc, &argv);
}

/* What is to be completed: a text, or ids; never both. */
static gboolean
read_prompt (Options *o, GError **error)
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

static int
complete (Options *o)
{
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (HunchCompletion) completion = NULL;
  GError *error = NULL;

  if (model_options_read (&o->model, &error) && draw_options_read (&o->draw, &error) && read_prompt (o, &error))
    model = model_options_model (&o->model, &error);
  if (model == NULL)
    return cli_fail (error);
  completion = hunch_completion_new (model);
  g_object_set (completion, "parse-special", o->parse_special, NULL);
  draw_options_apply (&o->draw, completion);
  if (o->ids != NULL)
    hunch_completion_set_prompt_ids (completion, (const gint32 *) o->ids->data, o->ids->len);
  else
    hunch_completion_set_prompt_bytes (completion, o->text);
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
