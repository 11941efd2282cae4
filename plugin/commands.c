/* commands.c: what each action does.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/actions.h"

void
command_complete (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_complete (suggester);
}

void
command_accept (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_accept (suggester, HUNCH_ACCEPT_ALL);
}

void
command_accept_word (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_accept (suggester, HUNCH_ACCEPT_WORD);
}

void
command_accept_line (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_accept (suggester, HUNCH_ACCEPT_LINE);
}

void
command_next (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_next (suggester);
}

void
command_previous (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_previous (suggester);
}

void
command_dismiss (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_dismiss (suggester);
}

void
command_explain (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  hunch_suggester_explain (suggester);
}

void
command_toggle_auto (GSimpleAction *action, GVariant *parameter, gpointer suggester)
{
  HunchSettings *settings = hunch_suggester_get_settings (suggester);
  gboolean is_auto;

  g_object_get (settings, "auto-trigger", &is_auto, NULL);
  g_object_set (settings, "auto-trigger", !is_auto, NULL);
}
