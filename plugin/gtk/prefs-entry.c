/* prefs-entry.c: an entry for a setting, stored when it is done with: a half-written name is no setting.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/gtk/prefs-entry.h"

#define SETTINGS "hunch-settings"
#define SETTING  "hunch-setting"

static gboolean
list_to_text (const GValue *from, GValue *to)
{
  char **names = g_value_get_boxed (from);

  g_value_take_string (to, names != NULL ? g_strjoinv (", ", names) : g_strdup (""));
  return TRUE;
}

static gboolean
show (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  if (G_VALUE_HOLDS (from, G_TYPE_STRV))
    return list_to_text (from, to);
  g_value_copy (from, to);
  return TRUE;
}

static char **
parse_list (const char *text)
{
  g_auto (GStrv) pieces = g_strsplit (text, ",", -1);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; pieces[i] != NULL; i++)
    if (*g_strstrip (pieces[i]) != '\0')
      g_strv_builder_add (names, pieces[i]);
  return g_strv_builder_end (names);
}

/* Setting what is set already would unload the model, or forget what was read. */
static void
store_text (GObject *settings, const char *setting, const char *text)
{
  g_autofree char *now = NULL;

  g_object_get (settings, setting, &now, NULL);
  if (g_strcmp0 (now, text) != 0)
    g_object_set (settings, setting, text, NULL);
}

static void
store_list (GObject *settings, const char *setting, const char *text)
{
  g_auto (GStrv) names = parse_list (text), now = NULL;
  char *none[] = { NULL };

  g_object_get (settings, setting, &now, NULL);
  if (!g_strv_equal ((const char *const *) names, (const char *const *) (now != NULL ? now : none)))
    g_object_set (settings, setting, names, NULL);
}

static void
store (GtkEntry *entry)
{
  GObject *settings = g_object_get_data (G_OBJECT (entry), SETTINGS);
  const char *setting = g_object_get_data (G_OBJECT (entry), SETTING), *text = gtk_entry_get_text (entry);

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (settings), setting)->value_type == G_TYPE_STRV)
    store_list (settings, setting, text);
  else
    store_text (settings, setting, text);
}

static gboolean
on_left (GtkEntry *entry)
{
  store (entry);
  return GDK_EVENT_PROPAGATE;
}

static void
on_chosen (GtkComboBox *combo, GtkEntry *entry)
{
  if (gtk_combo_box_get_active (combo) >= 0)
    store (entry);
}

void
prefs_entry_bind (GtkEntry *entry, HunchSettings *settings, const char *setting)
{
  g_object_set_data_full (G_OBJECT (entry), SETTINGS, g_object_ref (settings), g_object_unref);
  g_object_set_data (G_OBJECT (entry), SETTING, (gpointer) g_intern_string (setting));
  g_object_bind_property_full (settings, setting, entry, "text", G_BINDING_SYNC_CREATE, show, NULL, NULL, NULL);
  g_signal_connect (entry, "activate", G_CALLBACK (store), NULL);
  g_signal_connect (entry, "focus-out-event", G_CALLBACK (on_left), NULL);
  g_signal_connect (entry, "unmap", G_CALLBACK (store), NULL);
}

void
prefs_entry_bind_combo (GtkComboBox *combo, HunchSettings *settings, const char *setting)
{
  GtkWidget *entry = gtk_bin_get_child (GTK_BIN (combo));

  prefs_entry_bind (GTK_ENTRY (entry), settings, setting);
  g_signal_connect (combo, "changed", G_CALLBACK (on_chosen), entry);
}
