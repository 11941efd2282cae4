/* tour.c: what a host does with an installed module, from finding it to unloading it; run by installed.sh.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * HUNCH_TEST_MODULES: the folder with hunch.so. HUNCH_TEST_COPY: a folder with a copy of it. HUNCH_TEST_BROKEN: one with modules
 * that are broken, each in its own way. HUNCH_TEST_LOCALES: the folder with catalogues of messages, if there is one. */
#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "tests/plugin/headless-host.h"
#include "tests/plugin/stub-completer.h"

static HunchModuleDb *
open_db (const char *variable)
{
  g_assert_nonnull (g_getenv (variable));
  return hunch_module_db_new (g_getenv (variable));
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_list (void)
{
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");
  HunchModule *module = hunch_module_db_lookup (db, "hunch");

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (db)), ==, 1);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (db)) == HUNCH_TYPE_MODULE);
  g_assert_nonnull (module);
  g_assert_cmpint (hunch_module_get_state (module), ==, HUNCH_MODULE_STATE_NOT_LOADED);
  g_assert_cmpstr (hunch_module_get_version (module), ==, PACKAGE_VERSION);
  g_assert_nonnull (hunch_module_get_purpose (module));
  g_assert_nonnull (hunch_module_get_author (module));
  g_assert_nonnull (hunch_module_get_copyright (module));
  g_assert_nonnull (hunch_module_get_date (module));
  g_assert_cmpuint (g_type_from_name ("HunchCompletionActions"), ==, 0); /* listing registers nothing */
}

static void
test_search_path (void)
{
  g_autoptr (HunchModuleDb) db = NULL;
  HunchModule *module;

  g_setenv ("HUNCH_MODULE_PATH", g_getenv ("HUNCH_TEST_MODULES"), TRUE);
  db = hunch_module_db_new (NULL);
  g_unsetenv ("HUNCH_MODULE_PATH");
  module = hunch_module_db_lookup (db, "hunch");
  g_assert_nonnull (module);
  g_assert_true (g_str_has_prefix (hunch_module_get_filename (module), g_getenv ("HUNCH_TEST_MODULES")));
  g_assert_nonnull (strstr (hunch_module_db_get_search_path (db), "hunch/modules"));
}

static void
test_inhibited (void)
{
  const char *const names[] = { "hunch", NULL };
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");
  g_autoptr (GError) error = NULL;

  hunch_module_db_set_inhibited (db, names);
  g_assert_null (hunch_module_db_dup_provider (db, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (hunch_module_get_state (hunch_module_db_lookup (db, "hunch")), ==, HUNCH_MODULE_STATE_NOT_LOADED);
}

static void
test_broken (void)
{
  const struct
  {
    const char *name;
    HunchModuleState state;
    const char *says;
  } broken[] = {
    { "cut-off", HUNCH_MODULE_STATE_ERROR, "cut off" },
    { "declines", HUNCH_MODULE_STATE_LOAD_FAILED, "declined" },
    { "no-register", HUNCH_MODULE_STATE_ERROR, "hunch_module_register" },
    { "not-a-library", HUNCH_MODULE_STATE_ERROR, "not-a-library" },
    { "odd %n \uFFFD", HUNCH_MODULE_STATE_ERROR, "module interface 2" },
    { "odder \uFFFD", HUNCH_MODULE_STATE_ERROR, "odder \uFFFD" },
    { "other-abi", HUNCH_MODULE_STATE_ERROR, "module interface 2" },
    { "says-nothing", HUNCH_MODULE_STATE_ERROR, "nothing" },
    { "undefined", HUNCH_MODULE_STATE_ERROR, "hunch_test_that_is_nowhere" },
  };
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_BROKEN");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (hunch_module_db_load_all (db), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (db)), ==, G_N_ELEMENTS (broken));
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (HunchModule) module = g_list_model_get_item (G_LIST_MODEL (db), i);

      g_assert_cmpstr (hunch_module_get_name (module), ==, broken[i].name);
      g_assert_cmpint (hunch_module_get_state (module), ==, broken[i].state);
      g_assert_nonnull (strstr (hunch_module_get_last_error (module), broken[i].says));
      g_assert_true (g_utf8_validate (hunch_module_get_last_error (module), -1, NULL));
      g_assert_true (hunch_module_db_lookup (db, broken[i].name) == module);
    }
  g_assert_null (hunch_module_db_dup_provider (db, &error));
  g_assert_nonnull (error);
}

/* The explanation as data: one token with its probability, and two that could have come. */
static void
assert_explained (GActionGroup *actions, const char *text, double p)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (actions, "explanation");
  g_autoptr (GVariant) likely = NULL;
  const char *token;
  double probability;

  g_assert_cmpstr (g_variant_get_type_string (state), ==, HUNCH_EXPLANATION_TYPE);
  g_assert_cmpuint (g_variant_n_children (state), ==, 1);
  g_variant_get_child (state, 0, "(&sd@a(sd))", &token, &probability, &likely);
  g_assert_cmpstr (token, ==, text);
  g_assert_cmpfloat (probability, ==, p);
  g_assert_cmpuint (g_variant_n_children (likely), ==, 2);
}

/* One round with the module: everything a person can do. */
static void
use_actions (GActionGroup *actions, HeadlessHost *host, StubCompleter *completer)
{
  g_autoptr (GVariant) status = NULL;

  g_assert_true (g_action_group_get_action_enabled (actions, "complete"));
  g_assert_false (g_action_group_get_action_enabled (actions, "accept"));
  g_action_group_activate_action (actions, "accept", NULL); /* disabled: nothing happens */
  g_action_group_activate_action (actions, "complete", NULL);
  g_assert_true (g_action_group_get_action_enabled (actions, "dismiss"));
  settle ();
  g_assert_cmpstr (headless_host_get_ghost (host), ==, "oo(bar)");
  g_assert_cmpstr (headless_host_get_text (host), ==, "f\n");
  g_assert_false (headless_host_is_modified (host));
  g_assert_true (g_action_group_get_action_enabled (actions, "accept"));
  g_action_group_activate_action (actions, "accept", NULL);
  g_assert_cmpstr (headless_host_get_text (host), ==, "foo(bar)\n");
  g_assert_null (headless_host_get_ghost (host));
  g_assert_true (headless_host_undo (host));
  g_assert_false (headless_host_is_modified (host));

  g_action_group_activate_action (actions, "complete", NULL);
  settle ();
  g_action_group_activate_action (actions, "accept-word", NULL);
  g_assert_cmpstr (headless_host_get_text (host), ==, "foo\n");
  g_action_group_activate_action (actions, "accept-line", NULL);
  g_assert_cmpstr (headless_host_get_text (host), ==, "foo(bar)\n");
  headless_host_undo (host);
  headless_host_undo (host);

  stub_completer_hold (completer, TRUE);
  headless_host_move (host, 0);
  g_action_group_activate_action (actions, "complete", NULL);
  g_action_group_activate_action (actions, "dismiss", NULL); /* cancels */
  stub_completer_release (completer);
  settle ();
  g_assert_null (headless_host_get_ghost (host));
  stub_completer_hold (completer, FALSE);
  headless_host_move (host, 1);

  g_assert_false (g_action_group_get_action_enabled (actions, "explain"));
  g_action_group_activate_action (actions, "complete", NULL);
  settle ();
  g_action_group_activate_action (actions, "explain", NULL);
  settle ();
  g_assert_nonnull (strstr (headless_host_get_explanation (host), "'oo(bar)'"));
  assert_explained (actions, "oo(bar)", 0.75);
  g_action_group_activate_action (actions, "next", NULL);
  g_action_group_activate_action (actions, "previous", NULL);
  headless_host_set_flags (host, HUNCH_HOST_READ_ONLY);
  g_assert_false (g_action_group_get_action_enabled (actions, "complete"));
  status = g_action_group_get_action_state (actions, "status");
  g_assert_cmpstr (g_variant_get_string (status, NULL), !=, "");
  headless_host_set_flags (host, HUNCH_HOST_NONE);
}

static gboolean
state_is (GActionGroup *actions, const char *name, gboolean value)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (actions, name);

  return g_variant_get_boolean (state) == value;
}

static void
round_trip (HunchModuleDb *db)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HunchActionProvider) provider = hunch_module_db_dup_provider (db, &error);
  g_autoptr (HunchSettings) settings = g_object_new (HUNCH_TYPE_SETTINGS, "speculate", FALSE, NULL);
  g_autoptr (HeadlessHost) host = headless_host_new ("f\n", 1);
  g_autoptr (StubCompleter) completer = stub_completer_new ("oo(bar)");
  GActionGroup *actions;
  g_auto (GStrv) names = NULL;

  g_assert_no_error (error);
  actions = hunch_action_provider_create_actions (provider, HUNCH_HOST (host), HUNCH_COMPLETER (completer), settings);
  names = g_action_group_list_actions (actions);
  g_assert_cmpuint (g_strv_length (names), ==, 12);
  use_actions (actions, host, completer);
  g_assert_true (state_is (actions, "toggle-auto", TRUE));
  g_action_group_activate_action (actions, "toggle-auto", NULL);
  g_assert_true (state_is (actions, "toggle-auto", FALSE));
  g_object_unref (actions);
}

static void
test_rounds (void)
{
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");
  HunchModule *module = hunch_module_db_lookup (db, "hunch");

  for (guint i = 0; i < 3; i++)
    {
      round_trip (db);
      g_assert_cmpint (hunch_module_get_state (module), ==, HUNCH_MODULE_STATE_LOADED);
      hunch_module_unload (module);
      hunch_module_unload (module); /* twice is once */
      settle ();
    }
}

/* The suggestion and the question of a group that goes away go with it. */
static void
test_group_goes (void)
{
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");
  g_autoptr (HunchActionProvider) provider = hunch_module_db_dup_provider (db, NULL);
  g_autoptr (HeadlessHost) host = headless_host_new ("f\n", 1);
  g_autoptr (StubCompleter) completer = stub_completer_new ("oo");
  GActionGroup *actions;

  actions = hunch_action_provider_create_actions (provider, HUNCH_HOST (host), HUNCH_COMPLETER (completer), NULL);
  g_action_group_activate_action (actions, "complete", NULL);
  settle ();
  g_assert_nonnull (headless_host_get_ghost (host));
  g_object_unref (actions);
  g_assert_null (headless_host_get_ghost (host));
  headless_host_type (host, "x");
}

/* Objects outlive the module's use: its code stays. */
static void
test_unload_with_objects (void)
{
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");
  g_autoptr (HunchActionProvider) provider = hunch_module_db_dup_provider (db, NULL);
  g_autoptr (HeadlessHost) host = headless_host_new ("f\n", 1);
  g_autoptr (StubCompleter) completer = stub_completer_new ("oo");
  GActionGroup *actions;

  actions = hunch_action_provider_create_actions (provider, HUNCH_HOST (host), HUNCH_COMPLETER (completer), NULL);
  hunch_module_unload (hunch_module_db_lookup (db, "hunch"));
  g_action_group_activate_action (actions, "complete", NULL);
  settle ();
  g_assert_cmpstr (headless_host_get_ghost (host), ==, "oo");
  g_object_unref (actions);
}

/* Two hosts in one process: with one file they share it; with two, the second is told why not, and uses the first. */
static void
test_two_hosts (void)
{
  g_autoptr (HunchModuleDb) first = open_db ("HUNCH_TEST_MODULES");
  g_autoptr (HunchModuleDb) second = open_db ("HUNCH_TEST_MODULES");
  g_autoptr (HunchModuleDb) copy = open_db ("HUNCH_TEST_COPY");
  g_autoptr (HunchActionProvider) shared = NULL;
  g_autoptr (GError) error = NULL;
  HunchModule *module = hunch_module_db_lookup (copy, "hunch");

  g_assert_true (hunch_module_db_lookup (first, "hunch") == hunch_module_db_lookup (second, "hunch"));
  g_assert_true (hunch_module_load (hunch_module_db_lookup (first, "hunch"), NULL));
  g_assert_true (hunch_module_load (hunch_module_db_lookup (second, "hunch"), NULL));
  g_assert_false (hunch_module_load (module, &error));
  g_assert_nonnull (strstr (error->message, g_getenv ("HUNCH_TEST_MODULES")));
  g_assert_cmpint (hunch_module_get_state (module), ==, HUNCH_MODULE_STATE_LOAD_FAILED);
  shared = hunch_module_db_dup_provider (copy, NULL);
  g_assert_nonnull (shared);
}

/* A module is a guest: the locale and the messages of its host are the host's. */
static void
test_guest (void)
{
  g_autofree char *locale = g_strdup (setlocale (LC_ALL, NULL));
  g_autofree char *domain = g_strdup (textdomain (NULL));
  g_autoptr (HunchModuleDb) db = open_db ("HUNCH_TEST_MODULES");

  round_trip (db);
  g_assert_cmpstr (setlocale (LC_ALL, NULL), ==, locale);
  g_assert_cmpstr (textdomain (NULL), ==, domain);
}

static void
check_purpose (HunchModuleDb *db, const char *purpose)
{
  hunch_module_db_refresh (db);
  g_assert_cmpstr (hunch_module_get_purpose (hunch_module_db_lookup (db, "hunch")), ==, purpose);
}

/* It speaks from its own catalogue and in the host's language, which it leaves to the host, as it does the host's catalogue. */
static void
test_language (void)
{
  g_autoptr (HunchModuleDb) db = NULL;

  if (g_getenv ("HUNCH_TEST_LOCALES") == NULL)
    {
      g_test_skip ("built without translations");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_setenv ("LANGUAGE", "de", TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_unsetenv ("LANGUAGE");
      g_test_trap_assert_passed ();
      return;
    }
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("HUNCH_TEST_LOCALES")); /* it is not installed where it was to be */
  bindtextdomain ("host", "/nowhere");
  textdomain ("host");
  setlocale (LC_ALL, "C"); /* GLib's tests set the person's */
  db = open_db ("HUNCH_TEST_MODULES");
  check_purpose (db, "Completes text where people type it");
  g_assert_cmpstr (setlocale (LC_ALL, NULL), ==, "C");
  g_assert_nonnull (setlocale (LC_ALL, "C.UTF-8"));
  check_purpose (db, "Vervollständigt Text da, wo er getippt wird");
  round_trip (db);
  g_assert_cmpstr (setlocale (LC_ALL, NULL), ==, "C.UTF-8");
  g_assert_cmpstr (textdomain (NULL), ==, "host");
  g_assert_cmpstr (bindtextdomain ("host", NULL), ==, "/nowhere");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/module/list", test_list);
  g_test_add_func ("/module/search-path", test_search_path);
  g_test_add_func ("/module/inhibited", test_inhibited);
  g_test_add_func ("/module/broken", test_broken);
  g_test_add_func ("/module/rounds", test_rounds);
  g_test_add_func ("/module/group-goes", test_group_goes);
  g_test_add_func ("/module/unload-with-objects-alive", test_unload_with_objects);
  g_test_add_func ("/module/two-hosts-two-copies", test_two_hosts);
  g_test_add_func ("/module/guest", test_guest);
  g_test_add_func ("/module/language", test_language);
  return g_test_run ();
}
