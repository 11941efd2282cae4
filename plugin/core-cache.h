/* core-cache.h: suggestions made before, found by the text around the cursor; the least recently used go first.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/core-context.h"

G_BEGIN_DECLS

typedef struct CoreCache CoreCache;

CoreCache *core_cache_new (void);
void core_cache_free (CoreCache *self);
void core_cache_clear (CoreCache *self);
guint core_cache_get_size (CoreCache *self);

/* Adds text to what is known for a place, if it is not known; NULL notes that there is nothing to suggest. max: of places. */
void core_cache_add (CoreCache *self, const CoreContext *context, const char *text, guint max);
/* (transfer container) (element-type utf8): what is known for a place, also from before some of it was typed: what is still to
 * come. NULL if nothing is known; empty if nothing is to be suggested. */
GPtrArray *core_cache_lookup (CoreCache *self, const CoreContext *context);

G_END_DECLS
