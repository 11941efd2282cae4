/* status.c: what completion is doing, in Geany's status bar.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/geany/adapter.h"

/* Why nothing is completed at the cursor is not news at each move; the menu says it by its insensitive items. */
static void
on_status (GActionGroup *actions, const char *name, GVariant *state, Adapter *self)
{
  const char *line = g_variant_get_string (state, NULL);

  if (*line != '\0' && g_action_group_get_action_enabled (actions, "complete"))
    ui_set_statusbar (FALSE, "Hunch: %s", line);
}

static void
set_progress (Adapter *self, gboolean in_progress)
{
  if (in_progress == self->in_progress)
    return;
  self->in_progress = in_progress;
  if (in_progress)
    ui_progress_bar_start (_ ("Loading a model"));
  else
    ui_progress_bar_stop ();
}

static void
on_progress (GActionGroup *actions, const char *name, GVariant *state, Adapter *self)
{
  set_progress (self, g_variant_get_double (state) >= 0);
}

void
adapter_watch_status (Adapter *self)
{
  g_autoptr (GVariant) progress = g_action_group_get_action_state (self->current->actions, "progress");

  self->on_status
      = g_signal_connect (self->current->actions, "action-state-changed::status", G_CALLBACK (on_status), self);
  self->on_progress
      = g_signal_connect (self->current->actions, "action-state-changed::progress", G_CALLBACK (on_progress), self);
  set_progress (self, g_variant_get_double (progress) >= 0);
}

void
adapter_unwatch_status (Adapter *self)
{
  g_clear_signal_handler (&self->on_status, self->current->actions);
  g_clear_signal_handler (&self->on_progress, self->current->actions);
  set_progress (self, FALSE);
}
