/* cmd-info.c: hunch info: what a model's file says of itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <stdio.h>

/* The context of a model that is loaded with none asked for, at most; hunch(1) says so. */
#define DEFAULT_CONTEXT 8192

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

/* Tensors of one type. */
typedef struct
{
  const char *type; /* NULL: one that Hunch does not know */
  guint n;
  guint64 bytes;
} TypeSum;

/* (element-type TypeSum) in the order in which they come. */
static GArray *
sum_types (HunchFileInfo *info)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (TypeSum));

  for (guint i = 0; i < hunch_file_info_get_n_tensors (info); i++)
    {
      TypeSum fresh = { hunch_file_info_get_tensor_type (info, i), 0, 0 }, *sum = NULL;

      for (guint k = 0; k < sums->len && sum == NULL; k++)
        if (g_strcmp0 (g_array_index (sums, TypeSum, k).type, fresh.type) == 0)
          sum = &g_array_index (sums, TypeSum, k);
      if (sum == NULL)
        sum = &g_array_index (g_array_append_val (sums, fresh), TypeSum, sums->len - 1);
      sum->n++;
      sum->bytes += hunch_file_info_get_tensor_bytes (info, i);
    }
  return sums;
}

/* Whether and where it runs; all that can be said without loading it. */
typedef struct
{
  guint n_context; /* what a model is loaded with when nobody asks for a number */
  guint64 needed;  /* bytes of weights and cache */
  char *device;    /* the default one; NULL: none */
  guint64 memory;
  char *problem; /* NULL: it runs */
} Fit;

static void
look_for_device (Fit *fit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HunchDeviceList) devices = hunch_device_list_new (NULL, &error);

  for (guint i = 0; devices != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (devices)); i++)
    {
      g_autoptr (HunchDeviceItem) d = g_list_model_get_item (G_LIST_MODEL (devices), i);

      if (!hunch_device_item_get_is_default (d))
        continue;
      fit->device = g_strdup (hunch_device_item_get_name (d));
      fit->memory = hunch_device_item_get_memory (d);
    }
  if (fit->device == NULL)
    fit->problem = g_strdup (error ? error->message : _ ("There is no device that can compute"));
}

static Fit
find_fit (HunchFileInfo *info)
{
  Fit fit = { .n_context = MIN (hunch_file_info_get_n_context (info), DEFAULT_CONTEXT) };

  fit.needed = hunch_file_info_get_weight_bytes (info) + hunch_file_info_get_cache_bytes (info, fit.n_context);
  if (hunch_file_info_get_problem (info) != NULL)
    fit.problem = g_strdup (hunch_file_info_get_problem (info));
  else
    look_for_device (&fit);
  if (fit.problem == NULL && fit.memory < hunch_file_info_get_weight_bytes (info))
    {
      g_autofree char *weights = g_format_size (hunch_file_info_get_weight_bytes (info));
      g_autofree char *memory = g_format_size (fit.memory);

      fit.problem = g_strdup_printf (_ ("Its weights need %s, and %s has %s"), weights, fit.device, memory);
    }
  return fit;
}

static void
put_model (JsonOut *out, HunchFileInfo *info, const Fit *fit, const GArray *types)
{
  json_out_string (out, "family", hunch_file_info_get_family (info));
  json_out_string (out, "name", hunch_file_info_get_name (info));
  json_out_uint (out, "size_bytes", hunch_file_info_get_size (info));
  json_out_uint (out, "context", hunch_file_info_get_n_context (info));
  json_out_uint (out, "vocabulary", hunch_file_info_get_n_vocabulary (info));
  json_out_begin (out, "types", '{');
  for (guint i = 0; i < types->len; i++)
    {
      const TypeSum *t = &g_array_index (types, TypeSum, i);

      json_out_uint (out, t->type ? t->type : "?", t->n);
    }
  json_out_end (out, '}');
  json_out_uint (out, "weight_bytes", hunch_file_info_get_weight_bytes (info));
  json_out_uint (out, "cache_bytes", hunch_file_info_get_cache_bytes (info, fit->n_context));
  json_out_bool (out, "runs", fit->problem == NULL);
  json_out_string (out, "problem", fit->problem);
  json_out_string (out, "device", fit->device);
  json_out_begin (out, "warnings", '[');
  for (const char *const *w = hunch_file_info_get_warnings (info); *w != NULL; w++)
    json_out_string (out, NULL, *w);
  json_out_end (out, ']');
}

static void
print_json (HunchFileInfo *info, const Fit *fit, const GArray *types)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  put_model (&out, info, fit, types);
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
print_model (HunchFileInfo *info, const Fit *fit, const GArray *types)
{
  g_autofree char *size = g_format_size (hunch_file_info_get_size (info)), *needed = g_format_size (fit->needed);
  const char *family = hunch_file_info_get_family (info);

  if (family != NULL)
    {
      printf (_ ("%s, of the %s family\n"), hunch_file_info_get_name (info), family);
      printf (_ ("context      %u tokens\n"), hunch_file_info_get_n_context (info));
      printf (_ ("vocabulary   %u tokens\n"), hunch_file_info_get_n_vocabulary (info));
    }
  printf (_ ("size         %s, %u keys, %u tensors:"), size, hunch_file_info_get_n_keys (info),
          hunch_file_info_get_n_tensors (info));
  for (guint i = 0; i < types->len; i++)
    {
      const TypeSum *t = &g_array_index (types, TypeSum, i);

      printf ("%s %u %s", i ? "," : "", t->n, t->type ? t->type : "?");
    }
  putchar ('\n');
  if (family != NULL)
    printf (_ ("memory       %s, with a context of %u tokens\n"), needed, fit->n_context);
  if (fit->problem != NULL)
    printf (_ ("cannot run   %s\n"), fit->problem);
  else
    printf (_ ("runs         on %s\n"), fit->device);
  for (const char *const *w = hunch_file_info_get_warnings (info); *w != NULL; w++)
    printf (_ ("note         %s\n"), *w);
}

static void
print_text (HunchFileInfo *info, const Fit *fit, const GArray *types)
{
  print_model (info, fit, types);
  putchar ('\n');
  for (guint i = 0; i < hunch_file_info_get_n_keys (info); i++)
    printf ("%s = %s\n", hunch_file_info_get_key (info, i), hunch_file_info_get_value (info, i));
  putchar ('\n');
  for (guint i = 0; i < hunch_file_info_get_n_tensors (info); i++)
    {
      guint n_dims;
      const guint64 *dims = hunch_file_info_get_tensor_shape (info, i, &n_dims);
      const char *type = hunch_file_info_get_tensor_type (info, i);

      printf ("%-40s %-6s", hunch_file_info_get_tensor_name (info, i), type ? type : "?");
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
  g_autoptr (GArray) types = NULL;
  g_autofree char *path = NULL;
  GError *error = NULL;
  Fit fit;

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
  fit = find_fit (info);
  types = sum_types (info);
  if (json)
    print_json (info, &fit, types);
  else
    print_text (info, &fit, types);
  g_free (fit.device);
  g_free (fit.problem);
  return CLI_OK;
}
