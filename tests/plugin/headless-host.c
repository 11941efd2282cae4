/* headless-host.c: a text document in memory with a cursor and undo: the smallest whole example of a host.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A host owes Hunch three things: a window of text around the cursor when asked; a way to show text without putting it into
 * the document; and an insertion that is one undo step. In return it says when the text changes, when the cursor moves, and
 * when it goes away. */
#include "config.h"

#include <string.h>

#include "tests/plugin/headless-host.h"

/* An edit as undo needs it: at `at`, `removed` gave way to `inserted`. */
typedef struct
{
  gsize at, cursor;
  char *removed, *inserted;
} Edit;

struct _HeadlessHost
{
  GObject parent_instance;
  GString *text;
  gsize cursor;
  GQueue undo; /* Edit, the last one first */
  char *ghost, *explanation;
  char *filename, *language;
  HunchHostFlags flags;
  guint n_read, n_shown;
};

static void host_init (HunchHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HeadlessHost, headless_host, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_HOST, host_init))

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  g_free (edit->removed);
  g_free (edit->inserted);
  g_free (edit);
}

static void
replace (HeadlessHost *self, gsize at, gsize n, const char *text)
{
  Edit *edit = g_new (Edit, 1);

  *edit = (Edit){ at, self->cursor, g_strndup (self->text->str + at, n), g_strdup (text) };
  g_queue_push_head (&self->undo, edit);
  g_string_erase (self->text, at, n);
  g_string_insert (self->text, at, text);
  self->cursor = at + strlen (text);
}

/* What Hunch asks of a host. */

static char *
dup_text_before (HunchHost *host, guint max_lines, guint max_bytes)
{
  HeadlessHost *self = HEADLESS_HOST (host);
  const char *cursor = self->text->str + self->cursor, *p = cursor;

  for (guint lines = 0; p > self->text->str && (guint) (cursor - p) < max_bytes; p--)
    if (p[-1] == '\n' && ++lines == max_lines)
      break;
  while (p < cursor && ((guchar) *p & 0xC0) == 0x80) /* never half a character */
    p++;
  self->n_read += cursor - p;
  return g_strndup (p, cursor - p);
}

static char *
dup_text_after (HunchHost *host, guint max_lines, guint max_bytes)
{
  HeadlessHost *self = HEADLESS_HOST (host);
  const char *cursor = self->text->str + self->cursor, *p = cursor;

  for (guint lines = 0; *p != '\0' && (guint) (p - cursor) < max_bytes;)
    if (*p++ == '\n' && ++lines == max_lines)
      break;
  while (p > cursor && ((guchar) *p & 0xC0) == 0x80)
    p--;
  self->n_read += p - cursor;
  return g_strndup (cursor, p - cursor);
}

static char *
dup_language (HunchHost *host)
{
  return g_strdup (HEADLESS_HOST (host)->language);
}

static char *
dup_filename (HunchHost *host)
{
  return g_strdup (HEADLESS_HOST (host)->filename);
}

static HunchHostFlags
get_flags (HunchHost *host)
{
  return HEADLESS_HOST (host)->flags;
}

static void
show_suggestion (HunchHost *host, const char *text)
{
  HeadlessHost *self = HEADLESS_HOST (host);

  self->n_shown++;
  g_free (self->ghost);
  self->ghost = g_strdup (text);
}

static void
clear_suggestion (HunchHost *host)
{
  HeadlessHost *self = HEADLESS_HOST (host);

  self->n_shown++;
  g_clear_pointer (&self->ghost, g_free);
}

static gboolean
insert (HunchHost *host, const char *text)
{
  HeadlessHost *self = HEADLESS_HOST (host);

  replace (self, self->cursor, 0, text);
  hunch_host_changed (host, FALSE);
  return TRUE;
}

static void
show_explanation (HunchHost *host, const char *text)
{
  HeadlessHost *self = HEADLESS_HOST (host);

  g_free (self->explanation);
  self->explanation = g_strdup (text);
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

/* What a person does. */

void
headless_host_type (HeadlessHost *self, const char *text)
{
  replace (self, self->cursor, 0, text);
  hunch_host_changed (HUNCH_HOST (self), TRUE);
}

void
headless_host_type_pair (HeadlessHost *self, const char *opener, const char *closer)
{
  g_autofree char *both = g_strconcat (opener, closer, NULL);

  replace (self, self->cursor, 0, both);
  self->cursor -= strlen (closer);
  hunch_host_changed (HUNCH_HOST (self), TRUE);
}

void
headless_host_backspace (HeadlessHost *self)
{
  const char *cursor = self->text->str + self->cursor;
  gsize n;

  if (self->cursor == 0)
    return;
  n = cursor - g_utf8_find_prev_char (self->text->str, cursor);
  replace (self, self->cursor - n, n, "");
  hunch_host_changed (HUNCH_HOST (self), TRUE);
}

void
headless_host_move (HeadlessHost *self, gsize cursor)
{
  g_assert_cmpuint (cursor, <=, self->text->len);
  self->cursor = cursor;
  hunch_host_cursor_moved (HUNCH_HOST (self));
}

gboolean
headless_host_undo (HeadlessHost *self)
{
  Edit *edit = g_queue_pop_head (&self->undo);

  if (edit == NULL)
    return FALSE;
  g_string_erase (self->text, edit->at, strlen (edit->inserted));
  g_string_insert (self->text, edit->at, edit->removed);
  self->cursor = edit->cursor;
  edit_free (edit);
  hunch_host_changed (HUNCH_HOST (self), FALSE);
  return TRUE;
}

void
headless_host_set_flags (HeadlessHost *self, HunchHostFlags flags)
{
  self->flags = flags;
  hunch_host_cursor_moved (HUNCH_HOST (self));
}

void
headless_host_set_file (HeadlessHost *self, const char *filename, const char *language)
{
  g_free (self->filename);
  g_free (self->language);
  self->filename = g_strdup (filename);
  self->language = g_strdup (language);
  hunch_host_cursor_moved (HUNCH_HOST (self));
}

const char *
headless_host_get_text (HeadlessHost *self)
{
  return self->text->str;
}

gsize
headless_host_get_cursor (HeadlessHost *self)
{
  return self->cursor;
}

gboolean
headless_host_is_modified (HeadlessHost *self)
{
  return !g_queue_is_empty (&self->undo);
}

const char *
headless_host_get_ghost (HeadlessHost *self)
{
  return self->ghost;
}

guint
headless_host_count_shown (HeadlessHost *self)
{
  return self->n_shown;
}

const char *
headless_host_get_explanation (HeadlessHost *self)
{
  return self->explanation;
}

guint
headless_host_count_bytes_read (HeadlessHost *self)
{
  return self->n_read;
}

static void
headless_host_dispose (GObject *object)
{
  hunch_host_closing (HUNCH_HOST (object));
  G_OBJECT_CLASS (headless_host_parent_class)->dispose (object);
}

static void
headless_host_finalize (GObject *object)
{
  HeadlessHost *self = HEADLESS_HOST (object);

  g_string_free (self->text, TRUE);
  g_queue_clear_full (&self->undo, edit_free);
  g_free (self->ghost);
  g_free (self->explanation);
  g_free (self->filename);
  g_free (self->language);
  G_OBJECT_CLASS (headless_host_parent_class)->finalize (object);
}

static void
headless_host_class_init (HeadlessHostClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = headless_host_dispose;
  G_OBJECT_CLASS (klass)->finalize = headless_host_finalize;
}

static void
headless_host_init (HeadlessHost *self)
{
  self->text = g_string_new (NULL);
  g_queue_init (&self->undo);
}

HeadlessHost *
headless_host_new (const char *text, gsize cursor)
{
  HeadlessHost *self = g_object_new (HEADLESS_TYPE_HOST, NULL);

  g_string_assign (self->text, text);
  self->cursor = cursor;
  return self;
}
