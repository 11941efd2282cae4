/* prefs-model.c: the choice of a model, with the catalogue and its downloads.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/gedit/prefs-model.h"

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
  guint64 total = hunch_pull_get_total (pull);

  if (self->progress != NULL && total > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                   MIN (1, (double) hunch_pull_get_done (pull) / total));
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

static GtkWidget *
create_combo (PrefsModel *self)
{
  GtkWidget *combo = gtk_combo_box_text_new_with_entry ();
  GtkWidget *entry = gtk_bin_get_child (GTK_BIN (combo));
  guint n = self->catalogue != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->catalogue)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HunchCatalogueEntry) item = g_list_model_get_item (G_LIST_MODEL (self->catalogue), i);

      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (combo), hunch_catalogue_entry_get_name (item));
    }
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("the default model"));
  gtk_widget_set_tooltip_text (combo, _ ("A name of the list, a file, or a folder"));
  g_object_bind_property (self->settings, "model", entry, "text", G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  return combo;
}

GtkWidget *
prefs_model_new (HunchSettings *settings)
{
  PrefsModel *self = g_new0 (PrefsModel, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->settings = g_object_ref (settings);
  self->catalogue = hunch_catalogue_new (NULL);
  self->about = gtk_label_new (NULL);
  self->button = gtk_button_new ();
  self->progress = gtk_progress_bar_new ();
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_label_set_line_wrap (GTK_LABEL (self->about), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), 50);
  gtk_widget_set_no_show_all (self->button, TRUE);
  gtk_widget_set_no_show_all (self->progress, TRUE);
  gtk_box_pack_start (GTK_BOX (row), create_combo (self), TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (row), self->button, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->about, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->progress, FALSE, FALSE, 0);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  g_signal_connect_swapped (settings, "notify::model", G_CALLBACK (update), self);
  g_signal_connect_swapped (box, "destroy", G_CALLBACK (on_destroy), self);
  update (self);
  return box;
}
