/* core-ring.h: pieces of text that were visited lately, from any host, as further context for the model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct CoreRing CoreRing;

CoreRing *core_ring_new (void);
void core_ring_free (CoreRing *self);

/* Keeps text (at most max_lines lines of its end) for the next refill. filename may be NULL. */
void core_ring_note (CoreRing *self, const char *filename, const char *text, guint max_lines);
gboolean core_ring_is_waiting (CoreRing *self);
/* Takes what was noted in, at most max_chunks remain, a chunk much like a new one gives way. Not while someone types: a new
 * chunk changes the begin of the prompt, all of which must be read again. */
void core_ring_refill (CoreRing *self, guint max_chunks);
/* (transfer full): name, text, name, text of the chunks, oldest first, without those whose text is in prefix or suffix; of the others the
 * newest that have budget bytes together. */
char **core_ring_get (CoreRing *self, const char *prefix, const char *suffix, gsize budget);
/* Forgets all. */
void core_ring_clear (CoreRing *self);

G_END_DECLS
