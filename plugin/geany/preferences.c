/* preferences.c: the plugin's tab in Geany's preferences.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is set counts from OK or Apply on, as elsewhere in that dialog. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/geany/adapter.h"

typedef enum
{
  SWITCH,
  NUMBER,
  MODEL,
  TEXT,
  LIST,
  COLOUR
} Kind;

static const struct
{
  const char *setting, *label;
  Kind kind;
} rows[] = {
  { "enabled", N_ ("_Complete text"), SWITCH },
  { "auto-trigger", N_ ("Suggest while _typing"), SWITCH },
  { "debounce-ms", N_ ("_Rest before a suggestion, in milliseconds"), NUMBER },
  { "max-tokens", N_ ("_Longest suggestion, in tokens"), NUMBER },
  { "model", N_ ("_Model: a name or a file; empty for the default"), MODEL },
  { "device", N_ ("_Device: its number or a part of its name; empty for the best"), TEXT },
  { "disabled-languages", N_ ("Languages _without completion, separated by blanks"), LIST },
  { "light-colour", N_ ("Colour on li_ght ground"), COLOUR },
  { "dark-colour", N_ ("Colour on dar_k ground"), COLOUR },
};

typedef struct
{
  HunchSettings *settings;
  GtkWidget *widgets[G_N_ELEMENTS (rows)];
} Preferences;

static void
preferences_free (gpointer data, GClosure *closure)
{
  Preferences *self = data;

  g_object_unref (self->settings);
  g_free (self);
}

/* Names of the catalogue; any file may be written instead. */
static GtkWidget *
make_models (void)
{
  GtkWidget *box = gtk_combo_box_text_new_with_entry ();
  g_autoptr (HunchCatalogue) catalogue = hunch_catalogue_new (NULL);
  guint n = catalogue != NULL ? g_list_model_get_n_items (G_LIST_MODEL (catalogue)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchCatalogueEntry) entry = g_list_model_get_item (G_LIST_MODEL (catalogue), i);

      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (box), hunch_catalogue_entry_get_name (entry));
    }
  return box;
}

static GtkWidget *
make_number (HunchSettings *settings, const char *setting)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (settings), setting);
  GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec);

  return gtk_spin_button_new_with_range (range->minimum, range->maximum, 1);
}

static GtkWidget *
make_widget (Preferences *self, guint i)
{
  switch (rows[i].kind)
    {
    case SWITCH:
      return gtk_check_button_new_with_mnemonic (_ (rows[i].label));
    case NUMBER:
      return make_number (self->settings, rows[i].setting);
    case MODEL:
      return make_models ();
    case COLOUR:
      return gtk_color_button_new ();
    case TEXT:
    case LIST:
    default:
      return gtk_entry_new ();
    }
}

static GtkEntry *
entry_of (GtkWidget *widget)
{
  return GTK_ENTRY (GTK_IS_ENTRY (widget) ? widget : gtk_bin_get_child (GTK_BIN (widget)));
}

static void
load (Preferences *self, guint i)
{
  GtkWidget *widget = self->widgets[i];
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree char *text = NULL;
  GdkRGBA colour;

  g_object_get_property (G_OBJECT (self->settings), rows[i].setting, &value);
  switch (rows[i].kind)
    {
    case SWITCH:
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (widget), g_value_get_boolean (&value));
      break;
    case NUMBER:
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (widget), g_value_get_uint (&value));
      break;
    case COLOUR:
      if (gdk_rgba_parse (&colour, g_value_get_string (&value)))
        gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (widget), &colour);
      break;
    case LIST:
      text = g_strjoinv (" ", g_value_get_boxed (&value));
      gtk_entry_set_text (entry_of (widget), text);
      break;
    case MODEL:
    case TEXT:
    default:
      gtk_entry_set_text (entry_of (widget), g_value_get_string (&value));
      break;
    }
}

static void
save_colour (Preferences *self, guint i)
{
  GdkRGBA colour;
  g_autofree char *text = NULL;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (self->widgets[i]), &colour);
  text = g_strdup_printf ("#%02x%02x%02x", (guint) (colour.red * 255 + 0.5), (guint) (colour.green * 255 + 0.5),
                          (guint) (colour.blue * 255 + 0.5));
  g_object_set (self->settings, rows[i].setting, text, NULL);
}

static void
save_list (Preferences *self, guint i)
{
  g_auto (GStrv) words = g_strsplit_set (gtk_entry_get_text (entry_of (self->widgets[i])), " ,", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_strv_builder_add (builder, *word);
  names = g_strv_builder_end (builder);
  g_object_set (self->settings, rows[i].setting, names, NULL);
}

static void
save (Preferences *self, guint i)
{
  GtkWidget *widget = self->widgets[i];

  switch (rows[i].kind)
    {
    case SWITCH:
      g_object_set (self->settings, rows[i].setting, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget)), NULL);
      break;
    case NUMBER:
      g_object_set (self->settings, rows[i].setting, gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (widget)), NULL);
      break;
    case COLOUR:
      save_colour (self, i);
      break;
    case LIST:
      save_list (self, i);
      break;
    case MODEL:
    case TEXT:
    default:
      g_object_set (self->settings, rows[i].setting, gtk_entry_get_text (entry_of (widget)), NULL);
      break;
    }
}

static void
on_response (GtkDialog *dialog, int response, Preferences *self)
{
  if (response != GTK_RESPONSE_OK && response != GTK_RESPONSE_APPLY)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    save (self, i);
}

static void
attach (Preferences *self, GtkGrid *grid, guint i)
{
  GtkWidget *label;

  if (rows[i].kind == SWITCH)
    {
      gtk_grid_attach (grid, self->widgets[i], 0, (int) i, 2, 1);
      return;
    }
  label = gtk_label_new_with_mnemonic (_ (rows[i].label));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->widgets[i]);
  gtk_widget_set_hexpand (self->widgets[i], TRUE);
  gtk_grid_attach (grid, label, 0, (int) i, 1, 1);
  gtk_grid_attach (grid, self->widgets[i], 1, (int) i, 1, 1);
}

GtkWidget *
adapter_preferences_new (Adapter *adapter, GtkDialog *dialog)
{
  Preferences *self = g_new0 (Preferences, 1);
  GtkWidget *grid = gtk_grid_new ();

  self->settings = g_object_ref (adapter->settings);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      self->widgets[i] = make_widget (self, i);
      gtk_widget_set_name (self->widgets[i], rows[i].setting);
      load (self, i);
      attach (self, GTK_GRID (grid), i);
    }
  if (!hunch_settings_is_stored (self->settings))
    gtk_grid_attach (GTK_GRID (grid),
                     gtk_label_new (_ ("These settings last until Geany is closed: their schema is not installed.")), 0,
                     G_N_ELEMENTS (rows), 2, 1);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, preferences_free, 0);
  gtk_widget_show_all (grid);
  return grid;
}
