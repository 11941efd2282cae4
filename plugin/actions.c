/* actions.c: the actions of completion as a table, and when each of them can do something.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/actions.h"

typedef enum
{
  ALWAYS,
  WHEN_POSSIBLE,
  WHEN_SHOWN,
  WHEN_SHOWN_OR_BUSY
} Condition;

static const struct
{
  const char *name;
  void (*command) (GSimpleAction *action, GVariant *parameter, gpointer suggester);
  Condition condition;
} actions[] = {
  { "complete", command_complete, WHEN_POSSIBLE },
  { "accept", command_accept, WHEN_SHOWN },
  { "accept-word", command_accept_word, WHEN_SHOWN },
  { "accept-line", command_accept_line, WHEN_SHOWN },
  { "next", command_next, WHEN_SHOWN },
  { "previous", command_previous, WHEN_SHOWN },
  { "dismiss", command_dismiss, WHEN_SHOWN_OR_BUSY },
  { "explain", command_explain, WHEN_SHOWN },
};

#define SUGGESTER "hunch-suggester"

typedef HunchActionProvider HunchCompletionActions;
typedef HunchActionProviderClass HunchCompletionActionsClass;

G_DEFINE_DYNAMIC_TYPE (HunchCompletionActions, hunch_completion_actions, HUNCH_TYPE_ACTION_PROVIDER)

static gboolean
holds (Condition condition, HunchSuggester *suggester)
{
  gboolean shown = hunch_suggester_get_text (suggester) != NULL;

  switch (condition)
    {
    case WHEN_POSSIBLE:
      return hunch_suggester_get_reason (suggester) == NULL;
    case WHEN_SHOWN:
      return shown;
    case WHEN_SHOWN_OR_BUSY:
      return shown || hunch_suggester_is_busy (suggester);
    case ALWAYS:
    default:
      return TRUE;
    }
}

static GSimpleAction *
lookup (GActionMap *map, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (map, name));
}

/* The explanation of what is shown; of no tokens while nobody asked. */
static GVariant *
explanation (HunchSuggester *suggester)
{
  GVariant *tokens = hunch_suggester_get_explanation (suggester);

  return tokens != NULL ? tokens : g_variant_new_array (G_VARIANT_TYPE ("(sda(sd))"), NULL, 0);
}

static void
update (GActionMap *map, HunchSuggester *suggester)
{
  const char *status = hunch_suggester_get_reason (suggester);
  gboolean is_auto;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_simple_action_set_enabled (lookup (map, actions[i].name), holds (actions[i].condition, suggester));
  if (status == NULL)
    status = hunch_suggester_get_status (suggester);
  g_simple_action_set_state (lookup (map, "status"), g_variant_new_string (status != NULL ? status : ""));
  g_simple_action_set_state (lookup (map, "progress"), g_variant_new_double (hunch_suggester_get_progress (suggester)));
  g_simple_action_set_state (lookup (map, "explanation"), explanation (suggester));
  g_object_get (hunch_suggester_get_settings (suggester), "auto-trigger", &is_auto, NULL);
  g_simple_action_set_state (lookup (map, "toggle-auto"), g_variant_new_boolean (is_auto));
}

static void
on_notify (GObject *source, GParamSpec *pspec, GActionMap *map)
{
  update (map, g_object_get_data (G_OBJECT (map), SUGGESTER));
}

static void
add (GSimpleActionGroup *group, GSimpleAction *action, GCallback command, HunchSuggester *suggester)
{
  if (command != NULL)
    g_signal_connect_object (action, "activate", command, suggester, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  g_object_unref (action);
}

static GActionGroup *
create_actions (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer, HunchSettings *settings)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  HunchSuggester *suggester = hunch_suggester_new (host, completer, settings);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    add (group, g_simple_action_new (actions[i].name, NULL), G_CALLBACK (actions[i].command), suggester);
  add (group, g_simple_action_new_stateful ("toggle-auto", NULL, g_variant_new_boolean (TRUE)),
       G_CALLBACK (command_toggle_auto), suggester);
  add (group, g_simple_action_new_stateful ("status", NULL, g_variant_new_string ("")), NULL, suggester);
  add (group, g_simple_action_new_stateful ("progress", NULL, g_variant_new_double (-1)), NULL, suggester);
  add (group, g_simple_action_new_stateful ("explanation", NULL, explanation (suggester)), NULL, suggester);
  g_signal_connect_object (suggester, "notify", G_CALLBACK (on_notify), group, 0);
  g_signal_connect_object (hunch_suggester_get_settings (suggester), "notify", G_CALLBACK (on_notify), group, 0);
  g_object_set_data_full (G_OBJECT (group), SUGGESTER, suggester, g_object_unref);
  update (G_ACTION_MAP (group), suggester);
  return G_ACTION_GROUP (group);
}

static void
hunch_completion_actions_class_init (HunchCompletionActionsClass *klass)
{
  klass->create_actions = create_actions;
}

static void
hunch_completion_actions_class_finalize (HunchCompletionActionsClass *klass)
{
}

static void
hunch_completion_actions_init (HunchCompletionActions *self)
{
}

gboolean
hunch_completion_actions_register (GTypeModule *module)
{
  GType type = g_type_from_name ("HunchCompletionActions");

  if (type != 0 && g_type_get_plugin (type) != G_TYPE_PLUGIN (module))
    return FALSE;
  hunch_completion_actions_register_type (module);
  return TRUE;
}
