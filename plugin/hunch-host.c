/* hunch-host.c: what a program with text gives to Hunch so that people can have completion in it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-host.h"

/**
 * HunchHost:
 *
 * A place where people type: a view of an editor, or a text in memory. Hunch reads a window of text around the cursor, shows
 * suggestions and inserts those that are accepted; it never touches the document otherwise.
 */
G_DEFINE_INTERFACE (HunchHost, hunch_host, G_TYPE_OBJECT)

enum
{
  CHANGED,
  CURSOR_MOVED,
  CLOSING,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
hunch_host_default_init (HunchHostInterface *iface)
{
  /**
   * HunchHost::changed:
   * @self: the host
   * @typed: whether a person typed or deleted, in contrast to undo, reload, a script
   *
   * The text changed. To be emitted before the next key is handled, so that no old suggestion can be accepted.
   */
  signals[CHANGED] = g_signal_new ("changed", HUNCH_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_BOOLEAN);
  /**
   * HunchHost::cursor-moved:
   * @self: the host
   *
   * The cursor, the selection or a flag of [method@Host.get_flags] changed.
   */
  signals[CURSOR_MOVED]
      = g_signal_new ("cursor-moved", HUNCH_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * HunchHost::closing:
   * @self: the host
   *
   * The host goes away: what runs for it is cancelled, and it is not called any more.
   */
  signals[CLOSING] = g_signal_new ("closing", HUNCH_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static char *
or_empty (char *text)
{
  return text != NULL ? text : g_strdup ("");
}

/**
 * hunch_host_dup_text_before:
 * @self: a host
 * @max_lines: how many lines at most, the cursor's own counts
 * @max_bytes: how many bytes at most; a host that counts in other units may give less
 *
 * Asks for a window of text before the cursor.
 *
 * Returns: (transfer full): the nearest text that ends at the cursor, UTF-8, line breaks as in the document
 */
char *
hunch_host_dup_text_before (HunchHost *self, guint max_lines, guint max_bytes)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), NULL);
  g_return_val_if_fail (HUNCH_HOST_GET_IFACE (self)->dup_text_before != NULL, g_strdup (""));
  return or_empty (HUNCH_HOST_GET_IFACE (self)->dup_text_before (self, max_lines, max_bytes));
}

/**
 * hunch_host_dup_text_after:
 * @self: a host
 * @max_lines: how many lines at most, the cursor's own counts
 * @max_bytes: how many bytes at most
 *
 * Asks for a window of text after the cursor.
 *
 * Returns: (transfer full): the nearest text that begins at the cursor, UTF-8, line breaks as in the document
 */
char *
hunch_host_dup_text_after (HunchHost *self, guint max_lines, guint max_bytes)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), NULL);
  g_return_val_if_fail (HUNCH_HOST_GET_IFACE (self)->dup_text_after != NULL, g_strdup (""));
  return or_empty (HUNCH_HOST_GET_IFACE (self)->dup_text_after (self, max_lines, max_bytes));
}

/**
 * hunch_host_dup_language:
 * @self: a host
 *
 * Asks for the language of the text.
 *
 * Returns: (transfer full) (nullable): the language of the text as GtkSourceView names it
 */
char *
hunch_host_dup_language (HunchHost *self)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), NULL);
  if (HUNCH_HOST_GET_IFACE (self)->dup_language == NULL)
    return NULL;
  return HUNCH_HOST_GET_IFACE (self)->dup_language (self);
}

/**
 * hunch_host_dup_filename:
 * @self: a host
 *
 * Asks for the name of the file.
 *
 * Returns: (transfer full) (nullable): the file's name
 */
char *
hunch_host_dup_filename (HunchHost *self)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), NULL);
  if (HUNCH_HOST_GET_IFACE (self)->dup_filename == NULL)
    return NULL;
  return HUNCH_HOST_GET_IFACE (self)->dup_filename (self);
}

/**
 * hunch_host_get_flags:
 * @self: a host
 *
 * Asks for the state at the cursor.
 *
 * Returns: the state at the cursor
 */
HunchHostFlags
hunch_host_get_flags (HunchHost *self)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), HUNCH_HOST_READ_ONLY);
  if (HUNCH_HOST_GET_IFACE (self)->get_flags == NULL)
    return HUNCH_HOST_NONE;
  return HUNCH_HOST_GET_IFACE (self)->get_flags (self);
}

/**
 * hunch_host_show_suggestion:
 * @self: a host
 * @text: what to show at the cursor; lines are separated by LF
 *
 * Shows text without touching the document.
 */
void
hunch_host_show_suggestion (HunchHost *self, const char *text)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  g_return_if_fail (HUNCH_HOST_GET_IFACE (self)->show_suggestion != NULL);
  HUNCH_HOST_GET_IFACE (self)->show_suggestion (self, text);
}

/**
 * hunch_host_clear_suggestion:
 * @self: a host
 *
 * Shows nothing any more.
 */
void
hunch_host_clear_suggestion (HunchHost *self)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  g_return_if_fail (HUNCH_HOST_GET_IFACE (self)->clear_suggestion != NULL);
  HUNCH_HOST_GET_IFACE (self)->clear_suggestion (self);
}

/**
 * hunch_host_insert:
 * @self: a host
 * @text: what to insert, with the document's line breaks
 *
 * Inserts text at the cursor as one undo step.
 *
 * Returns: %FALSE if nothing was inserted
 */
gboolean
hunch_host_insert (HunchHost *self, const char *text)
{
  g_return_val_if_fail (HUNCH_IS_HOST (self), FALSE);
  g_return_val_if_fail (HUNCH_HOST_GET_IFACE (self)->insert != NULL, FALSE);
  return HUNCH_HOST_GET_IFACE (self)->insert (self, text);
}

/**
 * hunch_host_show_explanation:
 * @self: a host
 * @text: lines about the suggestion that is shown
 *
 * Shows why the suggestion is what it is. Nothing happens in hosts that have no place for it.
 */
void
hunch_host_show_explanation (HunchHost *self, const char *text)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  if (HUNCH_HOST_GET_IFACE (self)->show_explanation != NULL)
    HUNCH_HOST_GET_IFACE (self)->show_explanation (self, text);
}

/**
 * hunch_host_changed:
 * @self: a host
 * @typed: whether a person typed or deleted
 *
 * For hosts: emits [signal@Host::changed].
 */
void
hunch_host_changed (HunchHost *self, gboolean typed)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  g_signal_emit (self, signals[CHANGED], 0, typed);
}

/**
 * hunch_host_cursor_moved:
 * @self: a host
 *
 * For hosts: emits [signal@Host::cursor-moved].
 */
void
hunch_host_cursor_moved (HunchHost *self)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  g_signal_emit (self, signals[CURSOR_MOVED], 0);
}

/**
 * hunch_host_closing:
 * @self: a host
 *
 * For hosts: emits [signal@Host::closing].
 */
void
hunch_host_closing (HunchHost *self)
{
  g_return_if_fail (HUNCH_IS_HOST (self));
  g_signal_emit (self, signals[CLOSING], 0);
}
