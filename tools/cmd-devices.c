/* cmd-devices.c: hunch devices: the OpenCL devices of this machine.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "tools/progress.h"
#include "tools/self-test.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_devices = { "devices", "", N_ ("List the devices that can compute"), run };

static void
put_strings (JsonOut *out, HunchDeviceItem *d)
{
  static const char *const names[] = { "name", "kind", "vendor", "platform", "driver", "version" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = NULL;

      g_object_get (d, names[i], &value, NULL);
      json_out_string (out, names[i], value);
    }
}

/* What a self-test said; error NULL: the device is right. */
typedef struct
{
  double difference;
  GError *error;
} Verdict;

static void
verdict_clear (gpointer verdict)
{
  g_clear_error (&((Verdict *) verdict)->error);
}

/* (transfer full): a verdict for each device */
static GArray *
test_devices (GListModel *devices)
{
  GArray *verdicts = g_array_new (FALSE, TRUE, sizeof (Verdict));

  g_array_set_clear_func (verdicts, verdict_clear);
  for (guint i = 0; i < g_list_model_get_n_items (devices); i++)
    {
      g_autoptr (HunchDeviceItem) d = g_list_model_get_item (devices, i);
      Progress *progress = progress_new (_ ("testing"));
      Verdict v = { 0 };

      progress_set (progress, -1, hunch_device_item_get_name (d));
      self_test (hunch_device_item_get_index (d), &v.difference, &v.error);
      progress_free (progress);
      g_array_append_val (verdicts, v);
    }
  return verdicts;
}

static gboolean
all_right (GArray *verdicts)
{
  for (guint i = 0; i < verdicts->len; i++)
    if (g_array_index (verdicts, Verdict, i).error != NULL)
      return FALSE;
  return TRUE;
}

static void
put_verdict (JsonOut *out, const Verdict *v)
{
  json_out_begin (out, "self_test", '{');
  json_out_bool (out, "passed", v->error == NULL);
  json_out_double (out, "largest_difference", v->difference, 6);
  json_out_string (out, "error", v->error ? v->error->message : NULL);
  json_out_end (out, '}');
}

static void
put_device (JsonOut *out, HunchDeviceItem *d, const Verdict *verdict)
{
  guint64 memory, max_allocation, local_memory;
  gboolean fp16, subgroups, int_dot, unified_memory, tuned;
  guint compute_units;

  g_object_get (d, "memory", &memory, "max-allocation", &max_allocation, "local-memory", &local_memory, "compute-units",
                &compute_units, "fp16", &fp16, "subgroups", &subgroups, "int-dot", &int_dot, "unified-memory",
                &unified_memory, "tuned", &tuned, NULL);
  json_out_begin (out, NULL, '{');
  json_out_uint (out, "index", hunch_device_item_get_index (d));
  put_strings (out, d);
  json_out_uint (out, "compute_units", compute_units);
  json_out_uint (out, "memory_bytes", memory);
  json_out_uint (out, "max_allocation_bytes", max_allocation);
  json_out_uint (out, "local_memory_bytes", local_memory);
  json_out_bool (out, "fp16", fp16);
  json_out_bool (out, "subgroups", subgroups);
  json_out_bool (out, "int_dot", int_dot);
  json_out_bool (out, "unified_memory", unified_memory);
  json_out_bool (out, "default", hunch_device_item_get_is_default (d));
  json_out_bool (out, "tuned", tuned);
  if (verdict != NULL)
    put_verdict (out, verdict);
  json_out_end (out, '}');
}

static void
print_json (GListModel *devices, GArray *verdicts)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '[');
  for (guint i = 0; i < g_list_model_get_n_items (devices); i++)
    {
      g_autoptr (HunchDeviceItem) d = g_list_model_get_item (devices, i);

      put_device (&out, d, verdicts ? &g_array_index (verdicts, Verdict, i) : NULL);
    }
  json_out_end (&out, ']');
  json_out_print (&out);
}

static void
print_text (GListModel *devices, GArray *verdicts)
{
  for (guint i = 0; i < g_list_model_get_n_items (devices); i++)
    {
      g_autoptr (HunchDeviceItem) d = g_list_model_get_item (devices, i);
      g_autofree char *memory = g_format_size_full (hunch_device_item_get_memory (d), G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *platform = NULL;
      gboolean tuned;

      g_object_get (d, "platform", &platform, "tuned", &tuned, NULL);
      printf ("%2u%c %s (%s, %s, %s%s)\n", hunch_device_item_get_index (d),
              hunch_device_item_get_is_default (d) ? '*' : ' ', hunch_device_item_get_name (d),
              hunch_device_item_get_kind (d), platform, memory, tuned ? _ (", tuned") : "");
      if (verdicts != NULL && g_array_index (verdicts, Verdict, i).error != NULL)
        printf (_ ("    self-test FAILED: %s\n"), g_array_index (verdicts, Verdict, i).error->message);
      else if (verdicts != NULL)
        printf (_ ("    self-test passed; largest difference of a probability: %.6f\n"),
                g_array_index (verdicts, Verdict, i).difference);
    }
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE, test = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print an array of objects"), NULL },
    { "self-test", 0, 0, G_OPTION_ARG_NONE, &test, N_ ("Ask each device a question whose answer is known"), NULL },
    { NULL },
  };
  GOptionContext *context = cli_option_context (&cmd_devices);
  g_autoptr (HunchDeviceList) devices = NULL;
  g_autoptr (GArray) verdicts = NULL;
  GError *error = NULL;

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_devices, context, &argc, &argv))
    return CLI_USAGE;
  if (argc > 1)
    return cli_usage (cmd_devices.name, _ ("'%s' is one word too many"), argv[1]);
  devices = hunch_device_list_new (NULL, &error);
  if (devices == NULL)
    return cli_fail (error);
  for (const char *const *n = hunch_device_list_get_notices (devices); *n != NULL; n++)
    cli_error ("%s", *n);
  if (test)
    verdicts = test_devices (G_LIST_MODEL (devices));
  if (json)
    print_json (G_LIST_MODEL (devices), verdicts);
  else
    print_text (G_LIST_MODEL (devices), verdicts);
  return verdicts == NULL || all_right (verdicts) ? CLI_OK : CLI_FAILED;
}
