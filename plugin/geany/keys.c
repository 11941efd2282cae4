/* keys.c: the keys of the actions, set in Geany's own dialog, and taken only while their action can do something.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tab, Escape and the like have work of their own, and Geany asks its own bindings, snippets among them, before those of
 * plugins. So the bindings are only kept in Geany's dialog; they are looked at in the signal `key-press`, which comes before
 * all others. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/geany/adapter.h"

static const struct
{
  const char *action, *setting, *label;
} keys[] = {
  { "complete", "complete-key", N_ ("Suggest now") },
  { "accept", "accept-key", N_ ("Accept the suggestion") },
  { "accept-line", "accept-line-key", N_ ("Accept its first line") },
  { "accept-word", "accept-word-key", N_ ("Accept its first word") },
  { "next", "next-key", N_ ("Next alternative") },
  { "previous", "previous-key", N_ ("Previous alternative") },
  { "dismiss", "dismiss-key", N_ ("Dismiss the suggestion") },
  { "explain", NULL, N_ ("Explain the suggestion") },
  { "toggle-auto", NULL, N_ ("Suggest while typing") },
};

static guint
plain_key (guint keyval)
{
  return keyval == GDK_KEY_ISO_Left_Tab ? GDK_KEY_Tab : gdk_keyval_to_lower (keyval);
}

/* Not reached for keys that are taken; the others do their own work. */
static gboolean
on_binding (GeanyKeyGroup *group, guint id, gpointer data)
{
  return FALSE;
}

void
adapter_add_keys (Adapter *self)
{
  self->keys = plugin_set_key_group_full (self->plugin, "hunch", G_N_ELEMENTS (keys), on_binding, self, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *name = NULL;
      guint key = 0;
      GdkModifierType modifiers = 0;

      if (keys[i].setting != NULL)
        g_object_get (self->settings, keys[i].setting, &name, NULL);
      if (name != NULL)
        gtk_accelerator_parse (name, &key, &modifiers);
      keybindings_set_item (self->keys, i, NULL, key, modifiers, keys[i].action, _ (keys[i].label), NULL);
    }
}

char *
adapter_dup_key (Adapter *self, const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (keys[i].action, action))
      {
        GeanyKeyBinding *binding = keybindings_get_item (self->keys, i);

        return binding->key != 0 ? gtk_accelerator_name (binding->key, binding->mods) : NULL;
      }
  return NULL;
}

static const char *
find_action (Adapter *self, const GdkEventKey *event)
{
  guint modifiers = event->state & gtk_accelerator_get_default_mod_mask ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GeanyKeyBinding *binding = keybindings_get_item (self->keys, i);

      if (binding->key != 0 && plain_key (binding->key) == plain_key (event->keyval) && binding->mods == modifiers)
        return keys[i].action;
    }
  return NULL;
}

/* An accept that inserts nothing leaves the key to others. */
static gboolean
activate (AdapterDocument *document, const char *action)
{
  guint n = document_host_count_inserted (document->host);

  g_action_group_activate_action (document->actions, action, NULL);
  return !g_str_has_prefix (action, "accept") || document_host_count_inserted (document->host) > n;
}

gboolean
adapter_take_key (Adapter *self, const GdkEventKey *event)
{
  AdapterDocument *document = self->current;
  const char *action;

  if (document == NULL || !document_host_has_focus (document->host))
    return FALSE;
  document_host_flush (document->host); /* an old suggestion must not be accepted */
  document_host_key (document->host, event);
  action = find_action (self, event);
  if (action == NULL || document_host_has_popup (document->host)
      || (hunch_host_get_flags (HUNCH_HOST (document->host)) & HUNCH_HOST_COMPOSING)
      || !g_action_group_get_action_enabled (document->actions, action))
    return FALSE;
  return activate (document, action);
}
