/* prefs.c: the preferences of the plugin; each widget is bound to a setting.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <libpeas-gtk/peas-gtk.h>

#include "plugin/gedit/plugin.h"
#include "plugin/gedit/shared.h"
#include "plugin/gedit/prefs-model.h"

typedef GObject HunchGeditPrefs;
typedef GObjectClass HunchGeditPrefsClass;

static void configurable_init (PeasGtkConfigurableInterface *iface);

G_DEFINE_TYPE_WITH_CODE (HunchGeditPrefs, hunch_gedit_prefs, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (PEAS_GTK_TYPE_CONFIGURABLE, configurable_init))

#define BOTH (G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL)

static void
add_row (GtkGrid *grid, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);
  int row = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (grid), "rows"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, widget, 1, row, 1, 1);
  g_object_set_data (G_OBJECT (grid), "rows", GINT_TO_POINTER (row + 1));
}

static GtkWidget *
create_switch (HunchSettings *settings, const char *setting)
{
  GtkWidget *widget = gtk_switch_new ();

  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  g_object_bind_property (settings, setting, widget, "active", BOTH);
  return widget;
}

static GtkWidget *
create_spin (HunchSettings *settings, const char *setting, double step)
{
  GParamSpecUInt *range = G_PARAM_SPEC_UINT (g_object_class_find_property (G_OBJECT_GET_CLASS (settings), setting));
  GtkWidget *widget = gtk_spin_button_new_with_range (range->minimum, range->maximum, step);

  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  g_object_bind_property (settings, setting, widget, "value", BOTH);
  return widget;
}

static gboolean
strv_to_text (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  char **names = g_value_get_boxed (from);

  g_value_take_string (to, names != NULL ? g_strjoinv (", ", names) : g_strdup (""));
  return TRUE;
}

/* Not at each key, or a comma that is typed would be taken away at once. */
static void
store_names (GtkEntry *entry, HunchSettings *settings)
{
  g_auto (GStrv) pieces = g_strsplit (gtk_entry_get_text (entry), ",", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; pieces[i] != NULL; i++)
    if (*g_strstrip (pieces[i]) != '\0')
      g_ptr_array_add (names, pieces[i]);
  g_ptr_array_add (names, NULL);
  g_object_set (settings, "disabled-languages", names->pdata, NULL);
}

static gboolean
on_names_left (GtkEntry *entry, GdkEvent *event, HunchSettings *settings)
{
  store_names (entry, settings);
  return GDK_EVENT_PROPAGATE;
}

static GtkWidget *
create_languages (HunchSettings *settings)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_widget_set_tooltip_text (entry, _ ("Names of languages, with commas between them"));
  g_object_bind_property_full (settings, "disabled-languages", entry, "text", G_BINDING_SYNC_CREATE, strv_to_text, NULL,
                               NULL, NULL);
  g_signal_connect_object (entry, "activate", G_CALLBACK (store_names), settings, 0);
  g_signal_connect_object (entry, "focus-out-event", G_CALLBACK (on_names_left), settings, 0);
  return entry;
}

static gboolean
text_to_rgba (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  GdkRGBA colour;

  if (g_value_get_string (from) == NULL || !gdk_rgba_parse (&colour, g_value_get_string (from)))
    return FALSE;
  g_value_set_boxed (to, &colour);
  return TRUE;
}

static gboolean
rgba_to_text (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_take_string (to, gdk_rgba_to_string (g_value_get_boxed (from)));
  return TRUE;
}

static GtkWidget *
create_colour (HunchSettings *settings, const char *setting)
{
  GtkWidget *widget = gtk_color_button_new ();

  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  g_object_bind_property_full (settings, setting, widget, "rgba", BOTH, text_to_rgba, rgba_to_text, NULL, NULL);
  return widget;
}

static void
on_devices (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkComboBoxText) combo = data;
  g_autoptr (HunchDeviceList) list = hunch_device_list_new_finish (result, NULL);
  guint n = list != NULL ? g_list_model_get_n_items (G_LIST_MODEL (list)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchDeviceItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      gtk_combo_box_text_append_text (combo, hunch_device_item_get_name (item));
    }
}

static GtkWidget *
create_device (HunchSettings *settings)
{
  GtkWidget *combo = gtk_combo_box_text_new_with_entry ();
  GtkWidget *entry = gtk_bin_get_child (GTK_BIN (combo));
  gboolean enabled;

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("the best one"));
  g_object_bind_property (settings, "device", entry, "text", BOTH);
  g_object_get (settings, "enabled", &enabled, NULL);
  if (enabled) /* off means off: no device is touched, not even looked at */
    hunch_device_list_new_async (NULL, on_devices, g_object_ref (combo));
  return combo;
}

static GtkWidget *
create_configure_widget (PeasGtkConfigurable *configurable)
{
  GeditShared *shared = gedit_shared_ref ();
  HunchSettings *settings = shared->settings;
  GtkWidget *widget = gtk_grid_new ();
  GtkGrid *grid = GTK_GRID (widget);

  g_object_set (grid, "row-spacing", 6, "column-spacing", 12, "margin", 12, NULL);
  add_row (grid, _ ("_Complete text"), create_switch (settings, "enabled"));
  add_row (grid, _ ("Suggest while _typing"), create_switch (settings, "auto-trigger"));
  add_row (grid, _ ("_Rest before a suggestion (ms)"), create_spin (settings, "debounce-ms", 10));
  add_row (grid, _ ("_Model"), prefs_model_new (settings));
  add_row (grid, _ ("_Device"), create_device (settings));
  add_row (grid, _ ("_Unload the model after (minutes)"), create_spin (settings, "unload-minutes", 1));
  add_row (grid, _ ("Not in these _languages"), create_languages (settings));
  add_row (grid, _ ("Colour on li_ght ground"), create_colour (settings, "light-colour"));
  add_row (grid, _ ("Colour on dar_k ground"), create_colour (settings, "dark-colour"));
  g_object_set_data_full (G_OBJECT (widget), "hunch-shared", shared, (GDestroyNotify) gedit_shared_unref);
  gtk_widget_show_all (widget);
  return widget;
}

static void
configurable_init (PeasGtkConfigurableInterface *iface)
{
  iface->create_configure_widget = create_configure_widget;
}

static void
hunch_gedit_prefs_class_init (HunchGeditPrefsClass *klass)
{
}

static void
hunch_gedit_prefs_init (HunchGeditPrefs *self)
{
}
