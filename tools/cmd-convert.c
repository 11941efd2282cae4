/* cmd-convert.c: hunch convert: a model's file or folder as a GGUF file of another type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/progress.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>

static int run (int argc, char **argv);

const CliCommand cmd_convert
    = { "convert", N_ ("SOURCE TARGET"), N_ ("Write a model as a GGUF file of another type"), run };

static void
on_progress (goffset done, goffset all, gpointer progress)
{
  progress_set (progress, (double) done / all, NULL);
}

static int
convert (const char *source, const char *target, const char *type, gboolean force)
{
  g_autoptr (HunchCatalogue) catalogue = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *path = NULL, *what = NULL;
  Progress *progress;
  GError *error = NULL;

  if (!force && g_file_test (target, G_FILE_TEST_EXISTS))
    {
      cli_error (_ ("%s is there already; --force overwrites it"), target);
      return CLI_FAILED;
    }
  catalogue = hunch_catalogue_new (&error);
  path = catalogue ? hunch_catalogue_find_model (catalogue, source, &error) : NULL;
  if (path == NULL)
    return cli_fail (error);
  what = g_strdup_printf (_ ("writing %s"), target);
  progress = progress_new (what);
  hunch_convert_async (path, target, type, force, on_progress, progress, NULL, interrupt_cancellable (),
                       interrupt_ready, &result);
  interrupt_wait (&result);
  progress_free (progress);
  if (hunch_convert_finish (result, &error))
    return CLI_OK;
  return cli_fail (error);
}

static int
run (int argc, char **argv)
{
  g_autofree char *type = NULL;
  gboolean force = FALSE;
  const GOptionEntry entries[] = {
    { "type", 't', 0, G_OPTION_ARG_STRING, &type, N_ ("Of the matrices: F32, F16, Q8_0 (default), Q4_0 or Q4_K"),
      N_ ("TYPE") },
    { "force", 0, 0, G_OPTION_ARG_NONE, &force, N_ ("Overwrite what is there"), NULL },
    { NULL },
  };
  GOptionContext *context = cli_option_context (&cmd_convert);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_convert, context, &argc, &argv))
    return CLI_USAGE;
  if (argc != 3)
    return cli_usage (cmd_convert.name, "%s",
                      _ ("Two names are needed, of what there is and of what is to be written"));
  return convert (argv[1], argv[2], type ? type : "Q8_0", force);
}
