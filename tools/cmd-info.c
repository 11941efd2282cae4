/* cmd-info.c: hunch info: what a model's file says of itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_info = { "info", "FILE", N_ ("Show what a model's file says of itself"), run };

static void
put_tensor (JsonOut *out, HunchFileInfo *info, guint i)
{
  guint n_dims;
  const guint64 *dims = hunch_file_info_get_tensor_shape (info, i, &n_dims);

  json_out_begin (out, NULL, '{');
  json_out_string (out, "name", hunch_file_info_get_tensor_name (info, i));
  json_out_string (out, "type", hunch_file_info_get_tensor_type (info, i));
  json_out_begin (out, "shape", '[');
  for (guint d = 0; d < n_dims; d++)
    json_out_uint (out, NULL, dims[d]);
  json_out_end (out, ']');
  json_out_uint (out, "bytes", hunch_file_info_get_tensor_bytes (info, i));
  json_out_end (out, '}');
}

static void
print_json (HunchFileInfo *info)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_uint (&out, "size_bytes", hunch_file_info_get_size (info));
  json_out_begin (&out, "metadata", '{');
  for (guint i = 0; i < hunch_file_info_get_n_keys (info); i++)
    json_out_string (&out, hunch_file_info_get_key (info, i), hunch_file_info_get_value (info, i));
  json_out_end (&out, '}');
  json_out_begin (&out, "tensors", '[');
  for (guint i = 0; i < hunch_file_info_get_n_tensors (info); i++)
    put_tensor (&out, info, i);
  json_out_end (&out, ']');
  json_out_end (&out, '}');
  json_out_print (&out);
}

static void
print_text (HunchFileInfo *info)
{
  g_autofree char *size = g_format_size (hunch_file_info_get_size (info));

  printf (_ ("%s, %u keys, %u tensors\n\n"), size, hunch_file_info_get_n_keys (info),
          hunch_file_info_get_n_tensors (info));
  for (guint i = 0; i < hunch_file_info_get_n_keys (info); i++)
    printf ("%s = %s\n", hunch_file_info_get_key (info, i), hunch_file_info_get_value (info, i));
  putchar ('\n');
  for (guint i = 0; i < hunch_file_info_get_n_tensors (info); i++)
    {
      guint n_dims;
      const guint64 *dims = hunch_file_info_get_tensor_shape (info, i, &n_dims);
      const char *type = hunch_file_info_get_tensor_type (info, i);

      printf ("%-40s %-5s", hunch_file_info_get_tensor_name (info, i), type ? type : "?");
      for (guint d = 0; d < n_dims; d++)
        printf (" %" G_GUINT64_FORMAT, dims[d]);
      putchar ('\n');
    }
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one object"), NULL },
    { NULL },
  };
  GOptionContext *context = cli_option_context (&cmd_info);
  g_autoptr (HunchCatalogue) catalogue = NULL;
  g_autoptr (HunchFileInfo) info = NULL;
  g_autofree char *path = NULL;
  GError *error = NULL;

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_info, context, &argc, &argv))
    return CLI_USAGE;
  if (argc != 2)
    return cli_usage (cmd_info.name, "%s", _ ("One file is needed"));
  catalogue = hunch_catalogue_new (&error);
  path = catalogue ? hunch_catalogue_find_model (catalogue, argv[1], &error) : NULL;
  info = path ? hunch_file_info_new (path, &error) : NULL;
  if (info == NULL)
    return cli_fail (error);
  if (json)
    print_json (info);
  else
    print_text (info);
  return CLI_OK;
}
