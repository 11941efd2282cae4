/* test-settings.c: the schema and the object say the same, and changes take effect at once.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "plugin/query-private.h"
#include "plugin/settings-private.h"

static const char *schema_dir;

/* Without a schema the defaults hold. */
static void
test_no_schema (void)
{
  g_autoptr (HunchSettings) settings = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  settings = hunch_settings_new ();
  g_assert_false (hunch_settings_is_stored (settings));
  g_assert_cmpuint (settings->debounce_ms, ==, 100);
  g_assert_true (g_strv_contains ((const char *const *) settings->secret_files, ".env"));
  g_object_set (settings, "debounce-ms", 20, NULL);
  g_assert_cmpuint (settings->debounce_ms, ==, 20);
}

#define SCHEMA_FILE "org.hunch.Hunch.gschema.xml"

/* A folder with the schema, compiled; the source beside it is where descriptions are read from. */
static gboolean
compile_schema (const char *dir)
{
  g_autofree char *source = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "data", SCHEMA_FILE, NULL);
  g_autofree char *copy = g_build_filename (dir, SCHEMA_FILE, NULL);
  const char *argv[] = { "glib-compile-schemas", "--strict", dir, NULL };
  g_autofree char *xml = NULL;
  gint status = -1;

  return g_file_get_contents (source, &xml, NULL, NULL) && g_file_set_contents (copy, xml, -1, NULL)
         && g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL)
         && status == 0;
}

static void
remove_files (const char *dir)
{
  g_autofree char *compiled = g_build_filename (dir, "gschemas.compiled", NULL);
  g_autofree char *copy = g_build_filename (dir, SCHEMA_FILE, NULL);

  g_remove (compiled);
  g_remove (copy);
  g_rmdir (dir);
}

static void
check_range (GSettingsSchemaKey *key, GParamSpec *pspec)
{
  g_autoptr (GVariant) range = g_settings_schema_key_get_range (key);
  g_autoptr (GVariant) detail = NULL;
  const char *kind;
  guint min, max;

  g_variant_get (range, "(&sv)", &kind, &detail);
  if (!G_IS_PARAM_SPEC_UINT (pspec))
    return;
  g_assert_cmpstr (kind, ==, "range");
  g_variant_get (detail, "(uu)", &min, &max);
  g_assert_cmpuint (min, ==, G_PARAM_SPEC_UINT (pspec)->minimum);
  g_assert_cmpuint (max, ==, G_PARAM_SPEC_UINT (pspec)->maximum);
}

/* Each key is a property with the same range and default, is described, and the other way round. */
static void
test_same (void)
{
  g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (schema_dir, NULL, TRUE, NULL);
  g_autoptr (GSettingsSchema) schema = g_settings_schema_source_lookup (source, HUNCH_SETTINGS_SCHEMA, FALSE);
  g_auto (GStrv) keys = g_settings_schema_list_keys (schema);
  g_autoptr (HunchSettings) plain = g_object_new (HUNCH_TYPE_SETTINGS, NULL);
  g_autoptr (HunchSettings) stored = hunch_settings_new ();
  guint n;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (plain), &n);

  g_assert_true (hunch_settings_is_stored (stored));
  g_assert_cmpuint (g_strv_length (keys), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, pspecs[i]->name);
      g_auto (GValue) a = G_VALUE_INIT, b = G_VALUE_INIT;

      g_assert_nonnull (g_settings_schema_key_get_summary (key));
      g_assert_nonnull (g_settings_schema_key_get_description (key));
      check_range (key, pspecs[i]);
      g_object_get_property (G_OBJECT (plain), pspecs[i]->name, &a);
      g_object_get_property (G_OBJECT (stored), pspecs[i]->name, &b);
      if (G_VALUE_HOLDS (&a, G_TYPE_STRV))
        g_assert_cmpstrv (g_value_get_boxed (&a), g_value_get_boxed (&b));
      else
        g_assert_cmpint (g_param_values_cmp (pspecs[i], &a, &b), ==, 0);
    }
}

static void
test_at_once (void)
{
  g_autoptr (GSettings) other = g_settings_new (HUNCH_SETTINGS_SCHEMA);
  g_autoptr (HunchSettings) settings = hunch_settings_new ();

  g_settings_set_uint (other, "debounce-ms", 33);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (settings->debounce_ms, ==, 33);
  g_object_set (settings, "auto-trigger", FALSE, NULL); /* as the toggle-auto action does */
  g_assert_false (g_settings_get_boolean (other, "auto-trigger"));
}

/* Whatever the properties are set to, there is a text in each that must have one. */
static void
check_null (GObject *object)
{
  guint n;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      if (!G_IS_PARAM_SPEC_STRING (pspecs[i]))
        continue;
      g_object_set (object, pspecs[i]->name, NULL, NULL);
      g_object_get_property (object, pspecs[i]->name, &value);
      g_assert_true (g_param_value_defaults (pspecs[i], &value));
    }
}

static void
test_null (void)
{
  g_autoptr (HunchSettings) plain = g_object_new (HUNCH_TYPE_SETTINGS, NULL);
  g_autoptr (HunchSettings) stored = hunch_settings_new ();
  g_autoptr (HunchQuery) query = hunch_query_new ("before", "after");
  g_autoptr (HunchReply) reply = hunch_reply_new (NULL);

  check_null (G_OBJECT (plain));
  check_null (G_OBJECT (stored));
  check_null (G_OBJECT (query));
  check_null (G_OBJECT (reply));
  g_assert_cmpstr (hunch_query_get_prefix (query), ==, "");
  g_assert_cmpstr (hunch_reply_get_text (reply), ==, "");
}

int
main (int argc, char **argv)
{
  g_autofree char *dir = NULL;
  int status;

  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/settings/no-schema", test_no_schema);
  if (g_test_subprocess ())
    {
      g_setenv ("XDG_DATA_DIRS", "/nonexistent", TRUE);
      g_unsetenv ("GSETTINGS_SCHEMA_DIR");
      return g_test_run ();
    }
  schema_dir = dir = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  g_assert_true (compile_schema (dir));
  g_setenv ("GSETTINGS_SCHEMA_DIR", dir, TRUE);
  g_test_add_func ("/plugin/settings/same", test_same);
  g_test_add_func ("/plugin/settings/at-once", test_at_once);
  g_test_add_func ("/plugin/settings/null", test_null);
  status = g_test_run ();
  remove_files (dir);
  return status;
}
