/* cmd-models.c: hunch models: what can be fetched, and what is here.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_models = { "models", "", N_ ("List the models that are here or can be fetched"), run };

static void
put_entry (JsonOut *out, HunchCatalogueEntry *e)
{
  json_out_begin (out, NULL, '{');
  json_out_string (out, "name", hunch_catalogue_entry_get_name (e));
  json_out_string (out, "title", hunch_catalogue_entry_get_title (e));
  json_out_string (out, "summary", hunch_catalogue_entry_get_summary (e));
  json_out_string (out, "licence", hunch_catalogue_entry_get_licence (e));
  json_out_uint (out, "size_bytes", hunch_catalogue_entry_get_size (e));
  json_out_bool (out, "infill", hunch_catalogue_entry_get_can_infill (e));
  json_out_bool (out, "default", hunch_catalogue_entry_get_is_default (e));
  json_out_bool (out, "installed", hunch_catalogue_entry_is_installed (e));
  json_out_string (out, "path", hunch_catalogue_entry_get_path (e));
  json_out_end (out, '}');
}

static void
print_json (GListModel *catalogue)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '[');
  for (guint i = 0; i < g_list_model_get_n_items (catalogue); i++)
    {
      g_autoptr (HunchCatalogueEntry) e = g_list_model_get_item (catalogue, i);

      put_entry (&out, e);
    }
  json_out_end (&out, ']');
  json_out_print (&out);
}

static void
print_text (GListModel *catalogue)
{
  for (guint i = 0; i < g_list_model_get_n_items (catalogue); i++)
    {
      g_autoptr (HunchCatalogueEntry) e = g_list_model_get_item (catalogue, i);
      g_autofree char *size = g_format_size (hunch_catalogue_entry_get_size (e));
      gboolean here = hunch_catalogue_entry_is_installed (e);

      printf ("%-20s %9s  %-11s %-10s %s%s\n", hunch_catalogue_entry_get_name (e), size,
              hunch_catalogue_entry_get_licence (e), here ? _ ("here") : _ ("not here"),
              hunch_catalogue_entry_get_summary (e), hunch_catalogue_entry_get_is_default (e) ? _ (" (default)") : "");
    }
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print an array of objects"), NULL },
    { NULL },
  };
  GOptionContext *context = cli_option_context (&cmd_models);
  g_autoptr (HunchCatalogue) catalogue = NULL;
  GError *error = NULL;

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_models, context, &argc, &argv))
    return CLI_USAGE;
  if (argc > 1)
    return cli_usage (cmd_models.name, _ ("'%s' is one word too many"), argv[1]);
  catalogue = hunch_catalogue_new (&error);
  if (catalogue == NULL)
    return cli_fail (error);
  if (json)
    print_json (G_LIST_MODEL (catalogue));
  else
    print_text (G_LIST_MODEL (catalogue));
  return CLI_OK;
}
