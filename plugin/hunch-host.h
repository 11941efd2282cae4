/* hunch-host.h: what a program with text gives to Hunch so that people can have completion in it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

/**
 * HunchHostFlags:
 * @HUNCH_HOST_NONE: a cursor in text that can be changed
 * @HUNCH_HOST_COMPOSING: an input method is composing
 * @HUNCH_HOST_READ_ONLY: the text cannot be changed at the cursor
 * @HUNCH_HOST_SELECTION: text is selected, or there are several cursors
 * @HUNCH_HOST_PRIVATE: a password or the like: never read, never remembered
 * @HUNCH_HOST_KEYS_TAKEN: a snippet or a popup uses the keys: nothing is suggested without being asked
 *
 * The state of a host at its cursor.
 */
typedef enum /*< flags >*/
{
  HUNCH_HOST_NONE = 0,
  HUNCH_HOST_COMPOSING = 1 << 0,
  HUNCH_HOST_READ_ONLY = 1 << 1,
  HUNCH_HOST_SELECTION = 1 << 2,
  HUNCH_HOST_PRIVATE = 1 << 3,
  HUNCH_HOST_KEYS_TAKEN = 1 << 4,
} HunchHostFlags;

#define HUNCH_TYPE_HOST (hunch_host_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_INTERFACE (HunchHost, hunch_host, HUNCH, HOST, GObject)

/**
 * HunchHostInterface:
 * @parent_iface: the parent
 * @dup_text_before: text that ends at the cursor: at most so many lines and bytes, the nearest ones
 * @dup_text_after: text that begins at the cursor: at most so many lines and bytes
 * @dup_language: (nullable): the language as GtkSourceView names it, or %NULL
 * @dup_filename: (nullable): the file's name, or %NULL
 * @get_flags: (nullable): the state at the cursor
 * @show_suggestion: shows text at the cursor without touching the document; replaces what was shown
 * @clear_suggestion: shows nothing any more
 * @insert: inserts text at the cursor as one undo step, and leaves the cursor behind it
 * @show_explanation: (nullable): shows a text of some lines about the suggestion, in letters of one width, until the person goes on
 *
 * What a host implements. Every function is called in the host's own thread and must be quick.
 */
struct _HunchHostInterface
{
  GTypeInterface parent_iface;

  char *(*dup_text_before) (HunchHost *self, guint max_lines, guint max_bytes);
  char *(*dup_text_after) (HunchHost *self, guint max_lines, guint max_bytes);
  char *(*dup_language) (HunchHost *self);
  char *(*dup_filename) (HunchHost *self);
  HunchHostFlags (*get_flags) (HunchHost *self);
  void (*show_suggestion) (HunchHost *self, const char *text);
  void (*clear_suggestion) (HunchHost *self);
  gboolean (*insert) (HunchHost *self, const char *text);
  void (*show_explanation) (HunchHost *self, const char *text);

  /*< private >*/
  gpointer padding[7];
};

HUNCH_AVAILABLE_IN_0_1
char *hunch_host_dup_text_before (HunchHost *self, guint max_lines, guint max_bytes);
HUNCH_AVAILABLE_IN_0_1
char *hunch_host_dup_text_after (HunchHost *self, guint max_lines, guint max_bytes);
HUNCH_AVAILABLE_IN_0_1
char *hunch_host_dup_language (HunchHost *self);
HUNCH_AVAILABLE_IN_0_1
char *hunch_host_dup_filename (HunchHost *self);
HUNCH_AVAILABLE_IN_0_1
HunchHostFlags hunch_host_get_flags (HunchHost *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_host_show_suggestion (HunchHost *self, const char *text);
HUNCH_AVAILABLE_IN_0_1
void hunch_host_show_explanation (HunchHost *self, const char *text);
HUNCH_AVAILABLE_IN_0_1
void hunch_host_clear_suggestion (HunchHost *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_host_insert (HunchHost *self, const char *text);

HUNCH_AVAILABLE_IN_0_1
void hunch_host_changed (HunchHost *self, gboolean typed);
HUNCH_AVAILABLE_IN_0_1
void hunch_host_cursor_moved (HunchHost *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_host_closing (HunchHost *self);

G_END_DECLS
