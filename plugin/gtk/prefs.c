/* prefs.c: the preferences of completion; each widget is bound to a setting.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/gtk/prefs-entry.h"
#include "plugin/gtk/prefs-model.h"
#include "plugin/gtk/prefs.h"

#define BOTH (G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL)

static int
next_row (GtkGrid *grid)
{
  int row = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (grid), "rows"));

  g_object_set_data (G_OBJECT (grid), "rows", GINT_TO_POINTER (row + 1));
  return row;
}

static void
add_row (GtkGrid *grid, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);
  int row = next_row (grid);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, widget, 1, row, 1, 1);
}

static void
add_line (GtkGrid *grid, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_grid_attach (grid, label, 0, next_row (grid), 2, 1);
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

static GtkWidget *
create_languages (HunchSettings *settings)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_widget_set_tooltip_text (entry, _ ("Names of languages, with commas between them"));
  prefs_entry_bind (GTK_ENTRY (entry), settings, "disabled-languages");
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
  prefs_entry_bind_combo (GTK_COMBO_BOX (combo), settings, "device");
  g_object_get (settings, "enabled", &enabled, NULL);
  if (enabled) /* off means off: no device is touched, not even looked at */
    hunch_device_list_new_async (NULL, on_devices, g_object_ref (combo));
  return combo;
}

GtkWidget *
prefs_new (HunchSettings *settings, gboolean are_kept)
{
  GtkWidget *widget = gtk_grid_new ();
  GtkGrid *grid = GTK_GRID (widget);

  g_object_set (grid, "row-spacing", 6, "column-spacing", 12, NULL);
  add_row (grid, _ ("Complete te_xt"), create_switch (settings, "enabled"));
  add_row (grid, _ ("Suggest while _typing"), create_switch (settings, "auto-trigger"));
  add_row (grid, _ ("_Rest before a suggestion (ms)"), create_spin (settings, "debounce-ms", 10));
  add_row (grid, _ ("Longest _suggestion (tokens)"), create_spin (settings, "max-tokens", 8));
  add_row (grid, _ ("_Model"), prefs_model_new (settings));
  add_row (grid, _ ("_Device"), create_device (settings));
  add_row (grid, _ ("_Unload the model after (minutes)"), create_spin (settings, "unload-minutes", 1));
  add_row (grid, _ ("Not in these _languages"), create_languages (settings));
  add_row (grid, _ ("Colour on li_ght ground"), create_colour (settings, "light-colour"));
  add_row (grid, _ ("Colour on dar_k ground"), create_colour (settings, "dark-colour"));
  if (!are_kept)
    add_line (grid, _ ("These settings last until the editor is closed: their schema is not installed."));
  gtk_widget_show_all (widget);
  return widget;
}
