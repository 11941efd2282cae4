/* headless-host.h: a text document in memory with a cursor and undo: the smallest whole example of a host.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

G_BEGIN_DECLS

#define HEADLESS_TYPE_HOST (headless_host_get_type ())
G_DECLARE_FINAL_TYPE (HeadlessHost, headless_host, HEADLESS, HOST, GObject)

HeadlessHost *headless_host_new (const char *text, gsize cursor);

/* What a person does. Each edit is an undo step of its own. */
void headless_host_type (HeadlessHost *self, const char *text);
/* As an editor that closes brackets by itself: the cursor ends between the two. */
void headless_host_type_pair (HeadlessHost *self, const char *opener, const char *closer);
void headless_host_backspace (HeadlessHost *self); /* one character */
void headless_host_move (HeadlessHost *self, gsize cursor);
gboolean headless_host_undo (HeadlessHost *self);
void headless_host_set_flags (HeadlessHost *self, HunchHostFlags flags);
void headless_host_set_file (HeadlessHost *self, const char *filename, const char *language);

const char *headless_host_get_text (HeadlessHost *self);
gsize headless_host_get_cursor (HeadlessHost *self); /* bytes */
gboolean headless_host_is_modified (HeadlessHost *self);
/* What is drawn over the text at the cursor; NULL for nothing. */
const char *headless_host_get_ghost (HeadlessHost *self);
guint headless_host_count_shown (HeadlessHost *self);           /* how often something was, or taken away */
const char *headless_host_get_explanation (HeadlessHost *self); /* the last one that was shown; NULL: none was */
guint headless_host_count_bytes_read (HeadlessHost *self);

G_END_DECLS
