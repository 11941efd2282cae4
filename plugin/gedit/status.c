/* status.c: what completion is doing, in the status bar of a window.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/gedit/status.h"

#define LABEL    "hunch-label"
#define PROGRESS "hunch-progress-bar"

static void
set_line (GtkWidget *box, const char *line)
{
  gtk_label_set_text (g_object_get_data (G_OBJECT (box), LABEL), line);
}

/* The whole line. A tooltip that is set anew with each line has GTK ask the display each time where the pointer is, and wait. */
static gboolean
on_query_tooltip (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  const char *line = gtk_label_get_text (GTK_LABEL (label));

  gtk_tooltip_set_text (tooltip, line);
  return *line != '\0';
}

static void
set_progress (GtkWidget *box, double progress)
{
  GtkWidget *bar = g_object_get_data (G_OBJECT (box), PROGRESS);

  gtk_widget_set_visible (bar, progress >= 0);
  if (progress >= 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), MIN (progress, 1));
}

static void
on_state (GActionGroup *window, const char *name, GVariant *state, GtkWidget *box)
{
  if (g_str_equal (name, "hunch-status"))
    set_line (box, g_variant_get_string (state, NULL));
  else if (g_str_equal (name, "hunch-progress"))
    set_progress (box, g_variant_get_double (state));
}

GtkWidget *
gedit_status_new (GActionGroup *window, GtkBox *statusbar)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL), *bar = gtk_progress_bar_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (bar, 80, -1);
  gtk_widget_set_no_show_all (bar, TRUE);
  g_object_set_data (G_OBJECT (box), LABEL, label);
  g_object_set_data (G_OBJECT (box), PROGRESS, bar);
  gtk_box_pack_start (GTK_BOX (box), bar, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  gtk_widget_show_all (box);
  gtk_box_pack_end (statusbar, box, FALSE, FALSE, 6);
  g_signal_connect_object (window, "action-state-changed", G_CALLBACK (on_state), box, 0);
  return box;
}

void
gedit_status_set_error (GtkWidget *status, const char *error)
{
  set_line (status, error);
}
