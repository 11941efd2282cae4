/* source-keys.c: the keys of completion in a view, as the settings name them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/gedit/source-keys.h"

typedef enum
{
  ALWAYS,
  SHOWN,
  INSERTS /* shown, and the key was taken only if text was inserted */
} Taken;

static const struct
{
  const char *setting, *action;
  Taken taken;
} keys[] = {
  { "accept-key", "accept", INSERTS },
  { "accept-line-key", "accept-line", INSERTS },
  { "accept-word-key", "accept-word", INSERTS },
  { "dismiss-key", "dismiss", SHOWN },
  { "next-key", "next", SHOWN },
  { "previous-key", "previous", SHOWN },
  { "complete-key", "complete", ALWAYS },
};

static gboolean
is_key (const GdkEventKey *event, const char *accelerator)
{
  guint pressed = event->keyval == GDK_KEY_ISO_Left_Tab ? GDK_KEY_Tab : event->keyval;
  guint keyval;
  GdkModifierType modifiers;

  gtk_accelerator_parse (accelerator, &keyval, &modifiers);
  return keyval != 0 && gdk_keyval_to_lower (pressed) == gdk_keyval_to_lower (keyval)
         && (event->state & gtk_accelerator_get_default_mod_mask ()) == modifiers;
}

gboolean
source_keys_take (const GdkEventKey *event, HunchSourceHost *host, GActionGroup *actions, HunchSettings *settings)
{
  gboolean shown = hunch_source_host_is_shown (host);

  if (hunch_host_get_flags (HUNCH_HOST (host)) & HUNCH_HOST_COMPOSING)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      guint n_before = hunch_source_host_count_inserted (host);
      g_autofree char *accelerator = NULL;

      g_object_get (settings, keys[i].setting, &accelerator, NULL);
      if (accelerator == NULL || !is_key (event, accelerator))
        continue;
      if ((keys[i].taken != ALWAYS && !shown) || !g_action_group_get_action_enabled (actions, keys[i].action))
        return FALSE;
      g_action_group_activate_action (actions, keys[i].action, NULL);
      return keys[i].taken != INSERTS || hunch_source_host_count_inserted (host) != n_before;
    }
  return FALSE;
}
