/* actions.h: the type that the module registers, and the callbacks of its actions.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

G_BEGIN_DECLS

GType hunch_completion_actions_get_type (void);
/* FALSE if another copy of this module has registered the type. */
gboolean hunch_completion_actions_register (GTypeModule *module);

/* commands.c: (action, parameter, HunchSuggester) */
void command_complete (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_accept (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_accept_word (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_accept_line (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_next (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_previous (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_explain (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_dismiss (GSimpleAction *action, GVariant *parameter, gpointer suggester);
void command_toggle_auto (GSimpleAction *action, GVariant *parameter, gpointer suggester);

G_END_DECLS
