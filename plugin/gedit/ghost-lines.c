/* ghost-lines.c: the lines of a ghost as Pango layouts, in the view's font, wrapped and aligned as the view does it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/gedit/ghost-lines.h"

#define MAX_IN_SIGHT 4096 /* characters of a line that are looked at */

static gboolean
is_light (const GdkRGBA *colour)
{
  return 0.299 * colour->red + 0.587 * colour->green + 0.114 * colour->blue > 0.5;
}

gboolean
ghost_view_is_dark (GtkSourceView *view, GdkRGBA *text_colour)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  GtkSourceStyleScheme *scheme = gtk_source_buffer_get_style_scheme (buffer);
  GtkSourceStyle *style = scheme != NULL ? gtk_source_style_scheme_get_style (scheme, "text") : NULL;
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (view));
  g_autofree char *said = NULL;

  if (style != NULL)
    g_object_get (style, "foreground", &said, NULL);
  if (said == NULL || !gdk_rgba_parse (text_colour, said))
    gtk_style_context_get_color (context, gtk_style_context_get_state (context), text_colour);
  return is_light (text_colour);
}

/* The edges between which the view sets text, in buffer coordinates. */
static void
get_edges (GtkSourceView *view, int *left, int *right)
{
  GtkTextView *text_view = GTK_TEXT_VIEW (view);
  GdkRectangle visible;

  gtk_text_view_get_visible_rect (text_view, &visible);
  *left = gtk_text_view_get_left_margin (text_view);
  *right = MAX (*left + 1, visible.width - gtk_text_view_get_right_margin (text_view));
}

static gboolean
is_wrapped (GtkSourceView *view)
{
  return gtk_text_view_get_wrap_mode (GTK_TEXT_VIEW (view)) != GTK_WRAP_NONE;
}

static PangoWrapMode
get_wrap_mode (GtkSourceView *view)
{
  switch (gtk_text_view_get_wrap_mode (GTK_TEXT_VIEW (view)))
    {
    case GTK_WRAP_WORD:
      return PANGO_WRAP_WORD;
    case GTK_WRAP_CHAR:
      return PANGO_WRAP_CHAR;
    case GTK_WRAP_NONE:
    case GTK_WRAP_WORD_CHAR:
    default:
      return PANGO_WRAP_WORD_CHAR;
    }
}

/* The end of an iter's line, but not farther than is ever in sight: lines may be a megabyte long. */
static void
forward_in_line (GtkTextIter *at)
{
  GtkTextIter end = *at;

  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  if (gtk_text_iter_get_offset (&end) - gtk_text_iter_get_offset (at) <= MAX_IN_SIGHT)
    *at = end;
  else
    gtk_text_iter_forward_chars (at, MAX_IN_SIGHT);
}

/* The direction of the paragraph at an iter, as its first letter says; of the text where the paragraph has no letter. */
static PangoDirection
find_direction (GtkSourceView *view, const GtkTextIter *at, const char *text)
{
  GtkTextIter begin = *at, end;
  g_autofree char *paragraph = NULL, *both = NULL;
  const char *letter;
  PangoLayout *layout;
  PangoDirection direction;

  gtk_text_iter_set_line_offset (&begin, 0);
  end = begin;
  forward_in_line (&end);
  paragraph = gtk_text_iter_get_text (&begin, &end);
  both = g_strconcat (paragraph, text, NULL);
  for (letter = both; *letter != '\0' && !g_unichar_isalpha (g_utf8_get_char (letter));)
    letter = g_utf8_next_char (letter);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (view), NULL);
  pango_layout_set_text (layout, letter, *letter != '\0' ? g_utf8_skip[(guchar) *letter] : 0);
  direction = pango_layout_get_line_readonly (layout, 0)->resolved_dir;
  g_object_unref (layout);
  return direction;
}

/* The paragraph around an iter, as far as it is ever in sight, with text at the iter. */
static char *
dup_paragraph (const GtkTextIter *at, const char *text)
{
  GtkTextIter begin = *at, end = *at;
  g_autofree char *before = NULL, *after = NULL;

  gtk_text_iter_set_line_offset (&begin, MAX (0, gtk_text_iter_get_line_offset (at) - MAX_IN_SIGHT));
  forward_in_line (&end);
  before = gtk_text_iter_get_text (&begin, at);
  after = gtk_text_iter_get_text (at, &end);
  return g_strconcat (before, text, after, NULL);
}

static PangoLayout *
layout_line (GtkSourceView *view, PangoDirection direction, const char *text)
{
  PangoContext *context = gtk_widget_create_pango_context (GTK_WIDGET (view));
  PangoLayout *layout;
  PangoTabArray *tabs = gtk_text_view_get_tabs (GTK_TEXT_VIEW (view));

  pango_context_set_base_dir (context, direction);
  layout = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_text (layout, text, -1);
  if (direction == PANGO_DIRECTION_RTL)
    pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
  if (tabs != NULL)
    {
      pango_layout_set_tabs (layout, tabs);
      pango_tab_array_free (tabs);
    }
  return layout;
}

/* The colour that the tags of a place give its text. FALSE if none does. */
static gboolean
get_tag_colour (const GtkTextIter *at, const GtkTextTag *skipped, GdkRGBA *colour)
{
  GSList *tags = gtk_text_iter_get_tags (at); /* ascending priority */
  gboolean found = FALSE;

  for (GSList *l = tags; l != NULL; l = l->next)
    {
      gboolean is_set;
      GdkRGBA *said = NULL;

      if (l->data == skipped)
        continue;
      g_object_get (l->data, "foreground-set", &is_set, "foreground-rgba", &said, NULL);
      if (is_set && said != NULL)
        {
          *colour = *said;
          found = TRUE;
        }
      if (said != NULL)
        gdk_rgba_free (said);
    }
  g_slist_free (tags);
  return found;
}

static void
add_colour (PangoAttrList *attributes, const GdkRGBA *colour, guint begin, guint end)
{
  PangoAttribute *a = pango_attr_foreground_new (colour->red * 65535, colour->green * 65535, colour->blue * 65535);

  a->start_index = begin;
  a->end_index = end;
  pango_attr_list_insert (attributes, a);
}

/* Where the tags change next, at `end` at most; GTK's own search would go on through the whole text. */
static void
forward_to_toggle (GtkTextIter *at, const GtkTextIter *end)
{
  do
    gtk_text_iter_forward_char (at);
  while (gtk_text_iter_compare (at, end) < 0 && !gtk_text_iter_toggles_tag (at, NULL));
}

/* Appends what is in sight of the rest of the line from `from` on to a layout, a piece for each run of tags. */
static void
append_rest (GtkSourceView *view, PangoLayout *layout, const GtkTextIter *from, const GtkTextTag *skipped)
{
  GtkTextIter at = *from, end = *from, next;
  PangoAttrList *attributes = pango_attr_list_new ();
  GString *text = g_string_new (pango_layout_get_text (layout));
  GdkRGBA plain, colour;

  ghost_view_is_dark (view, &plain);
  forward_in_line (&end);
  for (; gtk_text_iter_compare (&at, &end) < 0; at = next)
    {
      guint begin = text->len;
      g_autofree char *piece = NULL;

      next = at;
      forward_to_toggle (&next, &end);
      piece = gtk_text_iter_get_text (&at, &next);
      g_string_append (text, piece);
      add_colour (attributes, get_tag_colour (&at, skipped, &colour) ? &colour : &plain, begin, text->len);
    }
  pango_layout_set_text (layout, text->str, text->len);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  g_string_free (text, TRUE);
}

gboolean
ghost_lines_fit (GtkSourceView *view, const char *text, const GtkTextIter *at)
{
  g_autofree char *paragraph = gtk_text_iter_ends_line (at) ? NULL : dup_paragraph (at, text);
  g_autoptr (PangoLayout) layout = NULL;
  PangoDirection direction;

  if (paragraph == NULL || g_str_is_ascii (paragraph))
    return TRUE;
  direction = find_direction (view, at, text);
  layout = layout_line (view, direction, paragraph);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  for (GSList *run = pango_layout_get_line_readonly (layout, 0)->runs; run != NULL; run = run->next)
    if ((((PangoGlyphItem *) run->data)->item->analysis.level % 2 != 0) != (direction == PANGO_DIRECTION_RTL))
      return FALSE;
  return TRUE;
}

GPtrArray *
ghost_lines_new (GtkSourceView *view, const char *text, int x, const GtkTextIter *behind, const GtkTextTag *skipped)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) pieces = g_strsplit (text, "\n", -1);
  PangoDirection direction = find_direction (view, behind, text);
  int left, right;

  get_edges (view, &left, &right);
  for (guint i = 0; pieces[i] != NULL; i++)
    {
      PangoLayout *layout = layout_line (view, direction, pieces[i]);

      if (is_wrapped (view))
        {
          pango_layout_set_width (layout, (right - left) * PANGO_SCALE);
          pango_layout_set_wrap (layout, get_wrap_mode (view));
          if (i == 0 && x != GHOST_LINES_EDGE)
            pango_layout_set_indent (layout,
                                     MAX (0, direction == PANGO_DIRECTION_RTL ? right - x : x - left) * PANGO_SCALE);
        }
      g_ptr_array_add (lines, layout);
    }
  if (x != GHOST_LINES_EDGE)
    append_rest (view, g_ptr_array_index (lines, lines->len - 1), behind, skipped);
  return lines;
}

int
ghost_lines_get_height (GPtrArray *lines)
{
  int sum = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      int height;

      pango_layout_get_pixel_size (g_ptr_array_index (lines, i), NULL, &height);
      sum += height;
    }
  return sum;
}

void
ghost_lines_draw (GPtrArray *lines, cairo_t *cr, GtkSourceView *view, int x, int top)
{
  int left, right;

  get_edges (view, &left, &right);
  for (guint i = 0; i < lines->len; i++)
    {
      PangoLayout *layout = g_ptr_array_index (lines, i);
      int width, height, at = left;

      pango_layout_get_pixel_size (layout, &width, &height);
      if (!is_wrapped (view))
        {
          if (pango_layout_get_alignment (layout) == PANGO_ALIGN_RIGHT)
            at = (i == 0 && x != GHOST_LINES_EDGE ? x : right) - width;
          else if (i == 0 && x != GHOST_LINES_EDGE)
            at = x;
        }
      cairo_move_to (cr, at, top);
      pango_cairo_show_layout (cr, layout);
      top += height;
    }
}
