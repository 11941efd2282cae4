/* ghost.c: a suggestion drawn over a Scintilla view, never put into its document.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/geany/ghost-rows.h"
#include "plugin/geany/ghost.h"

#define MAX_REST 400 /* bytes of the rest of the line that are painted again */

struct Ghost
{
  ScintillaObject *sci;
  GtkWidget *area; /* the child of sci that shows text */
  gulong on_draw;
  char *first_row;         /* NULL while nothing is shown, "" where all of it is in the rows below */
  gintptr at;              /* where in the document it is shown */
  gintptr line;            /* whose annotation the rows below are; -1 for none */
  gintptr visible, offset; /* how the view showed annotations before */
  GdkRGBA colour;
};

static gintptr
ask (Ghost *self, guint message, guintptr wparam)
{
  return scintilla_send_message (self->sci, message, wparam, 0);
}

static GdkRGBA
colour_of (gintptr bgr)
{
  return (GdkRGBA){ (bgr & 0xFF) / 255.0, (bgr >> 8 & 0xFF) / 255.0, (bgr >> 16 & 0xFF) / 255.0, 1 };
}

static gintptr
bgr_of (const GdkRGBA *colour)
{
  return (gintptr) (colour->red * 255 + 0.5) | (gintptr) (colour->green * 255 + 0.5) << 8
         | (gintptr) (colour->blue * 255 + 0.5) << 16;
}

static gboolean
is_dark (const GdkRGBA *colour)
{
  return 0.2126 * colour->red + 0.7152 * colour->green + 0.0722 * colour->blue < 0.5;
}

/* The font of the text, as Scintilla makes it from its own settings. */
static PangoLayout *
make_layout (Ghost *self, int *ascent)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (self->area, NULL);
  char name[256] = ""; /* longer names are no fonts */
  g_autoptr (PangoFontDescription) font = NULL;
  PangoFontMetrics *metrics;

  if (ask (self, SCI_STYLEGETFONT, STYLE_DEFAULT) < (gintptr) sizeof name)
    scintilla_send_message (self->sci, SCI_STYLEGETFONT, STYLE_DEFAULT, (gintptr) name);
  font = pango_font_description_from_string (name[0] == '!' ? name + 1 : name);
  pango_font_description_set_size (
      font, (gint) (ask (self, SCI_STYLEGETSIZEFRACTIONAL, STYLE_DEFAULT) * PANGO_SCALE / SC_FONT_SIZE_MULTIPLIER
                    + ask (self, SCI_GETZOOM, 0) * PANGO_SCALE));
  pango_font_description_set_weight (font, (PangoWeight) ask (self, SCI_STYLEGETWEIGHT, STYLE_DEFAULT));
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  metrics = pango_context_get_metrics (pango_layout_get_context (layout), font, NULL);
  *ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
  pango_font_metrics_unref (metrics);
  return layout;
}

/* Where the row of the screen ends that begins at `at`: the line's end, or where it wraps. */
static gintptr
row_end (Ghost *self, gintptr at)
{
  gintptr end = ask (self, SCI_GETLINEENDPOSITION, ask (self, SCI_LINEFROMPOSITION, at));
  gintptr y = scintilla_send_message (self->sci, SCI_POINTYFROMPOSITION, 0, at);
  gintptr p = at;

  while (p < end && p < at + MAX_REST && scintilla_send_message (self->sci, SCI_POINTYFROMPOSITION, 0, p) == y)
    p = ask (self, SCI_POSITIONAFTER, p);
  return p;
}

static void
colour_range (PangoAttrList *attributes, const GdkRGBA *colour, gsize begin, gsize end)
{
  PangoAttribute *attribute = pango_attr_foreground_new (
      (guint16) (colour->red * 65535), (guint16) (colour->green * 65535), (guint16) (colour->blue * 65535));

  attribute->start_index = (guint) begin;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (attributes, attribute);
}

/* Text of the document in its own colours, tabs as one blank. */
static void
append_rest (Ghost *self, GString *text, PangoAttrList *attributes)
{
  gintptr end = row_end (self, self->at);
  g_autofree char *rest = NULL;

  if (end <= self->at)
    return;
  rest = sci_get_contents_range (self->sci, (int) self->at, (int) end);
  for (gintptr p = self->at; p < end; p++)
    {
      GdkRGBA colour = colour_of (ask (self, SCI_STYLEGETFORE, ask (self, SCI_GETSTYLEAT, p)));

      colour_range (attributes, &colour, text->len + (p - self->at), text->len + (p - self->at) + 1);
    }
  g_string_append (text, g_strdelimit (rest, "\t", ' '));
}

static gboolean
holds_right_to_left (Ghost *self, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->area, text);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  for (GSList *run = pango_layout_get_line_readonly (layout, 0)->runs; run != NULL; run = run->next)
    if (((PangoGlyphItem *) run->data)->item->analysis.level % 2 != 0)
      return TRUE;
  return FALSE;
}

/* Whether the suggestion can stand between what comes before the cursor and what comes after it. Scintilla knows no order but
 * from left to right: among letters that are written from the right it shows the cursor where they do not part. */
static gboolean
has_gap (Ghost *self, const char *suggestion)
{
  gintptr begin = ask (self, SCI_POSITIONFROMLINE, (guintptr) ask (self, SCI_LINEFROMPOSITION, (guintptr) self->at));
  gintptr end = row_end (self, self->at);
  g_autofree char *row = NULL, *valid = NULL;

  if (end <= self->at)
    return TRUE;
  row = sci_get_contents_range (self->sci, (int) MAX (begin, self->at - MAX_REST), (int) end);
  valid = g_utf8_make_valid (row, -1);
  return !holds_right_to_left (self, valid) && !holds_right_to_left (self, suggestion);
}

/* The ground that Scintilla gave to the cursor's line. */
static GdkRGBA
ground (Ghost *self)
{
  if (ask (self, SCI_GETCARETLINEVISIBLE, 0) && ask (self, SCI_GETCARETLINEFRAME, 0) == 0)
    return colour_of (ask (self, SCI_GETCARETLINEBACK, 0));
  return colour_of (ask (self, SCI_STYLEGETBACK, STYLE_DEFAULT));
}

/* The width of line numbers, marks and folds, which stay where text is scrolled sideways. */
static gintptr
margin_width (Ghost *self)
{
  gintptr width = 0;

  for (gintptr i = ask (self, SCI_GETMARGINS, 0) - 1; i >= 0; i--)
    width += ask (self, SCI_GETMARGINWIDTHN, i);
  return width;
}

static gboolean
on_draw (GtkWidget *area, cairo_t *cr, Ghost *self)
{
  gintptr x, y, height, left;
  g_autoptr (PangoLayout) layout = NULL;
  g_autoptr (GString) text = NULL;
  PangoAttrList *attributes;
  int ascent;

  if (self->first_row == NULL || *self->first_row == '\0' || ask (self, SCI_GETCURRENTPOS, 0) != self->at)
    return FALSE;
  x = scintilla_send_message (self->sci, SCI_POINTXFROMPOSITION, 0, self->at);
  y = scintilla_send_message (self->sci, SCI_POINTYFROMPOSITION, 0, self->at);
  height = ask (self, SCI_TEXTHEIGHT, ask (self, SCI_LINEFROMPOSITION, self->at));
  layout = make_layout (self, &ascent);
  text = g_string_new (self->first_row);
  attributes = pango_attr_list_new ();
  colour_range (attributes, &self->colour, 0, text->len);
  append_rest (self, text, attributes);
  left = MAX (x, margin_width (self));
  cairo_rectangle (cr, left, y, gtk_widget_get_allocated_width (area), height);
  cairo_clip (cr);
  if (text->len > strlen (self->first_row)) /* cover what is painted again, not the caret */
    {
      GdkRGBA back = ground (self);

      gdk_cairo_set_source_rgba (cr, &back);
      cairo_rectangle (cr, MAX (left, x + ask (self, SCI_GETCARETWIDTH, 0)), y, gtk_widget_get_allocated_width (area),
                       height);
      cairo_fill (cr);
    }
  pango_layout_set_text (layout, text->str, (int) text->len);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  cairo_move_to (cr, x,
                 y + ask (self, SCI_GETEXTRAASCENT, 0) + ascent - PANGO_PIXELS (pango_layout_get_baseline (layout)));
  pango_cairo_show_layout (cr, layout);
  return FALSE;
}

/* The style of the rows below: the last that Geany gives its font to, and that no lexer has a use for. */
#define STYLE STYLE_MAX

/* Scintilla redraws the whole view when a style changes. */
static void
set_style (Ghost *self, guint get, guint set, gintptr value)
{
  if (ask (self, get, STYLE) != value)
    scintilla_send_message (self->sci, set, STYLE, value);
}

/* Geany resets all styles when the file type or the colour scheme changes, so they are looked at each time. */
static void
update_styles (Ghost *self, const char *on_light, const char *on_dark)
{
  GdkRGBA back = colour_of (ask (self, SCI_STYLEGETBACK, STYLE_DEFAULT));

  if (!gdk_rgba_parse (&self->colour, is_dark (&back) ? on_dark : on_light))
    self->colour = (GdkRGBA){ 0.5, 0.5, 0.5, 1 };
  set_style (self, SCI_STYLEGETFORE, SCI_STYLESETFORE, bgr_of (&self->colour));
  set_style (self, SCI_STYLEGETBACK, SCI_STYLESETBACK, bgr_of (&back));
}

static void
annotate (Ghost *self, GPtrArray *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gintptr line = ask (self, SCI_LINEFROMPOSITION, (guintptr) self->at);

  /* Another plugin's annotation stays. */
  if (rows->len < 2 || ask (self, SCI_ANNOTATIONGETLINES, (guintptr) line) > 0)
    return;
  for (guint i = 1; i < rows->len; i++)
    g_string_append_printf (text, i > 1 ? "\n%s" : "%s", (char *) g_ptr_array_index (rows, i));
  self->line = line;
  self->visible = ask (self, SCI_ANNOTATIONGETVISIBLE, 0);
  scintilla_send_message (self->sci, SCI_ANNOTATIONSETTEXT, (guintptr) line, (gintptr) text->str);
  self->offset = ask (self, SCI_ANNOTATIONGETSTYLEOFFSET, 0);
  if (self->offset > STYLE) /* set by another plugin; its annotations look different until ours is gone */
    ask (self, SCI_ANNOTATIONSETSTYLEOFFSET, 0);
  scintilla_send_message (self->sci, SCI_ANNOTATIONSETSTYLE, (guintptr) line,
                          STYLE - ask (self, SCI_ANNOTATIONGETSTYLEOFFSET, 0));
  if (self->visible == ANNOTATION_HIDDEN)
    ask (self, SCI_ANNOTATIONSETVISIBLE, ANNOTATION_STANDARD);
}

static gboolean
is_ours (Ghost *self, gintptr line)
{
  return ask (self, SCI_ANNOTATIONGETLINES, (guintptr) line) > 0
         && ask (self, SCI_ANNOTATIONGETSTYLE, (guintptr) line) == STYLE - ask (self, SCI_ANNOTATIONGETSTYLEOFFSET, 0);
}

/* An annotation moves with its line when lines are inserted or deleted above it, and goes with it. */
static void
remove_annotation (Ghost *self)
{
  gintptr n_lines = ask (self, SCI_GETLINECOUNT, 0), line = self->line;

  if (line < 0)
    return;
  self->line = -1;
  if (!is_ours (self, line))
    for (line = 0; line < n_lines && !is_ours (self, line); line++)
      ;
  if (line < n_lines)
    scintilla_send_message (self->sci, SCI_ANNOTATIONSETTEXT, (guintptr) line, 0);
  ask (self, SCI_ANNOTATIONSETSTYLEOFFSET, (guintptr) self->offset);
  ask (self, SCI_ANNOTATIONSETVISIBLE, (guintptr) self->visible);
}

/* How many columns a row has where lines wrap; 0 where they do not. */
static guint
count_columns (Ghost *self)
{
  gintptr width = gtk_widget_get_allocated_width (self->area), margin, one;

  if (ask (self, SCI_GETWRAPMODE, 0) == SC_WRAP_NONE)
    return 0;
  margin = margin_width (self) + ask (self, SCI_GETMARGINLEFT, 0) + ask (self, SCI_GETMARGINRIGHT, 0);
  one = scintilla_send_message (self->sci, SCI_TEXTWIDTH, STYLE_DEFAULT, (gintptr) "0");
  return one > 0 && width > margin ? (guint) ((width - margin) / one) : 0;
}

/* The column of the cursor in its row of the screen. */
static guint
cursor_column (Ghost *self)
{
  gintptr begin = ask (self, SCI_POSITIONFROMLINE, ask (self, SCI_LINEFROMPOSITION, (guintptr) self->at));
  gintptr x = scintilla_send_message (self->sci, SCI_POINTXFROMPOSITION, 0, self->at)
              - scintilla_send_message (self->sci, SCI_POINTXFROMPOSITION, 0, begin);
  gintptr one = scintilla_send_message (self->sci, SCI_TEXTWIDTH, STYLE_DEFAULT, (gintptr) "0");

  return one > 0 && x > 0 ? (guint) ((x + one / 2) / one) : 0;
}

/* The row that is painted over, and not the whole view, which Scintilla takes ten times as long to paint. The rows below are its own. */
static void
redraw (Ghost *self)
{
  gintptr at = MIN (self->at, ask (self, SCI_GETLENGTH, 0));
  gintptr y = scintilla_send_message (self->sci, SCI_POINTYFROMPOSITION, 0, at);

  gtk_widget_queue_draw_area (
      self->area, 0, (int) y, gtk_widget_get_allocated_width (self->area),
      (int) ask (self, SCI_TEXTHEIGHT, (guintptr) ask (self, SCI_LINEFROMPOSITION, (guintptr) at)));
}

void
ghost_show (Ghost *self, const char *text, const char *on_light, const char *on_dark)
{
  g_autoptr (GPtrArray) rows = NULL;
  gboolean is_below;

  ghost_hide (self);
  self->at = ask (self, SCI_GETCURRENTPOS, 0);
  update_styles (self, on_light, on_dark);
  is_below = !has_gap (self, text);
  rows = ghost_rows (text, is_below ? 0 : cursor_column (self), (guint) ask (self, SCI_GETTABWIDTH, 0),
                     count_columns (self));
  if (is_below)
    g_ptr_array_insert (rows, 0, g_strdup (""));
  self->first_row = g_strdup (g_ptr_array_index (rows, 0));
  annotate (self, rows);
  redraw (self);
}

void
ghost_hide (Ghost *self)
{
  if (self->first_row == NULL)
    return;
  g_clear_pointer (&self->first_row, g_free);
  remove_annotation (self);
  redraw (self);
}

static void
find_area (GtkWidget *child, gpointer area)
{
  if (GTK_IS_DRAWING_AREA (child))
    *(GtkWidget **) area = child;
}

Ghost *
ghost_new (ScintillaObject *sci)
{
  Ghost *self = g_new0 (Ghost, 1);

  self->sci = sci;
  self->line = -1;
  self->area = GTK_WIDGET (sci);
  gtk_container_forall (GTK_CONTAINER (sci), find_area, &self->area);
  self->on_draw = g_signal_connect_after (self->area, "draw", G_CALLBACK (on_draw), self);
  return self;
}

void
ghost_free (Ghost *self)
{
  if (self == NULL)
    return;
  ghost_hide (self);
  g_signal_handler_disconnect (self->area, self->on_draw);
  g_free (self);
}
