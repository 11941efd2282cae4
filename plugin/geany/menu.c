/* menu.c: the actions in Geany's menu of tools.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/geany/adapter.h"
#include "plugin/gtk/menu.h"

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer adapter)
{
  plugin_show_configure (((Adapter *) adapter)->plugin);
}

static char *
dup_key (const char *action, gpointer adapter)
{
  return adapter_dup_key (adapter, action);
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

/* Made each time that the menu of tools is opened: Geany reads a person's keys after it has started its plugins, and lets them be changed. */
static void
fill_menu (Adapter *self)
{
  g_autoptr (GMenu) menu = menu_new ("hunch.", "hunch-plugin.", dup_key, self);
  g_autoptr (GSimpleActionGroup) own = make_own_actions (self);
  GtkWidget *submenu = gtk_menu_new_from_model (G_MENU_MODEL (menu));

  gtk_widget_insert_action_group (submenu, "hunch-plugin", G_ACTION_GROUP (own));
  gtk_menu_item_set_submenu (GTK_MENU_ITEM (self->menu_item), submenu);
  adapter_update_menu (self);
}

void
adapter_add_menu (Adapter *self)
{
  GtkWidget *tools = self->plugin->geany_data->main_widgets->tools_menu;

  self->menu_item = gtk_menu_item_new_with_mnemonic ("_Hunch");
  fill_menu (self);
  gtk_widget_show_all (self->menu_item);
  gtk_menu_shell_append (GTK_MENU_SHELL (tools), self->menu_item);
  self->on_tools = g_signal_connect_swapped (tools, "show", G_CALLBACK (fill_menu), self);
}

void
adapter_remove_menu (Adapter *self)
{
  if (self->menu_item == NULL)
    return;
  g_signal_handler_disconnect (self->plugin->geany_data->main_widgets->tools_menu, self->on_tools);
  gtk_widget_destroy (self->menu_item);
  self->menu_item = NULL;
}

void
adapter_update_menu (Adapter *self)
{
  GtkWidget *submenu = gtk_menu_item_get_submenu (GTK_MENU_ITEM (self->menu_item));

  gtk_widget_insert_action_group (submenu, "hunch", self->current != NULL ? self->current->actions : NULL);
}
