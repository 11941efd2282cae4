/* cmd-tune.c: hunch tune: finds out what is fastest on a device, and keeps it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/json-out.h"
#include "tools/options.h"
#include "tools/progress.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static int run (int argc, char **argv);

const CliCommand cmd_tune = { "tune", "", N_ ("Find out what is fastest on a device, and keep it"), run };

typedef struct
{
  ModelOptions model;
  char *seconds_text;
  gboolean json;
  guint64 seconds;
} Options;

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_tune);
  const GOptionEntry entries[] = {
    { "seconds", 's', 0, G_OPTION_ARG_FILENAME, &o->seconds_text, N_ ("How long to measure, about (60)"), "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object"), NULL },
    { NULL },
  };
  g_autoptr (GError) error = NULL;

  model_options_add (&o->model, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_tune, context, &argc, &argv))
    return FALSE;
  if (argc > 1)
    cli_usage (cmd_tune.name, _ ("'%s' is one word too many"), argv[1]);
  else if (o->model.exact)
    cli_usage (cmd_tune.name, "%s", _ ("What --exact computes is not for tuning: leave it out"));
  else if (!model_options_read (&o->model, &error)
           || !cli_uint ("--seconds", o->seconds_text, 1, 24 * 60 * 60, &o->seconds, &error))
    cli_usage (cmd_tune.name, "%s", error->message);
  else
    return TRUE;
  return FALSE;
}

static void
on_progress (goffset done, goffset all, gpointer progress)
{
  progress_set (progress, (double) done / all, NULL);
}

static GVariant *
tune (HunchModel *model, guint seconds, GError **error)
{
  Progress *progress = progress_new (_ ("measuring"));
  g_autoptr (GAsyncResult) result = NULL;

  hunch_model_tune_async (model, seconds, on_progress, progress, NULL, interrupt_cancellable (), interrupt_ready,
                          &result);
  interrupt_wait (&result);
  progress_free (progress);
  return hunch_model_tune_finish (model, result, error);
}

/* What the figures of a row are of. */
static const char *
phase_name (const char *phase)
{
  return strcmp (phase, "reading") == 0 ? _ ("reading") : strcmp (phase, "writing") == 0 ? _ ("writing") : _ ("both");
}

static void
print_text (GVariant *learned)
{
  g_autoptr (GVariantIter) rows = NULL;
  const char *path, *name, *value, *phase;
  gboolean whole, some;
  double before, after;

  g_variant_get (learned, "(b^&aya(sssdd))", &whole, &path, &rows);
  some = g_variant_iter_n_children (rows) > 0;
  while (g_variant_iter_next (rows, "(&s&s&sdd)", &name, &value, &phase, &before, &after))
    printf (_ ("%-16s %-20s %s: %.1f tokens/s before, %.1f now\n"), name, value, phase_name (phase), before, after);
  if (!whole)
    printf ("%s\n", _ ("Not everything was measured; with more --seconds it would be"));
  if (some)
    printf (_ ("Kept in %s\n"), path);
  else
    printf ("%s\n", _ ("There was no time to learn anything"));
}

static void
print_json (GVariant *learned)
{
  g_autoptr (GVariantIter) rows = NULL;
  const char *path, *name, *value, *phase;
  gboolean whole;
  double before, after;
  JsonOut out;

  g_variant_get (learned, "(b^&aya(sssdd))", &whole, &path, &rows);
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_bool (&out, "whole", whole);
  json_out_string (&out, "file", path);
  json_out_begin (&out, "settings", '[');
  while (g_variant_iter_next (rows, "(&s&s&sdd)", &name, &value, &phase, &before, &after))
    {
      json_out_begin (&out, NULL, '{');
      json_out_string (&out, "name", name);
      json_out_string (&out, "value", value);
      json_out_string (&out, "phase", phase);
      json_out_double (&out, "tokens_per_second_before", before, 3);
      json_out_double (&out, "tokens_per_second", after, 3);
      json_out_end (&out, '}');
    }
  json_out_end (&out, ']');
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
tune_and_print (const Options *o)
{
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (GVariant) learned = NULL;
  GError *error = NULL;

  model = model_options_model (&o->model, &error);
  if (model == NULL || !model_load (model, &error))
    return cli_fail (error);
  learned = tune (model, (guint) o->seconds, &error);
  hunch_model_unload (model);
  if (learned == NULL)
    return cli_fail (error);
  (o->json ? print_json : print_text) (learned);
  return CLI_OK;
}

static int
run (int argc, char **argv)
{
  Options o = { .seconds = 60 };
  int status = parse (&o, argc, argv) ? tune_and_print (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  g_free (o.seconds_text);
  return status;
}
