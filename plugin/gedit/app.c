/* app.c: the menu of completion, under Tools.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gedit/gedit-app-activatable.h>
#include <gedit/gedit-app.h>
#include <glib/gi18n-lib.h>

#include "plugin/gedit/plugin.h"
#include "plugin/gedit/shared.h"
#include "plugin/gtk/menu.h"

typedef struct
{
  GObject parent_instance;
  GeditApp *app;
  GeditMenuExtension *extension; /* NULL while inactive */
  HunchSettings *settings;       /* likewise */
} HunchGeditApp;

typedef GObjectClass HunchGeditAppClass;

enum
{
  PROP_0,
  PROP_APP
};

static void activatable_init (GeditAppActivatableInterface *iface);

G_DEFINE_TYPE_WITH_CODE (HunchGeditApp, hunch_gedit_app, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (GEDIT_TYPE_APP_ACTIVATABLE, activatable_init))

static char *
dup_key (const char *action, gpointer settings)
{
  g_autofree char *name = g_strconcat (action, "-key", NULL);
  char *key = NULL;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (settings), name) != NULL)
    g_object_get (settings, name, &key, NULL);
  return key;
}

static void
fill_menu (HunchGeditApp *self)
{
  g_autoptr (GMenu) menu = menu_new ("win.hunch-", "win.hunch-", dup_key, self->settings);
  g_autoptr (GMenuItem) item = g_menu_item_new_submenu (_ ("Co_mpletion"), G_MENU_MODEL (menu));

  if (self->extension == NULL)
    return;
  gedit_menu_extension_remove_items (self->extension);
  gedit_menu_extension_append_menu_item (self->extension, item);
}

/* The menu says which keys do the same. */
static void
on_setting (HunchSettings *settings, GParamSpec *pspec, HunchGeditApp *self)
{
  if (g_str_has_suffix (pspec->name, "-key"))
    fill_menu (self);
}

static void
activate (GeditAppActivatable *activatable)
{
  HunchGeditApp *self = (HunchGeditApp *) activatable;
  GeditShared *shared = gedit_shared_ref ();

  self->settings = g_object_ref (shared->settings);
  gedit_shared_unref (shared);
  self->extension = gedit_app_activatable_extend_menu (activatable, "tools-section");
  fill_menu (self);
  g_signal_connect (self->settings, "notify", G_CALLBACK (on_setting), self);
}

static void
deactivate (GeditAppActivatable *activatable)
{
  HunchGeditApp *self = (HunchGeditApp *) activatable;

  g_clear_object (&self->extension); /* takes its items with it */
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
}

static void
activatable_init (GeditAppActivatableInterface *iface)
{
  iface->activate = activate;
  iface->deactivate = deactivate;
}

static void
hunch_gedit_app_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, ((HunchGeditApp *) object)->app);
}

static void
hunch_gedit_app_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ((HunchGeditApp *) object)->app = g_value_dup_object (value);
}

static void
hunch_gedit_app_dispose (GObject *object)
{
  HunchGeditApp *self = (HunchGeditApp *) object;

  deactivate ((GeditAppActivatable *) self);
  g_clear_object (&self->app);
  G_OBJECT_CLASS (hunch_gedit_app_parent_class)->dispose (object);
}

static void
hunch_gedit_app_class_init (HunchGeditAppClass *klass)
{
  klass->get_property = hunch_gedit_app_get_property;
  klass->set_property = hunch_gedit_app_set_property;
  klass->dispose = hunch_gedit_app_dispose;
  g_object_class_override_property (klass, PROP_APP, "app");
}

static void
hunch_gedit_app_init (HunchGeditApp *self)
{
}
