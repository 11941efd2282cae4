/* source-host.c: a GtkSourceView as a host of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/gedit/explanation.h"
#include "plugin/gedit/ghost.h"
#include "plugin/gedit/source-host.h"

struct _HunchSourceHost
{
  GObject parent_instance;
  GtkSourceView *view; /* NULL once it is closed */
  GtkTextBuffer *buffer;
  GtkSourceFile *file; /* or NULL */
  HunchSettings *settings;
  Ghost *ghost;
  GtkWidget *explanation;             /* or NULL; weak */
  gboolean in_action, changed, moved; /* inside a user action, and what happened in it */
  gboolean inserting, undoing, composing, popup;
  guint n_inserted;
};

static void host_init (HunchHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchSourceHost, hunch_source_host, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_HOST, host_init))

/* What Hunch asks of a host. */

static void
get_cursor (HunchSourceHost *self, GtkTextIter *at)
{
  gtk_text_buffer_get_iter_at_mark (self->buffer, at, gtk_text_buffer_get_insert (self->buffer));
}

static char *
dup_text_before (HunchHost *host, guint max_lines, guint max_bytes)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);
  GtkTextIter begin, end;
  g_autofree char *text = NULL;
  gsize length, skip;

  get_cursor (self, &end);
  begin = end;
  gtk_text_iter_set_line (&begin, MAX (0, gtk_text_iter_get_line (&end) - (int) MIN (max_lines, G_MAXINT / 2) + 1));
  if ((guint) (gtk_text_iter_get_offset (&end) - gtk_text_iter_get_offset (&begin)) > max_bytes)
    gtk_text_iter_set_offset (&begin, gtk_text_iter_get_offset (&end) - max_bytes);
  text = gtk_text_iter_get_text (&begin, &end);
  length = strlen (text);
  skip = length > max_bytes ? length - max_bytes : 0;
  while (skip < length && ((guchar) text[skip] & 0xC0) == 0x80) /* never half a character */
    skip++;
  return g_strdup (text + skip);
}

static char *
dup_text_after (HunchHost *host, guint max_lines, guint max_bytes)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);
  GtkTextIter begin, end;
  char *text;
  gsize length;

  get_cursor (self, &begin);
  end = begin;
  gtk_text_iter_forward_lines (&end, MIN (max_lines, G_MAXINT));
  if ((guint) (gtk_text_iter_get_offset (&end) - gtk_text_iter_get_offset (&begin)) > max_bytes)
    gtk_text_iter_set_offset (&end, gtk_text_iter_get_offset (&begin) + max_bytes);
  text = gtk_text_iter_get_text (&begin, &end);
  length = strlen (text);
  if (length > max_bytes)
    {
      length = max_bytes;
      while (length > 0 && ((guchar) text[length] & 0xC0) == 0x80)
        length--;
      text[length] = '\0';
    }
  return text;
}

static char *
dup_language (HunchHost *host)
{
  GtkSourceLanguage *language = gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (HUNCH_SOURCE_HOST (host)->buffer));

  return language != NULL ? g_strdup (gtk_source_language_get_id (language)) : NULL;
}

static char *
dup_filename (HunchHost *host)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);
  GFile *location = self->file != NULL ? gtk_source_file_get_location (self->file) : NULL;

  return location != NULL ? g_file_get_parse_name (location) : NULL;
}

static HunchHostFlags
get_flags (HunchHost *host)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);
  GtkTextIter at;
  HunchHostFlags flags = HUNCH_HOST_NONE;

  if (self->view == NULL)
    return HUNCH_HOST_READ_ONLY;
  get_cursor (self, &at);
  if (!gtk_text_iter_can_insert (&at, gtk_text_view_get_editable (GTK_TEXT_VIEW (self->view))))
    flags |= HUNCH_HOST_READ_ONLY;
  if (gtk_text_buffer_get_has_selection (self->buffer))
    flags |= HUNCH_HOST_SELECTION;
  if (self->composing)
    flags |= HUNCH_HOST_COMPOSING;
  if (self->popup)
    flags |= HUNCH_HOST_KEYS_TAKEN;
  return flags;
}

static void
hide_explanation (HunchSourceHost *self)
{
  if (self->explanation != NULL)
    gtk_widget_destroy (self->explanation); /* which clears the pointer */
}

static void
show_explanation (HunchHost *host, const char *text)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);

  hide_explanation (self);
  if (self->view != NULL)
    g_set_weak_pointer (&self->explanation, explanation_show (GTK_TEXT_VIEW (self->view), text));
}

static void
show_suggestion (HunchHost *host, const char *text)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);

  hide_explanation (self);
  if (self->ghost != NULL)
    ghost_show (self->ghost, text);
}

static void
clear_suggestion (HunchHost *host)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);

  hide_explanation (self);
  if (self->ghost != NULL)
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
  HunchSourceHost *self = HUNCH_SOURCE_HOST (host);
  gboolean done;

  if (self->view == NULL)
    return FALSE;
  self->inserting = TRUE;
  gtk_text_buffer_begin_user_action (self->buffer);
  done = gtk_text_buffer_insert_interactive_at_cursor (self->buffer, text, -1,
                                                       gtk_text_view_get_editable (GTK_TEXT_VIEW (self->view)));
  if (done && g_utf8_strlen (text, -1) == 1)
    set_apart (self->buffer);
  gtk_text_buffer_end_user_action (self->buffer);
  self->inserting = FALSE;
  if (done && self->view != NULL)
    gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (self->buffer));
  self->n_inserted += done;
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
  iface->show_explanation = show_explanation;
}

/* What happens in the view. All that a key does is one user action: it is told at its end, when text and cursor fit. */

static void
on_begin_user_action (GtkTextBuffer *buffer, HunchSourceHost *self)
{
  self->in_action = TRUE;
  self->changed = self->moved = FALSE;
}

static void
on_end_user_action (GtkTextBuffer *buffer, HunchSourceHost *self)
{
  gboolean by_hand = !self->inserting && !self->undoing && gtk_widget_is_focus (GTK_WIDGET (self->view));

  self->in_action = FALSE;
  if (self->changed)
    hunch_host_changed (HUNCH_HOST (self), by_hand);
  else if (self->moved)
    hunch_host_cursor_moved (HUNCH_HOST (self));
}

static void
on_changed (GtkTextBuffer *buffer, HunchSourceHost *self)
{
  self->changed = TRUE;
  if (!self->in_action)
    hunch_host_changed (HUNCH_HOST (self), FALSE);
}

static void
tell_moved (HunchSourceHost *self)
{
  self->moved = TRUE;
  if (!self->in_action)
    hunch_host_cursor_moved (HUNCH_HOST (self));
}

static void
on_mark_set (GtkTextBuffer *buffer, GtkTextIter *at, GtkTextMark *mark, HunchSourceHost *self)
{
  if (mark == gtk_text_buffer_get_insert (buffer) || mark == gtk_text_buffer_get_selection_bound (buffer))
    tell_moved (self);
}

static void
on_undo_begin (HunchSourceHost *self)
{
  self->undoing = TRUE;
}

static void
on_undo_end (HunchSourceHost *self)
{
  self->undoing = FALSE;
}

static void
on_preedit_changed (GtkTextView *view, const char *preedit, HunchSourceHost *self)
{
  self->composing = preedit != NULL && *preedit != '\0';
  tell_moved (self);
}

static void
on_popup_show (HunchSourceHost *self)
{
  self->popup = TRUE;
  tell_moved (self);
}

static void
on_popup_hide (HunchSourceHost *self)
{
  self->popup = FALSE;
  tell_moved (self);
}

static void
update_colours (HunchSourceHost *self)
{
  g_autofree char *light = NULL, *dark = NULL;

  g_object_get (self->settings, "light-colour", &light, "dark-colour", &dark, NULL);
  ghost_set_colours (self->ghost, light, dark);
}

static void
watch (HunchSourceHost *self)
{
  GtkSourceCompletion *completion = gtk_source_view_get_completion (self->view);

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
  g_signal_connect_swapped (self->buffer, "notify::language", G_CALLBACK (tell_moved), self);
  g_signal_connect (self->view, "preedit-changed", G_CALLBACK (on_preedit_changed), self);
  g_signal_connect_swapped (self->view, "notify::editable", G_CALLBACK (tell_moved), self);
  g_signal_connect_swapped (completion, "show", G_CALLBACK (on_popup_show), self);
  g_signal_connect_swapped (completion, "hide", G_CALLBACK (on_popup_hide), self);
  g_signal_connect_swapped (self->settings, "notify::light-colour", G_CALLBACK (update_colours), self);
  g_signal_connect_swapped (self->settings, "notify::dark-colour", G_CALLBACK (update_colours), self);
  if (self->file != NULL)
    g_signal_connect_swapped (self->file, "notify::location", G_CALLBACK (tell_moved), self);
}

void
hunch_source_host_close (HunchSourceHost *self)
{
  if (self->view == NULL)
    return;
  hunch_host_closing (HUNCH_HOST (self));
  g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_signal_handlers_disconnect_by_data (gtk_source_view_get_completion (self->view), self);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  if (self->file != NULL)
    g_signal_handlers_disconnect_by_data (self->file, self);
  hide_explanation (self);
  g_clear_pointer (&self->ghost, ghost_free);
  self->view = NULL;
}

gboolean
hunch_source_host_is_shown (HunchSourceHost *self)
{
  return self->ghost != NULL && ghost_is_shown (self->ghost);
}

guint
hunch_source_host_count_inserted (HunchSourceHost *self)
{
  return self->n_inserted;
}

static void
hunch_source_host_dispose (GObject *object)
{
  HunchSourceHost *self = HUNCH_SOURCE_HOST (object);

  hunch_source_host_close (self);
  g_clear_object (&self->buffer);
  g_clear_object (&self->file);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (hunch_source_host_parent_class)->dispose (object);
}

static void
hunch_source_host_class_init (HunchSourceHostClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = hunch_source_host_dispose;
}

static void
hunch_source_host_init (HunchSourceHost *self)
{
}

HunchSourceHost *
hunch_source_host_new (GtkSourceView *view, GtkSourceFile *file, HunchSettings *settings)
{
  HunchSourceHost *self = g_object_new (HUNCH_TYPE_SOURCE_HOST, NULL);

  self->view = view;
  self->buffer = g_object_ref (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  self->file = file != NULL ? g_object_ref (file) : NULL;
  self->settings = g_object_ref (settings);
  self->ghost = ghost_new (view);
  update_colours (self);
  watch (self);
  return self;
}
