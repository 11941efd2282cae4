/* core-context.h: what is known about a place in a text when a completion is asked for it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/core-text.h"
#include "plugin/hunch-host.h"
#include "plugin/settings-private.h"

G_BEGIN_DECLS

typedef struct
{
  char *prefix, *suffix; /* LF, valid UTF-8, at most so many lines and bytes */
  guint max_lines;       /* of the prefix */
  CoreNewline newline;   /* of the document */
  char *language, *filename;
  HunchHostFlags flags;
  gboolean in_break; /* the cursor stands between CR and LF */
} CoreContext;

#define CORE_CONTEXT_MAX_BEFORE 65536
#define CORE_CONTEXT_MAX_AFTER  16384

/* Reads a window around the cursor, never the document. A private host's text is not read at all.
 * Contexts are counted and do not change once they are read. */
CoreContext *core_context_read (HunchHost *host, HunchSettings *settings);
/* Reads what the policy asks for, without any text: cheap enough for each move of the cursor. */
CoreContext *core_context_peek (HunchHost *host, HunchSettings *settings);
/* The place behind text (LF) that is inserted at self. */
CoreContext *core_context_after (const CoreContext *self, const char *text);
CoreContext *core_context_ref (CoreContext *self);
void core_context_unref (CoreContext *self); /* accepts NULL */

gboolean core_context_equal (const CoreContext *a, const CoreContext *b);
/* How many bytes of text, shown at self, a person has typed since to come to now; 0 if something else happened.
 * A closing bracket or quote that the host put after the cursor by itself does not count. */
gsize core_context_typed (const CoreContext *self, const CoreContext *now, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoreContext, core_context_unref)

G_END_DECLS
