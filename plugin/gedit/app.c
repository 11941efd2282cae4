/* app.c: the menu of completion, under Tools.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gedit/gedit-app-activatable.h>
#include <gedit/gedit-app.h>
#include <glib/gi18n-lib.h>

#include "plugin/gedit/plugin.h"

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

static const struct
{
  const char *label, *action;
} items[] = {
  { N_ ("_Complete"), "win.hunch-complete" },
  { N_ ("_Accept"), "win.hunch-accept" },
  { N_ ("Accept One _Line"), "win.hunch-accept-line" },
  { N_ ("Accept One _Word"), "win.hunch-accept-word" },
  { N_ ("_Next Alternative"), "win.hunch-next" },
  { N_ ("_Previous Alternative"), "win.hunch-previous" },
  { N_ ("_Dismiss"), "win.hunch-dismiss" },
  { N_ ("_Suggest While Typing"), "win.hunch-toggle-auto" },
};

static void activatable_init (GeditAppActivatableInterface *iface);

G_DEFINE_TYPE_WITH_CODE (HunchGeditApp, hunch_gedit_app, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (GEDIT_TYPE_APP_ACTIVATABLE, activatable_init))

static void
activate (GeditAppActivatable *activatable)
{
  HunchGeditApp *self = (HunchGeditApp *) activatable;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_menu_append (menu, _ (items[i].label), items[i].action);
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
