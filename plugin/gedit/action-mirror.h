/* action-mirror.h: the actions of whichever text is looked at, as actions of its window.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct ActionMirror ActionMirror;

/* The actions appear in map with prefix before their names. map is not owned and outlives the mirror. */
ActionMirror *action_mirror_new (GActionMap *map, const char *prefix);
void action_mirror_free (ActionMirror *self); /* accepts NULL; takes the actions away */
/* Where actions come from now; NULL: nowhere, and they are insensitive. */
void action_mirror_set_source (ActionMirror *self, GActionGroup *source);

G_END_DECLS
