/* document-host.c: a document of Geany as a host of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Scintilla counts in bytes of UTF-8, as Hunch does, whatever the encoding of the file is. While it says that its text changes,
 * the cursor is not yet where it will be; so a change is only noted then, and told to Hunch at the next of: the character is
 * in, the view is up to date, a key is pressed, nothing else is to do. */
#include "config.h"

#include <string.h>

#include "plugin/geany/document-host.h"
#include "plugin/geany/ghost.h"
#include "plugin/geany/languages.h"

struct _DocumentHost
{
  GObject parent_instance;
  GeanyDocument *doc; /* NULL once it is closed */
  ScintillaObject *sci;
  HunchSettings *settings;
  Ghost *ghost;
  gboolean is_changed, is_typed; /* what Hunch has not been told yet */
  gboolean is_key;               /* the change comes from a key that edits */
  guint idle;
  gboolean inserting, is_composing;
  guint n_inserted;
};

static void host_init (HunchHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DocumentHost, document_host, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_HOST, host_init))

static gintptr
ask (DocumentHost *self, guint message, gintptr wparam)
{
  return scintilla_send_message (self->sci, message, (guintptr) wparam, 0);
}

/* What Hunch asks of a host. */

static char *
dup_range (DocumentHost *self, gintptr begin, gintptr end)
{
  char *text, *valid;

  if (begin >= end)
    return g_strdup ("");
  text = sci_get_contents_range (self->sci, (int) begin, (int) end);
  if (g_utf8_validate (text, -1, NULL)) /* files without an encoding may hold anything */
    return text;
  valid = g_utf8_make_valid (text, -1);
  g_free (text);
  return valid;
}

/* p, or the next position between characters. */
static gintptr
between_characters (DocumentHost *self, gintptr p)
{
  return p > 0 ? ask (self, SCI_POSITIONAFTER, ask (self, SCI_POSITIONBEFORE, p)) : 0;
}

static char *
dup_text_before (HunchHost *host, guint max_lines, guint max_bytes)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  gintptr cursor = ask (self, SCI_GETCURRENTPOS, 0), line = ask (self, SCI_LINEFROMPOSITION, cursor), begin;

  begin = ask (self, SCI_POSITIONFROMLINE, MAX (line + 1 - (gintptr) max_lines, 0));
  if (cursor - begin > (gintptr) max_bytes)
    begin = MIN (between_characters (self, cursor - (gintptr) max_bytes), cursor);
  return dup_range (self, begin, cursor);
}

static char *
dup_text_after (HunchHost *host, guint max_lines, guint max_bytes)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  gintptr cursor = ask (self, SCI_GETCURRENTPOS, 0), line = ask (self, SCI_LINEFROMPOSITION, cursor);
  gintptr end = ask (self, SCI_GETLENGTH, 0);

  if (line + (gintptr) max_lines < ask (self, SCI_GETLINECOUNT, 0))
    end = ask (self, SCI_POSITIONFROMLINE, line + (gintptr) max_lines);
  if (end - cursor > (gintptr) max_bytes)
    end = MAX (ask (self, SCI_POSITIONBEFORE, cursor + (gintptr) max_bytes + 1), cursor);
  return dup_range (self, cursor, end);
}

static char *
dup_language (HunchHost *host)
{
  GeanyFiletype *type = DOCUMENT_HOST (host)->doc->file_type;

  return language_from_filetype (type != NULL ? type->name : NULL);
}

static char *
dup_filename (HunchHost *host)
{
  GeanyDocument *doc = DOCUMENT_HOST (host)->doc;

  return g_strdup (doc->file_name);
}

static HunchHostFlags
get_flags (HunchHost *host)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  HunchHostFlags flags = HUNCH_HOST_NONE;

  if (self->doc->readonly || ask (self, SCI_GETREADONLY, 0))
    flags |= HUNCH_HOST_READ_ONLY;
  if (!ask (self, SCI_GETSELECTIONEMPTY, 0) || ask (self, SCI_GETSELECTIONS, 0) > 1)
    flags |= HUNCH_HOST_SELECTION;
  if (self->is_composing)
    flags |= HUNCH_HOST_COMPOSING;
  if (document_host_has_popup (self))
    flags |= HUNCH_HOST_KEYS_TAKEN;
  return flags;
}

static void
show_suggestion (HunchHost *host, const char *text)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  g_autofree char *light = NULL, *dark = NULL;

  g_object_get (self->settings, "light-colour", &light, "dark-colour", &dark, NULL);
  ghost_show (self->ghost, text, light, dark);
}

static void
clear_suggestion (HunchHost *host)
{
  if (DOCUMENT_HOST (host)->ghost != NULL)
    ghost_hide (DOCUMENT_HOST (host)->ghost);
}

/* In the message window, which has letters of one width. */
static void
show_explanation (HunchHost *host, const char *text)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean had_focus = document_host_has_focus (self);

  msgwin_clear_tab (MSG_MESSAGE);
  for (guint i = 0; lines[i] != NULL; i++)
    msgwin_msg_add (COLOR_BLACK, -1, NULL, "%s", lines[i]);
  msgwin_switch_tab (MSG_MESSAGE, TRUE);
  if (had_focus) /* which the window took: keys accept what is shown, or dismiss it */
    gtk_widget_grab_focus (GTK_WIDGET (self->sci));
}

static gboolean
insert (HunchHost *host, const char *text)
{
  DocumentHost *self = DOCUMENT_HOST (host);
  g_autoptr (GString) own = g_string_new (text);

  if (ask (self, SCI_GETLINECOUNT, 0) == 1) /* no line break says yet which the document has */
    g_string_replace (own, "\n", editor_get_eol_char (self->doc->editor), 0);
  ghost_hide (self->ghost); /* while its line is where it was */
  self->inserting = TRUE;
  sci_start_undo_action (self->sci);
  scintilla_send_message (self->sci, SCI_REPLACESEL, 0, (gintptr) own->str);
  sci_end_undo_action (self->sci);
  self->inserting = FALSE;
  self->n_inserted++;
  hunch_host_changed (host, FALSE);
  return TRUE;
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

/* What the editor says. */

void
document_host_flush (DocumentHost *self)
{
  gboolean is_typed = self->is_typed;

  g_clear_handle_id (&self->idle, g_source_remove);
  if (!self->is_changed || self->doc == NULL)
    return;
  self->is_changed = self->is_typed = self->is_key = FALSE;
  hunch_host_changed (HUNCH_HOST (self), is_typed);
}

static gboolean
on_idle (gpointer data)
{
  DocumentHost *self = data;

  self->idle = 0;
  document_host_flush (self);
  return G_SOURCE_REMOVE;
}

static void
note_change (DocumentHost *self, int modification)
{
  if (self->inserting || !(modification & (SC_MOD_INSERTTEXT | SC_MOD_DELETETEXT)))
    return;
  self->is_changed = TRUE;
  self->is_typed = self->is_key && (modification & SC_PERFORMED_USER);
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_idle, self, NULL);
}

void
document_host_notify (DocumentHost *self, const SCNotification *notification)
{
  if (self->doc == NULL)
    return;
  switch (notification->nmhdr.code)
    {
    case SCN_MODIFIED:
      note_change (self, notification->modificationType);
      break;
    case SCN_CHARADDED:
      self->is_typed = self->is_changed;
      document_host_flush (self);
      break;
    case SCN_UPDATEUI:
      document_host_flush (self);
      if (notification->updated & SC_UPDATE_SELECTION)
        hunch_host_cursor_moved (HUNCH_HOST (self));
      break;
    case SCN_AUTOCCANCELLED:
    case SCN_AUTOCCOMPLETED:
      hunch_host_cursor_moved (HUNCH_HOST (self));
      break;
    default:
      break;
    }
}

void
document_host_key (DocumentHost *self, const GdkEventKey *event)
{
  guint modifiers = event->state & gtk_accelerator_get_default_mod_mask () & ~(guint) GDK_SHIFT_MASK;
  gboolean deletes = event->keyval == GDK_KEY_BackSpace || event->keyval == GDK_KEY_Delete;

  self->is_key = deletes ? !(modifiers & GDK_MOD1_MASK) : modifiers == 0;
}

gboolean
document_host_has_focus (DocumentHost *self)
{
  return self->doc != NULL && gtk_widget_has_focus (GTK_WIDGET (self->sci));
}

void
document_host_set_composing (DocumentHost *self, gboolean is_composing)
{
  if (self->doc == NULL || is_composing == self->is_composing)
    return;
  self->is_composing = is_composing;
  hunch_host_cursor_moved (HUNCH_HOST (self));
}

gboolean
document_host_has_popup (DocumentHost *self)
{
  return ask (self, SCI_AUTOCACTIVE, 0) != 0;
}

guint
document_host_count_inserted (DocumentHost *self)
{
  return self->n_inserted;
}

void
document_host_close (DocumentHost *self)
{
  if (self->doc == NULL)
    return;
  hunch_host_closing (HUNCH_HOST (self));
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->ghost, ghost_free);
  self->doc = NULL;
}

static void
document_host_dispose (GObject *object)
{
  document_host_close (DOCUMENT_HOST (object));
  g_clear_object (&DOCUMENT_HOST (object)->settings);
  G_OBJECT_CLASS (document_host_parent_class)->dispose (object);
}

static void
document_host_class_init (DocumentHostClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = document_host_dispose;
}

static void
document_host_init (DocumentHost *self)
{
}

DocumentHost *
document_host_new (GeanyDocument *doc, HunchSettings *settings)
{
  DocumentHost *self = g_object_new (DOCUMENT_TYPE_HOST, NULL);

  self->doc = doc;
  self->sci = doc->editor->sci;
  self->settings = g_object_ref (settings);
  self->ghost = ghost_new (self->sci);
  return self;
}
