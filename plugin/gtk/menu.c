/* menu.c: the menu of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/gtk/menu.h"

typedef enum
{
  NOW,
  SHOWN,
  SETTINGS,
  N_SECTIONS
} Section;

typedef struct
{
  Section section;
  gboolean is_own; /* an action of the plugin, not of a text */
  const char *action, *label;
} Item;

static const Item items[] = {
  { NOW, FALSE, "complete", N_ ("_Suggest Now") },
  { NOW, FALSE, "accept", N_ ("_Accept") },
  { NOW, FALSE, "accept-line", N_ ("Accept First _Line") },
  { NOW, FALSE, "accept-word", N_ ("Accept First _Word") },
  { SHOWN, FALSE, "next", N_ ("_Next Alternative") },
  { SHOWN, FALSE, "previous", N_ ("_Previous Alternative") },
  { SHOWN, FALSE, "explain", N_ ("_Explain") },
  { SHOWN, FALSE, "dismiss", N_ ("_Dismiss") },
  { SETTINGS, FALSE, "toggle-auto", N_ ("Suggest While _Typing") },
  { SETTINGS, TRUE, "enabled", N_ ("_Complete Text") },
  { SETTINGS, TRUE, "preferences", N_ ("P_references") },
};

static void
append (GMenu *menu, const Item *item, const char *prefix, const char *key)
{
  g_autofree char *action = g_strconcat (prefix, item->action, NULL);
  g_autoptr (GMenuItem) entry = g_menu_item_new (_ (item->label), action);

  if (key != NULL)
    g_menu_item_set_attribute (entry, "accel", "s", key);
  g_menu_append_item (menu, entry);
}

GMenu *
menu_new (const char *actions, const char *own, MenuKey dup_key, gpointer data)
{
  GMenu *menu = g_menu_new ();

  for (Section section = 0; section < N_SECTIONS; section++)
    {
      g_autoptr (GMenu) part = g_menu_new ();

      for (guint i = 0; i < G_N_ELEMENTS (items); i++)
        {
          g_autofree char *key = NULL;

          if (items[i].section != section)
            continue;
          key = items[i].is_own ? NULL : dup_key (items[i].action, data);
          append (part, &items[i], items[i].is_own ? own : actions, key);
        }
      g_menu_append_section (menu, NULL, G_MENU_MODEL (part));
    }
  return menu;
}
