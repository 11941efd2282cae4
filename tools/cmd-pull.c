/* cmd-pull.c: hunch pull: fetches a model by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/progress.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_pull = { "pull", "NAME", N_ ("Fetch a model"), run };

static void
on_progress (HunchPull *pull, GParamSpec *pspec, Progress *progress)
{
  guint64 done = hunch_pull_get_done (pull), total = hunch_pull_get_total (pull);
  g_autofree char *done_text = g_format_size (done);
  g_autofree char *total_text = g_format_size (total);
  g_autofree char *sizes = g_strdup_printf (_ ("%s of %s"), done_text, total_text);
  double fraction = total ? MIN (1, (double) done / total) : -1;

  switch (hunch_pull_get_stage (pull))
    {
    case HUNCH_PULL_STAGE_WAITING:
      progress_set (progress, -1, _ ("waiting for another process that fetches it"));
      break;
    case HUNCH_PULL_STAGE_DOWNLOADING:
      progress_set (progress, fraction, sizes);
      break;
    case HUNCH_PULL_STAGE_CHECKING:
      progress_set (progress, fraction, _ ("checking"));
      break;
    case HUNCH_PULL_STAGE_IDLE:
      break;
    }
}

static int
fetch (HunchCatalogueEntry *entry)
{
  g_autoptr (HunchPull) pull = hunch_pull_new (entry);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *what = g_strdup_printf (_ ("fetching %s"), hunch_catalogue_entry_get_title (entry));
  Progress *progress = progress_new (what);
  GError *error = NULL;
  gboolean ok;

  g_signal_connect (pull, "notify::done", G_CALLBACK (on_progress), progress);
  hunch_pull_run_async (pull, interrupt_cancellable (), interrupt_ready, &result);
  interrupt_wait (&result);
  g_signal_handlers_disconnect_by_data (pull, progress);
  progress_free (progress);
  ok = hunch_pull_run_finish (pull, result, &error);
  if (!ok)
    return cli_fail (error);
  printf ("%s\n", hunch_catalogue_entry_get_path (entry));
  return CLI_OK;
}

static int
run (int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_pull);
  g_autoptr (HunchCatalogue) catalogue = NULL;
  HunchCatalogueEntry *entry;
  GError *error = NULL;

  if (!cli_parse (&cmd_pull, context, &argc, &argv))
    return CLI_USAGE;
  if (argc != 2)
    return cli_usage (cmd_pull.name, "%s", _ ("One name is needed; 'hunch models' lists them"));
  catalogue = hunch_catalogue_new (&error);
  if (catalogue == NULL)
    return cli_fail (error);
  entry = hunch_catalogue_lookup (catalogue, argv[1]);
  if (entry == NULL)
    {
      cli_error (_ ("There is no model '%s' to fetch; 'hunch models' lists the names"), argv[1]);
      return CLI_FAILED;
    }
  return fetch (entry);
}
