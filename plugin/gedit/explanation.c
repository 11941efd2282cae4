/* explanation.c: lines about the suggestion, in a bubble at the cursor.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/gedit/explanation.h"

#define MAX_HEIGHT 240 /* pixels; more is scrolled */

GtkWidget *
explanation_show (GtkTextView *view, const char *text)
{
  GtkWidget *popover = gtk_popover_new (GTK_WIDGET (view)), *label = gtk_label_new (NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  g_autofree char *markup = g_markup_printf_escaped ("<tt>%s</tt>", text);
  GdkRectangle cursor;

  gtk_text_view_get_cursor_locations (view, NULL, &cursor, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, cursor.x, cursor.y, &cursor.x, &cursor.y);
  cursor.width = MAX (cursor.width, 1);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  g_object_set (label, "margin", 12, "xalign", 0.0, NULL);
  g_object_set (scrolled, "hscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-height", TRUE,
                "propagate-natural-width", TRUE, "max-content-height", MAX_HEIGHT, NULL);
  gtk_container_add (GTK_CONTAINER (scrolled), label);
  gtk_container_add (GTK_CONTAINER (popover), scrolled);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &cursor);
  gtk_popover_set_modal (GTK_POPOVER (popover), FALSE); /* keys stay the view's: they accept or dismiss */
  gtk_widget_show_all (popover);
  return popover;
}
