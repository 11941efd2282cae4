/* menu.c: the actions in Geany's menu of tools.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/geany/adapter.h"

#define LAST_SECTION 2

static const struct
{
  guint section;
  const char *action, *label;
} items[] = {
  { 0, "complete", N_ ("_Suggest Now") },
  { 0, "accept", N_ ("_Accept") },
  { 0, "accept-line", N_ ("Accept First _Line") },
  { 0, "accept-word", N_ ("Accept First _Word") },
  { 1, "next", N_ ("_Next Alternative") },
  { 1, "previous", N_ ("_Previous Alternative") },
  { 1, "dismiss", N_ ("_Dismiss") },
  { 2, "toggle-auto", N_ ("Suggest While _Typing") },
};

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer adapter)
{
  plugin_show_configure (((Adapter *) adapter)->plugin);
}

static void
append (Adapter *self, GMenu *section, const char *action, const char *label)
{
  g_autofree char *name = g_strconcat ("hunch.", action, NULL), *key = adapter_dup_key (self, action);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, name);

  if (key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (section, item);
}

/* What is for the plugin, not for a document. */
static GSimpleActionGroup *
make_own_actions (Adapter *self)
{
  const GActionEntry entries[] = { { "preferences", on_preferences } };
  GSimpleActionGroup *group = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) enabled = g_property_action_new ("enabled", self->settings, "enabled");

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (enabled));
  return group;
}

static GMenu *
make_section (Adapter *self, guint section)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].section == section)
      append (self, menu, items[i].action, _ (items[i].label));
  if (section == LAST_SECTION)
    {
      g_menu_append (menu, _ ("_Complete Text"), "hunch-plugin.enabled");
      g_menu_append (menu, _ ("P_references"), "hunch-plugin.preferences");
    }
  return menu;
}

void
adapter_add_menu (Adapter *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GSimpleActionGroup) own = make_own_actions (self);
  GtkWidget *submenu;

  for (guint i = 0; i <= LAST_SECTION; i++)
    {
      g_autoptr (GMenu) section = make_section (self, i);

      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
  submenu = gtk_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_insert_action_group (submenu, "hunch-plugin", G_ACTION_GROUP (own));
  self->menu_item = gtk_menu_item_new_with_mnemonic ("_Hunch");
  gtk_menu_item_set_submenu (GTK_MENU_ITEM (self->menu_item), submenu);
  gtk_widget_show_all (self->menu_item);
  gtk_menu_shell_append (GTK_MENU_SHELL (self->plugin->geany_data->main_widgets->tools_menu), self->menu_item);
}

void
adapter_update_menu (Adapter *self)
{
  GtkWidget *submenu = gtk_menu_item_get_submenu (GTK_MENU_ITEM (self->menu_item));

  gtk_widget_insert_action_group (submenu, "hunch", self->current != NULL ? self->current->actions : NULL);
}
