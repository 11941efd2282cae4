/* test-off.c: switched off is off: the module lists, activates, watches a host and is asked, and no driver of OpenCL is even loaded.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The only driver that there is for this process says when it is loaded. That it would is tested too, by switching completion on. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "libhunch/hunch.h"
#include "tests/plugin/headless-host.h"
#include "tests/spin.h"

static char *loaded; /* the file that the driver makes */

static gboolean
too_long (gpointer data)
{
  g_error ("completion neither came nor failed");
  return G_SOURCE_REMOVE;
}

static void
test_off (void)
{
  g_autofree char *model
      = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "tests", "fixtures", "gguf", "valid_gpt2_tied.gguf", NULL);
  g_autoptr (HunchSettings) settings
      = g_object_new (HUNCH_TYPE_SETTINGS, "model", model, "enabled", FALSE, "debounce-ms", 1, NULL);
  g_autoptr (HunchModuleDb) db = hunch_module_db_new (g_getenv ("HUNCH_TEST_MODULES"));
  g_autoptr (HeadlessHost) host = headless_host_new ("int main (void)\n{\n  ", 19);
  g_autoptr (HunchModelCompleter) completer = hunch_model_completer_new (settings);
  g_autoptr (GError) error = NULL;
  g_autoptr (HunchActionProvider) provider = hunch_module_db_dup_provider (db, &error);
  GActionGroup *actions;
  HunchCompleterState state;
  guint guard;

  g_assert_no_error (error);
  actions = hunch_action_provider_create_actions (provider, HUNCH_HOST (host), HUNCH_COMPLETER (completer), settings);
  g_assert_false (g_action_group_get_action_enabled (actions, "complete"));
  for (guint i = 0; i < 5; i++)
    {
      headless_host_type (host, "r");
      g_action_group_activate_action (actions, "complete", NULL);
      spin (20);
    }
  g_assert_null (hunch_model_completer_get_model (completer));
  g_assert_false (g_file_test (loaded, G_FILE_TEST_EXISTS));

  g_object_set (settings, "enabled", TRUE, NULL);
  g_assert_true (g_action_group_get_action_enabled (actions, "complete"));
  spin (20);
  g_assert_false (g_file_test (loaded, G_FILE_TEST_EXISTS)); /* on, and nothing is asked yet */
  g_action_group_activate_action (actions, "complete", NULL);
  guard = g_timeout_add_seconds (120, too_long, NULL);
  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_free (hunch_completer_dup_status (HUNCH_COMPLETER (completer), &state, NULL));
    }
  while (state != HUNCH_COMPLETER_STATE_FAILED); /* the driver has no device */
  g_source_remove (guard);
  g_assert_true (g_file_test (loaded, G_FILE_TEST_EXISTS));
  g_object_unref (actions);
}

/* A folder with the module alone, and one with a list of drivers. */
static void
prepare (const char *dir)
{
  g_autofree char *icd = g_build_filename (dir, "driver.icd", NULL);
  g_autofree char *link = g_build_filename (dir, "hunch.so", NULL);
  g_autofree char *module = g_build_filename (g_getenv ("HUNCH_BUILDDIR"), ".libs", "hunch.so", NULL);
  g_autofree char *driver
      = g_build_filename (g_getenv ("HUNCH_BUILDDIR"), "tests", "plugin", ".libs", "driver.so", NULL);

  g_assert_true (g_file_set_contents (icd, driver, -1, NULL));
  g_assert_cmpint (symlink (module, link), ==, 0);
  loaded = g_build_filename (dir, "loaded", NULL);
  g_setenv ("HUNCH_TEST_LOADED", loaded, TRUE);
  g_setenv ("HUNCH_TEST_MODULES", dir, TRUE);
  g_setenv ("OCL_ICD_VENDORS", dir, TRUE);
  g_unsetenv ("OCL_ICD_FILENAMES");
}

static void
clean (const char *dir)
{
  static const char *const names[] = { "driver.icd", "hunch.so", "loaded" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (dir, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (dir);
}

int
main (int argc, char **argv)
{
  g_autofree char *dir = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  prepare (dir);
  g_test_add_func ("/plugin/off", test_off);
  status = g_test_run ();
  clean (dir);
  g_free (loaded);
  return status;
}
