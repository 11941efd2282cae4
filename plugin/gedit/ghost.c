/* ghost.c: grey text painted over a text view, without touching the document.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two anonymous tags make place for it: `room` has so many pixels below the cursor's line as the ghost needs, `hidden` makes
 * what follows the cursor on its line invisible, since that is painted behind the ghost. Neither undo nor the modified flag
 * know of tags. A last line without a character can carry no tag; there the view's bottom margin makes the room. Where letters
 * of two directions are on the line, what follows the cursor may stand on either side of it, and all of the ghost is below. */
#include "config.h"

#include "plugin/gedit/ghost-lines.h"
#include "plugin/gedit/ghost.h"

struct Ghost
{
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GtkTextTag *room, *hidden;
  int margin; /* added to the view's, pixels */
  int width;  /* of the view, pixels */
  char *text; /* NULL while nothing is shown */
  GPtrArray *lines;
  gboolean below;  /* all of it is below the cursor's line */
  int top, bottom; /* of the rows that it is in, buffer coordinates */
  GdkRGBA light, dark;
  guint idle;   /* source: lay out again */
  guint scroll; /* source: bring it into sight, once GTK knows its place */
};

static void
get_cursor (Ghost *self, GtkTextIter *at, GdkRectangle *where)
{
  gtk_text_buffer_get_iter_at_mark (self->buffer, at, gtk_text_buffer_get_insert (self->buffer));
  gtk_text_view_get_cursor_locations (self->view, at, where, NULL);
}

/* Where the lines begin, in buffer coordinates. */
static void
get_origin (Ghost *self, int *x, int *y)
{
  GtkTextIter at;
  GdkRectangle where;

  get_cursor (self, &at, &where);
  *x = where.x;
  *y = where.y;
  if (!self->below)
    return;
  if (!gtk_text_iter_ends_line (&at))
    gtk_text_iter_forward_to_line_end (&at);
  gtk_text_view_get_iter_location (self->view, &at, &where);
  *x = GHOST_LINES_EDGE;
  *y = where.y + where.height;
}

static gboolean
on_draw (GtkWidget *widget, cairo_t *cr, Ghost *self)
{
  GdkWindow *window = gtk_text_view_get_window (self->view, GTK_TEXT_WINDOW_TEXT);
  GdkRGBA text_colour;
  int x, y, left, top;

  if (self->lines == NULL || window == NULL || !gtk_cairo_should_draw_window (cr, window))
    return GDK_EVENT_PROPAGATE;
  get_origin (self, &left, &top);
  cairo_save (cr);
  gtk_cairo_transform_to_window (cr, widget, window);
  cairo_rectangle (cr, 0, 0, gdk_window_get_width (window), gdk_window_get_height (window));
  cairo_clip (cr);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_TEXT, 0, 0, &x, &y);
  cairo_translate (cr, x, y);
  gdk_cairo_set_source_rgba (cr, ghost_view_is_dark (GTK_SOURCE_VIEW (self->view), &text_colour) ? &self->dark
                                                                                                 : &self->light);
  ghost_lines_draw (self->lines, cr, GTK_SOURCE_VIEW (self->view), left, top);
  cairo_restore (cr);
  return GDK_EVENT_PROPAGATE;
}

static void
add_margin (Ghost *self, int pixels)
{
  if (pixels == self->margin)
    return;
  gtk_text_view_set_bottom_margin (self->view, gtk_text_view_get_bottom_margin (self->view) - self->margin + pixels);
  self->margin = pixels;
}

/* GTK lays out anew all that a tag is removed from, whether it was there or not: so only from where it is. */
static void
remove_tag (Ghost *self, GtkTextTag *tag)
{
  GtkTextIter first, last;

  gtk_text_buffer_get_start_iter (self->buffer, &first);
  while (gtk_text_iter_starts_tag (&first, tag) || gtk_text_iter_forward_to_tag_toggle (&first, tag))
    {
      last = first;
      gtk_text_iter_forward_to_tag_toggle (&last, tag);
      gtk_text_buffer_remove_tag (self->buffer, tag, &first, &last);
    }
}

/* Puts a tag on a part of the text, and nowhere else, above all others. */
static void
move_tag (Ghost *self, GtkTextTag *tag, const GtkTextIter *begin, const GtkTextIter *end)
{
  remove_tag (self, tag);
  if (gtk_text_iter_equal (begin, end))
    return;
  gtk_text_tag_set_priority (tag, gtk_text_tag_table_get_size (gtk_text_buffer_get_tag_table (self->buffer)) - 1);
  gtk_text_buffer_apply_tag (self->buffer, tag, begin, end);
}

/* Line numbers stand in the middle of their line; beside one that has room below it they stand at its top. Where that changes, all
 * lines in sight are measured and their numbers painted. Renderers can only be asked for by place. */
static void
align_numbers (Ghost *self, float yalign)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT);
  GdkWindow *window = gtk_text_view_get_window (self->view, GTK_TEXT_WINDOW_LEFT);
  int width = window != NULL ? gdk_window_get_width (window) : 0;

  for (int x = 0; x < width; x += 4)
    {
      GtkSourceGutterRenderer *renderer = gtk_source_gutter_get_renderer_at_pos (gutter, x, 0);
      float xalign;

      if (!GTK_SOURCE_IS_GUTTER_RENDERER_TEXT (renderer))
        continue;
      gtk_source_gutter_renderer_get_alignment (renderer, &xalign, NULL);
      gtk_source_gutter_renderer_set_alignment (renderer, xalign, yalign);
    }
}

/* Reserves so many pixels below the cursor's line. */
static void
make_room (Ghost *self, const GtkTextIter *cursor, int pixels)
{
  GtkTextIter begin = *cursor, end = *cursor;

  gtk_text_iter_set_line_offset (&begin, 0);
  gtk_text_iter_forward_line (&end);
  if (gtk_text_iter_equal (&begin, &end))
    {
      align_numbers (self, 0.5);
      add_margin (self, pixels);
      return;
    }
  align_numbers (self, pixels > 0 ? 0 : 0.5);
  add_margin (self, 0);
  if (pixels == 0)
    {
      remove_tag (self, self->room);
      return;
    }
  g_object_set (self->room, "pixels-below-lines", gtk_text_view_get_pixels_below_lines (self->view) + pixels, NULL);
  move_tag (self, self->room, &begin, &end);
}

/* People write at the lower edge: scrolls as far as the whole ghost needs, while the cursor's line stays in sight. */
static gboolean
on_scroll (gpointer data)
{
  Ghost *self = data;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  GtkTextIter cursor;
  GdkRectangle at, visible;
  int hidden, x, y;

  self->scroll = 0;
  if (self->lines == NULL)
    return G_SOURCE_REMOVE;
  get_cursor (self, &cursor, &at);
  gtk_text_view_get_visible_rect (self->view, &visible);
  get_origin (self, &x, &y);
  hidden = y + ghost_lines_get_height (self->lines) - (visible.y + visible.height);
  hidden = MIN (hidden, at.y - visible.y);
  if (hidden > 0 && at.y < visible.y + visible.height)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + hidden);
  return G_SOURCE_REMOVE;
}

/* Those rows only: to lay out all lines in sight takes several milliseconds. */
static void
redraw (Ghost *self)
{
  GdkWindow *window = gtk_text_view_get_window (self->view, GTK_TEXT_WINDOW_TEXT);
  GdkRectangle rows = { .height = self->bottom - self->top };

  if (window == NULL)
    return;
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_TEXT, 0, self->top, NULL, &rows.y);
  rows.width = gdk_window_get_width (window);
  gdk_window_invalidate_rect (window, &rows, FALSE);
}

static void
lay_out (Ghost *self)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (self->view);
  GtkTextIter cursor, end;
  GdkRectangle at, last;
  int x, y;

  get_cursor (self, &cursor, &at);
  end = cursor;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  self->below = !ghost_lines_fit (view, self->text, &cursor);
  get_origin (self, &x, &y);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  self->lines = ghost_lines_new (view, self->text, x, &cursor, self->hidden);
  gtk_text_view_get_iter_location (self->view, &end, &last);
  make_room (self, &cursor, MAX (0, y + ghost_lines_get_height (self->lines) - (last.y + last.height)));
  move_tag (self, self->hidden, &cursor, self->below ? &cursor : &end);
  redraw (self); /* what was there */
  self->top = at.y;
  self->bottom = y + ghost_lines_get_height (self->lines);
  redraw (self);
}

static gboolean
on_idle (gpointer data)
{
  Ghost *self = data;

  self->idle = 0;
  if (self->text != NULL)
    lay_out (self);
  return G_SOURCE_REMOVE;
}

/* The view's width, font or margins are others. Tags cannot be moved while GTK sizes or draws. */
static void
on_view_changed (Ghost *self)
{
  if (self->text != NULL && self->idle == 0)
    self->idle = g_idle_add (on_idle, self);
}

static void
on_size_allocate (GtkWidget *widget, GdkRectangle *allocation, Ghost *self)
{
  if (allocation->width != self->width)
    on_view_changed (self);
  self->width = allocation->width;
}

void
ghost_show (Ghost *self, const char *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
  lay_out (self);
  if (self->scroll == 0)
    self->scroll = g_idle_add (on_scroll, self);
}

void
ghost_hide (Ghost *self)
{
  if (self->text == NULL)
    return;
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  remove_tag (self, self->room);
  remove_tag (self, self->hidden);
  add_margin (self, 0);
  align_numbers (self, 0.5);
  redraw (self);
}

gboolean
ghost_is_shown (const Ghost *self)
{
  return self->text != NULL;
}

void
ghost_set_colours (Ghost *self, const char *light, const char *dark)
{
  if (light == NULL || !gdk_rgba_parse (&self->light, light))
    gdk_rgba_parse (&self->light, "#8a8a8a");
  if (dark == NULL || !gdk_rgba_parse (&self->dark, dark))
    gdk_rgba_parse (&self->dark, "#a0a0a0");
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
  ghost_set_colours (self, NULL, NULL);
  g_signal_connect_after (view, "draw", G_CALLBACK (on_draw), self);
  g_signal_connect_after (view, "size-allocate", G_CALLBACK (on_size_allocate), self);
  g_signal_connect_swapped (view, "style-updated", G_CALLBACK (on_view_changed), self);
  g_signal_connect_swapped (view, "notify::wrap-mode", G_CALLBACK (on_view_changed), self);
  return self;
}

void
ghost_free (Ghost *self)
{
  GtkTextTagTable *table;

  if (self == NULL)
    return;
  ghost_hide (self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_handle_id (&self->scroll, g_source_remove);
  table = gtk_text_buffer_get_tag_table (self->buffer);
  gtk_text_tag_table_remove (table, self->room);
  gtk_text_tag_table_remove (table, self->hidden);
  g_object_unref (self->buffer);
  g_free (self);
}
