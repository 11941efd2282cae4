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
activate (GeditAppActivatable *activatable)
{
  HunchGeditApp *self = (HunchGeditApp *) activatable;
  GeditShared *shared = gedit_shared_ref ();
  g_autoptr (GMenu) menu = menu_new ("win.hunch-", "win.hunch-", dup_key, shared->settings);
  g_autoptr (GMenuItem) item = NULL;

  gedit_shared_unref (shared);
  item = g_menu_item_new_submenu (_ ("Co_mpletion"), G_MENU_MODEL (menu));
  self->extension = gedit_app_activatable_extend_menu (activatable, "tools-section");
  if (self->extension != NULL)
    gedit_menu_extension_append_menu_item (self->extension, item);
}

static void
deactivate (GeditAppActivatable *activatable)
{
  g_clear_object (&((HunchGeditApp *) activatable)->extension); /* takes its items with it */
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

  g_clear_object (&self->extension);
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
