/* ghost.c: grey text painted over a view, without touching the document.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two tags make place for it: `room` has so many pixels below the cursor's line as the further lines of the ghost need; `hidden`
 * makes what follows the cursor on its line invisible, since that is painted behind the ghost. Undo and the modified flag know
 * nothing of tags. A last line without a character can carry no tag, but nothing stands below it either: there the margin of
 * the view is the room. Lines that are wrapped, text from right to left, and painting no more than what has changed, take more than
 * this; Hunch's plugin for gedit shows what. */
#include <string.h>

#include "ghost.h"

struct Ghost
{
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GtkTextTag *room, *hidden;
  char *text; /* NULL while nothing is shown */
};

/* The cursor, and where it is in coordinates of the buffer. */
static void
get_cursor (Ghost *self, GtkTextIter *at, GdkRectangle *where)
{
  gtk_text_buffer_get_iter_at_mark (self->buffer, at, gtk_text_buffer_get_insert (self->buffer));
  gtk_text_view_get_cursor_locations (self->view, at, where, NULL);
}

/* What follows the cursor on its line. */
static char *
get_rest (const GtkTextIter *cursor, GtkTextIter *end)
{
  *end = *cursor;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  return gtk_text_iter_get_text (cursor, end);
}

/* Paints a piece of one line; returns how wide it is. */
static int
paint (Ghost *self, cairo_t *cr, const char *text, gsize length, int x, int y, double alpha)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self->view));
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), NULL);
  GdkRGBA colour;
  int width;

  gtk_style_context_get_color (style, gtk_style_context_get_state (style), &colour);
  cairo_set_source_rgba (cr, colour.red, colour.green, colour.blue, alpha);
  pango_layout_set_text (layout, text, length);
  pango_layout_get_pixel_size (layout, &width, NULL);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  g_object_unref (layout);
  return width;
}

static gboolean
on_draw (GtkWidget *widget, cairo_t *cr, Ghost *self)
{
  GdkWindow *window = gtk_text_view_get_window (self->view, GTK_TEXT_WINDOW_TEXT);
  GtkTextIter cursor, end;
  GdkRectangle at;
  g_autofree char *rest = NULL;
  const char *line = self->text;
  int x, y;

  if (self->text == NULL || !gtk_cairo_should_draw_window (cr, window))
    return GDK_EVENT_PROPAGATE;
  get_cursor (self, &cursor, &at);
  rest = get_rest (&cursor, &end);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_TEXT, at.x, at.y, &x, &y);
  cairo_save (cr);
  gtk_cairo_transform_to_window (cr, widget, window);
  for (const char *next; (next = strchr (line, '\n')) != NULL; line = next + 1)
    {
      paint (self, cr, line, next - line, x, y, 0.5);
      gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_TEXT,
                                             gtk_text_view_get_left_margin (self->view), 0, &x, NULL);
      y += at.height;
    }
  x += paint (self, cr, line, strlen (line), x, y, 0.5);
  paint (self, cr, rest, strlen (rest), x, y, 1);
  cairo_restore (cr);
  return GDK_EVENT_PROPAGATE;
}

void
ghost_hide (Ghost *self)
{
  GtkTextIter begin, end;

  if (self->text == NULL)
    return;
  g_clear_pointer (&self->text, g_free);
  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->room, &begin, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->hidden, &begin, &end);
  gtk_text_view_set_bottom_margin (self->view, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

void
ghost_show (Ghost *self, const char *text)
{
  GtkTextIter cursor, begin, end;
  GdkRectangle at;
  int pixels = 0;

  ghost_hide (self);
  self->text = g_strdup (text);
  get_cursor (self, &cursor, &at);
  for (const char *p = text; (p = strchr (p, '\n')) != NULL; p++)
    pixels += at.height;

  begin = end = cursor;
  gtk_text_iter_set_line_offset (&begin, 0);
  gtk_text_iter_forward_line (&end);
  if (gtk_text_iter_equal (&begin, &end))
    gtk_text_view_set_bottom_margin (self->view, pixels);
  g_object_set (self->room, "pixels-below-lines", pixels, NULL);
  gtk_text_buffer_apply_tag (self->buffer, self->room, &begin, &end);

  g_free (get_rest (&cursor, &end));
  gtk_text_buffer_apply_tag (self->buffer, self->hidden, &cursor, &end);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

Ghost *
ghost_new (GtkSourceView *view)
{
  Ghost *self = g_new0 (Ghost, 1);
  const GdkRGBA none = { 0 };

  self->view = GTK_TEXT_VIEW (view);
  self->buffer = g_object_ref (gtk_text_view_get_buffer (self->view));
  self->room = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->hidden = gtk_text_buffer_create_tag (self->buffer, NULL, "foreground-rgba", &none, NULL);
  g_signal_connect_after (view, "draw", G_CALLBACK (on_draw), self);
  return self;
}

void
ghost_free (Ghost *self)
{
  GtkTextTagTable *table = gtk_text_buffer_get_tag_table (self->buffer);

  ghost_hide (self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  gtk_text_tag_table_remove (table, self->room);
  gtk_text_tag_table_remove (table, self->hidden);
  g_object_unref (self->buffer);
  g_free (self);
}
