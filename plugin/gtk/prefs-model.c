/* prefs-model.c: the choice of a model, with the catalogue and its downloads.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/gtk/prefs-entry.h"
#include "plugin/gtk/prefs-model.h"

typedef struct
{
  HunchSettings *settings;
  HunchCatalogue *catalogue; /* or NULL */
  GtkWidget *about, *button, *progress;
  GCancellable *cancellable; /* while something is fetched */
} PrefsModel;

/* The model that the settings name, if the catalogue has it. (transfer none) */
static HunchCatalogueEntry *
get_chosen (PrefsModel *self)
{
  g_autofree char *name = NULL;

  if (self->catalogue == NULL)
    return NULL;
  g_object_get (self->settings, "model", &name, NULL);
  return hunch_catalogue_lookup (self->catalogue, name != NULL && *name != '\0' ? name : NULL);
}

static void
update (PrefsModel *self)
{
  HunchCatalogueEntry *entry = get_chosen (self);
  gboolean wanted = entry != NULL && !hunch_catalogue_entry_is_installed (entry);
  g_autofree char *size = NULL, *line = NULL;

  if (self->about == NULL) /* closed while something was fetched */
    return;
  if (entry != NULL)
    {
      size = g_format_size (hunch_catalogue_entry_get_size (entry));
      /* TRANSLATORS: what a model is good for; its size; its licence. */
      line = g_strdup_printf (_ ("%s\n%s, licence %s"), hunch_catalogue_entry_get_summary (entry), size,
                              hunch_catalogue_entry_get_licence (entry));
    }
  gtk_label_set_text (GTK_LABEL (self->about), line != NULL ? line : _ ("A model of your own"));
  gtk_widget_set_visible (self->button, wanted || self->cancellable != NULL);
  gtk_button_set_label (GTK_BUTTON (self->button), self->cancellable != NULL ? _ ("Stop") : _ ("Download"));
  gtk_widget_set_visible (self->progress, self->cancellable != NULL);
}

static void
on_progress (HunchPull *pull, GParamSpec *pspec, PrefsModel *self)
{
  guint64 done = hunch_pull_get_done (pull), total = hunch_pull_get_total (pull);
  g_autofree char *so_far = g_format_size (done), *all = g_format_size (total), *text = NULL;

  if (self->progress == NULL || total == 0)
    return;
  /* TRANSLATORS: how much of a model is there, and how much it is. */
  text = g_strdup_printf (_ ("%s of %s"), so_far, all);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MIN (1, (double) done / total));
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress), text);
}

static void
prefs_model_free (PrefsModel *self)
{
  g_object_unref (self->settings);
  g_clear_object (&self->catalogue);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
on_fetched (GObject *pull, GAsyncResult *result, gpointer data)
{
  PrefsModel *self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = hunch_pull_run_finish (HUNCH_PULL (pull), result, &error);

  g_signal_handlers_disconnect_by_data (pull, self);
  g_clear_object (&self->cancellable);
  update (self);
  if (!done && self->about != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gtk_label_set_text (GTK_LABEL (self->about), error->message);
  if (done) /* whoever could not find it looks again */
    g_object_notify (G_OBJECT (self->settings), "model");
  if (self->about == NULL)
    prefs_model_free (self);
}

static void
on_button (PrefsModel *self)
{
  g_autoptr (HunchPull) pull = NULL;

  if (self->cancellable != NULL)
    {
      g_cancellable_cancel (self->cancellable);
      return;
    }
  pull = hunch_pull_new (get_chosen (self));
  self->cancellable = g_cancellable_new ();
  g_signal_connect (pull, "notify", G_CALLBACK (on_progress), self);
  hunch_pull_run_async (pull, self->cancellable, on_fetched, self);
  update (self);
}

/* What runs is stopped; its callback frees the rest. */
static void
on_destroy (PrefsModel *self)
{
  g_signal_handlers_disconnect_by_data (self->settings, self);
  self->about = self->button = self->progress = NULL;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    prefs_model_free (self);
}

enum
{
  COLUMN_NAME,
  COLUMN_ABOUT,
  N_COLUMNS
};

/* (transfer full): the names of the catalogue, and what each of them is. */
static GtkListStore *
list_models (PrefsModel *self)
{
  GtkListStore *list = gtk_list_store_new (N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING);
  guint n = self->catalogue != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->catalogue)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchCatalogueEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->catalogue), i);
      g_autofree char *size = g_format_size (hunch_catalogue_entry_get_size (entry));
      g_autofree char *about = g_strdup_printf ("%s · %s", hunch_catalogue_entry_get_summary (entry), size);

      gtk_list_store_insert_with_values (list, NULL, -1, COLUMN_NAME, hunch_catalogue_entry_get_name (entry),
                                         COLUMN_ABOUT, about, -1);
    }
  return list;
}

static GtkWidget *
create_combo (PrefsModel *self)
{
  g_autoptr (GtkListStore) list = list_models (self);
  GtkWidget *combo = gtk_combo_box_new_with_model_and_entry (GTK_TREE_MODEL (list));
  GtkCellRenderer *about = gtk_cell_renderer_text_new ();

  gtk_combo_box_set_entry_text_column (GTK_COMBO_BOX (combo), COLUMN_NAME);
  g_object_set (about, "scale", PANGO_SCALE_SMALL, "xpad", 6, "sensitive", FALSE, NULL);
  gtk_cell_layout_pack_end (GTK_CELL_LAYOUT (combo), about, FALSE);
  gtk_cell_layout_set_attributes (GTK_CELL_LAYOUT (combo), about, "text", COLUMN_ABOUT, NULL);
  gtk_entry_set_placeholder_text (GTK_ENTRY (gtk_bin_get_child (GTK_BIN (combo))), _ ("the default model"));
  gtk_widget_set_tooltip_text (combo, _ ("A name of the list, a file, or a folder"));
  prefs_entry_bind_combo (GTK_COMBO_BOX (combo), self->settings, "model");
  return combo;
}

static gboolean
on_mnemonic (GtkWidget *box, gboolean is_cycling, GtkWidget *combo)
{
  gtk_widget_grab_focus (gtk_bin_get_child (GTK_BIN (combo)));
  return TRUE;
}

GtkWidget *
prefs_model_new (HunchSettings *settings)
{
  PrefsModel *self = g_new0 (PrefsModel, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *combo;

  self->settings = g_object_ref (settings);
  self->catalogue = hunch_catalogue_new (NULL);
  combo = create_combo (self);
  self->about = gtk_label_new (NULL);
  self->button = gtk_button_new ();
  self->progress = gtk_progress_bar_new ();
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (self->progress), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_label_set_line_wrap (GTK_LABEL (self->about), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 50);
  gtk_widget_set_no_show_all (self->button, TRUE);
  gtk_widget_set_no_show_all (self->progress, TRUE);
  gtk_box_set_baseline_position (GTK_BOX (box), GTK_BASELINE_POSITION_TOP);
  gtk_box_pack_start (GTK_BOX (row), combo, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (row), self->button, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->about, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->progress, FALSE, FALSE, 0);
  g_signal_connect (box, "mnemonic-activate", G_CALLBACK (on_mnemonic), combo);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  g_signal_connect_swapped (settings, "notify::model", G_CALLBACK (update), self);
  g_signal_connect_swapped (box, "destroy", G_CALLBACK (on_destroy), self);
  update (self);
  return box;
}
