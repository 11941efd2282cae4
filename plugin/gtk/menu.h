/* menu.h: the menu of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The key of an action as GTK writes keys (transfer full), or NULL. */
typedef char *(*MenuKey) (const char *action, gpointer data);

/* (transfer full): `actions` stands before the names of the actions of a text ("win.hunch-"), `own` before those of the plugin,
 * "enabled" and "preferences". */
GMenu *menu_new (const char *actions, const char *own, MenuKey dup_key, gpointer data);

G_END_DECLS
