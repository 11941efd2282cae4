/* host.c: a GtkSourceView as a host of Hunch: what a program has to write for itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A host owes Hunch three things: a window of text around the cursor when asked, a way to show text without putting it into
 * the document, and an insertion that is one undo step. In return it says when the text changes, when the cursor moves, and when
 * it goes away. Everything is called in the thread of the main loop. */
#include <string.h>

#include "ghost.h"
#include "host.h"

struct _ViewHost
{
  GObject parent_instance;
  GtkTextView *view; /* NULL once it is closed */
  GtkTextBuffer *buffer;
  char *filename;
  Ghost *ghost;
  gboolean in_action, changed; /* inside a user action, and whether it changed the text */
  gboolean by_itself;          /* the text changes by an accept or an undo, and not by typing */
  gboolean composing;          /* an input method is */
};

static void host_init (HunchHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ViewHost, view_host, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (HUNCH_TYPE_HOST, host_init))

/* What Hunch asks of a host. */

static void
get_cursor (ViewHost *self, GtkTextIter *at)
{
  gtk_text_buffer_get_iter_at_mark (self->buffer, at, gtk_text_buffer_get_insert (self->buffer));
}

static char *
dup_text_before (HunchHost *host, guint max_lines, guint max_bytes)
{
  ViewHost *self = VIEW_HOST (host);
  GtkTextIter begin, end;
  g_autofree char *text = NULL;
  const char *nearest;

  get_cursor (self, &end);
  begin = end;
  gtk_text_iter_set_line (&begin, MAX (0, gtk_text_iter_get_line (&end) - (int) MIN (max_lines, G_MAXINT / 2) + 1));
  text = gtk_text_iter_get_text (&begin, &end);
  nearest = text + MAX (0, (gssize) strlen (text) - (gssize) max_bytes);
  while (((guchar) *nearest & 0xC0) == 0x80) /* never half a character */
    nearest++;
  return g_strdup (nearest);
}

static char *
dup_text_after (HunchHost *host, guint max_lines, guint max_bytes)
{
  ViewHost *self = VIEW_HOST (host);
  GtkTextIter begin, end;
  char *text;
  gsize length;

  get_cursor (self, &begin);
  end = begin;
  gtk_text_iter_forward_lines (&end, MIN (max_lines, G_MAXINT));
  text = gtk_text_iter_get_text (&begin, &end);
  length = MIN (strlen (text), max_bytes);
  while (length > 0 && ((guchar) text[length] & 0xC0) == 0x80)
    length--;
  text[length] = '\0';
  return text;
}

static char *
dup_language (HunchHost *host)
{
  GtkSourceLanguage *language = gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (VIEW_HOST (host)->buffer));

  return language != NULL ? g_strdup (gtk_source_language_get_id (language)) : NULL;
}

static char *
dup_filename (HunchHost *host)
{
  return g_strdup (VIEW_HOST (host)->filename);
}

static HunchHostFlags
get_flags (HunchHost *host)
{
  ViewHost *self = VIEW_HOST (host);
  HunchHostFlags flags = HUNCH_HOST_NONE;
  GtkTextIter at;

  get_cursor (self, &at);
  if (self->view == NULL || !gtk_text_iter_can_insert (&at, gtk_text_view_get_editable (self->view)))
    flags |= HUNCH_HOST_READ_ONLY;
  if (gtk_text_buffer_get_has_selection (self->buffer))
    flags |= HUNCH_HOST_SELECTION;
  if (self->composing)
    flags |= HUNCH_HOST_COMPOSING;
  return flags;
}

static void
show_suggestion (HunchHost *host, const char *text)
{
  ViewHost *self = VIEW_HOST (host);

  if (self->view != NULL)
    ghost_show (self->ghost, text);
}

static void
clear_suggestion (HunchHost *host)
{
  ViewHost *self = VIEW_HOST (host);

  if (self->view != NULL)
    ghost_hide (self->ghost);
}

/* A single character would be undone together with those that were typed before it and after it. Two changes at once never are. */
static void
set_apart (GtkTextBuffer *buffer)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_insert (buffer, &end, " ", 1);
  begin = end;
  gtk_text_iter_backward_char (&begin);
  gtk_text_buffer_delete (buffer, &begin, &end);
}

static gboolean
insert (HunchHost *host, const char *text)
{
  ViewHost *self = VIEW_HOST (host);
  gboolean done;

  if (self->view == NULL)
    return FALSE;
  self->by_itself = TRUE;
  gtk_text_buffer_begin_user_action (self->buffer);
  done = gtk_text_buffer_insert_interactive_at_cursor (self->buffer, text, -1, gtk_text_view_get_editable (self->view));
  if (done && g_utf8_strlen (text, -1) == 1)
    set_apart (self->buffer);
  gtk_text_buffer_end_user_action (self->buffer);
  self->by_itself = FALSE;
  gtk_text_view_scroll_mark_onscreen (self->view, gtk_text_buffer_get_insert (self->buffer));
  return done;
}

static void
host_init (HunchHostInterface *iface)
{
  iface->dup_text_before = dup_text_before;
  iface->dup_text_after = dup_text_after;
  iface->dup_language = dup_language;
  iface->dup_filename = dup_filename;
  iface->get_flags = get_flags;
  iface->show_suggestion = show_suggestion;
  iface->clear_suggestion = clear_suggestion;
  iface->insert = insert;
}

/* What a host tells. All that one key does is one user action; it is told at its end, when text and cursor fit. */

static void
on_begin_user_action (GtkTextBuffer *buffer, ViewHost *self)
{
  self->in_action = TRUE;
  self->changed = FALSE;
}

static void
on_end_user_action (GtkTextBuffer *buffer, ViewHost *self)
{
  self->in_action = FALSE;
  if (self->changed)
    hunch_host_changed (HUNCH_HOST (self), !self->by_itself);
  else
    hunch_host_cursor_moved (HUNCH_HOST (self));
}

static void
on_changed (GtkTextBuffer *buffer, ViewHost *self)
{
  self->changed = TRUE;
  if (!self->in_action)
    hunch_host_changed (HUNCH_HOST (self), FALSE);
}

static void
on_mark_set (GtkTextBuffer *buffer, GtkTextIter *at, GtkTextMark *mark, ViewHost *self)
{
  if (!self->in_action
      && (mark == gtk_text_buffer_get_insert (buffer) || mark == gtk_text_buffer_get_selection_bound (buffer)))
    hunch_host_cursor_moved (HUNCH_HOST (self));
}

static void
on_undo_begin (ViewHost *self)
{
  self->by_itself = TRUE;
}

static void
on_undo_end (ViewHost *self)
{
  self->by_itself = FALSE;
}

static void
on_preedit_changed (GtkTextView *view, const char *preedit, ViewHost *self)
{
  self->composing = *preedit != '\0';
  hunch_host_cursor_moved (HUNCH_HOST (self));
}

void
view_host_close (ViewHost *self)
{
  if (self->view == NULL)
    return;
  hunch_host_closing (HUNCH_HOST (self));
  g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_pointer (&self->ghost, ghost_free);
  self->view = NULL;
}

static void
view_host_finalize (GObject *object)
{
  ViewHost *self = VIEW_HOST (object);

  view_host_close (self);
  g_object_unref (self->buffer);
  g_free (self->filename);
  G_OBJECT_CLASS (view_host_parent_class)->finalize (object);
}

static void
view_host_class_init (ViewHostClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = view_host_finalize;
}

static void
view_host_init (ViewHost *self)
{
}

ViewHost *
view_host_new (GtkSourceView *view, const char *filename)
{
  ViewHost *self = g_object_new (VIEW_TYPE_HOST, NULL);

  self->view = GTK_TEXT_VIEW (view);
  self->buffer = g_object_ref (gtk_text_view_get_buffer (self->view));
  self->filename = g_strdup (filename);
  self->ghost = ghost_new (view);
  g_signal_connect (self->buffer, "begin-user-action", G_CALLBACK (on_begin_user_action), self);
  g_signal_connect_after (self->buffer, "end-user-action", G_CALLBACK (on_end_user_action), self);
  g_signal_connect_after (self->buffer, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_after (self->buffer, "mark-set", G_CALLBACK (on_mark_set), self);
  for (int redo = 0; redo < 2; redo++)
    {
      g_signal_connect_swapped (self->buffer, redo ? "redo" : "undo", G_CALLBACK (on_undo_begin), self);
      g_signal_connect_data (self->buffer, redo ? "redo" : "undo", G_CALLBACK (on_undo_end), self, NULL,
                             G_CONNECT_AFTER | G_CONNECT_SWAPPED);
    }
  g_signal_connect (view, "preedit-changed", G_CALLBACK (on_preedit_changed), self);
  return self;
}
