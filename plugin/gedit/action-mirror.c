/* action-mirror.c: the actions of whichever text is looked at, as actions of its window.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/gedit/action-mirror.h"

struct ActionMirror
{
  GActionMap *map;
  char *prefix;
  GActionGroup *source; /* or NULL */
  GHashTable *actions;  /* name in the source → GSimpleAction in the map */
};

static void
on_activate (GSimpleAction *action, GVariant *parameter, ActionMirror *self)
{
  const char *name = g_action_get_name (G_ACTION (action)) + strlen (self->prefix);

  if (self->source != NULL)
    g_action_group_activate_action (self->source, name, parameter);
}

/* Without a source there is nothing to tell: no status, no progress. What is on or off stays. */
static void
blank (GSimpleAction *action)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (action));

  g_simple_action_set_enabled (action, FALSE);
  if (state != NULL && g_variant_is_of_type (state, G_VARIANT_TYPE_STRING))
    g_simple_action_set_state (action, g_variant_new_string (""));
  else if (state != NULL && g_variant_is_of_type (state, G_VARIANT_TYPE_DOUBLE))
    g_simple_action_set_state (action, g_variant_new_double (-1));
}

static void
update (ActionMirror *self, const char *name)
{
  GSimpleAction *action = g_hash_table_lookup (self->actions, name);
  g_autoptr (GVariant) state = NULL;

  if (self->source == NULL || !g_action_group_has_action (self->source, name))
    {
      blank (action);
      return;
    }
  state = g_action_group_get_action_state (self->source, name);
  if (state != NULL)
    g_simple_action_set_state (action, state);
  g_simple_action_set_enabled (action, g_action_group_get_action_enabled (self->source, name));
}

static void
add (ActionMirror *self, const char *name)
{
  g_autofree char *full = g_strconcat (self->prefix, name, NULL);
  const GVariantType *type = g_action_group_get_action_parameter_type (self->source, name);
  g_autoptr (GVariant) state = g_action_group_get_action_state (self->source, name);
  GSimpleAction *action
      = state != NULL ? g_simple_action_new_stateful (full, type, state) : g_simple_action_new (full, type);

  g_signal_connect (action, "activate", G_CALLBACK (on_activate), self);
  g_hash_table_insert (self->actions, g_strdup (name), action);
  g_action_map_add_action (self->map, G_ACTION (action));
}

static void
on_enabled (GActionGroup *source, const char *name, gboolean enabled, ActionMirror *self)
{
  update (self, name);
}

static void
on_state (GActionGroup *source, const char *name, GVariant *state, ActionMirror *self)
{
  update (self, name);
}

void
action_mirror_set_source (ActionMirror *self, GActionGroup *source)
{
  g_auto (GStrv) names = source != NULL ? g_action_group_list_actions (source) : NULL;
  GHashTableIter iter;
  gpointer name;

  if (self->source != NULL)
    g_signal_handlers_disconnect_by_data (self->source, self);
  g_set_object (&self->source, source);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!g_hash_table_contains (self->actions, names[i]))
      add (self, names[i]);
  g_hash_table_iter_init (&iter, self->actions);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    update (self, name);
  if (source == NULL)
    return;
  g_signal_connect (source, "action-enabled-changed", G_CALLBACK (on_enabled), self);
  g_signal_connect (source, "action-state-changed", G_CALLBACK (on_state), self);
}

ActionMirror *
action_mirror_new (GActionMap *map, const char *prefix)
{
  ActionMirror *self = g_new0 (ActionMirror, 1);

  self->map = map;
  self->prefix = g_strdup (prefix);
  self->actions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return self;
}

void
action_mirror_free (ActionMirror *self)
{
  GHashTableIter iter;
  gpointer action;

  if (self == NULL)
    return;
  action_mirror_set_source (self, NULL);
  g_hash_table_iter_init (&iter, self->actions);
  while (g_hash_table_iter_next (&iter, NULL, &action))
    {
      g_signal_handlers_disconnect_by_data (action, self);
      g_action_map_remove_action (self->map, g_action_get_name (action));
    }
  g_hash_table_unref (self->actions);
  g_free (self->prefix);
  g_free (self);
}
