/* window.c: completion in one window of gedit: its views, its actions, its status bar.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gedit/gedit-tab.h>
#include <gedit/gedit-window-activatable.h>
#include <gedit/gedit-window.h>

#include "plugin/gedit/action-mirror.h"
#include "plugin/gedit/plugin.h"
#include "plugin/gedit/prefs.h"
#include "plugin/gedit/status.h"
#include "plugin/gedit/view.h"

typedef struct
{
  GObject parent_instance;
  GeditWindow *window;
  GeditShared *shared;  /* NULL while inactive */
  GHashTable *views;    /* GeditView → GeditHunchView */
  ActionMirror *mirror; /* win.hunch-… */
  GtkWidget *status;    /* weak */
} HunchGeditWindow;

typedef GObjectClass HunchGeditWindowClass;

enum
{
  PROP_0,
  PROP_WINDOW
};

static void activatable_init (GeditWindowActivatableInterface *iface);

/* Not a dynamic type: the plugin stays in memory, and so may its types. */
G_DEFINE_TYPE_WITH_CODE (HunchGeditWindow, hunch_gedit_window, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (GEDIT_TYPE_WINDOW_ACTIVATABLE, activatable_init))

static void
update_active (HunchGeditWindow *self)
{
  GeditView *view = gedit_window_get_active_view (self->window);
  GeditHunchView *active = view != NULL ? g_hash_table_lookup (self->views, view) : NULL;

  action_mirror_set_source (self->mirror, active != NULL ? gedit_hunch_view_get_actions (active) : NULL);
}

static void
add_view (HunchGeditWindow *self, GeditView *view)
{
  if (self->shared->provider != NULL && !g_hash_table_contains (self->views, view))
    g_hash_table_insert (self->views, view, gedit_hunch_view_new (view, self->shared));
}

static void
on_tab_added (GeditWindow *window, GeditTab *tab, HunchGeditWindow *self)
{
  add_view (self, gedit_tab_get_view (tab));
  update_active (self);
}

static void
on_tab_removed (GeditWindow *window, GeditTab *tab, HunchGeditWindow *self)
{
  action_mirror_set_source (self->mirror, NULL);
  g_hash_table_remove (self->views, gedit_tab_get_view (tab));
  update_active (self);
}

static void
on_preferences (GSimpleAction *action, GVariant *parameter, GtkWindow *window)
{
  gedit_prefs_show (window);
}

/* What is for the plugin, not for a text. */
static void
add_own_actions (HunchGeditWindow *self)
{
  g_autoptr (GSimpleAction) preferences = g_simple_action_new ("hunch-preferences", NULL);
  g_autoptr (GPropertyAction) enabled = g_property_action_new ("hunch-enabled", self->shared->settings, "enabled");

  g_signal_connect (preferences, "activate", G_CALLBACK (on_preferences), self->window);
  g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (preferences));
  g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (enabled));
}

static void
remove_own_actions (HunchGeditWindow *self)
{
  g_action_map_remove_action (G_ACTION_MAP (self->window), "hunch-preferences");
  g_action_map_remove_action (G_ACTION_MAP (self->window), "hunch-enabled");
}

static void
activate (GeditWindowActivatable *activatable)
{
  HunchGeditWindow *self = (HunchGeditWindow *) activatable;
  GList *views = gedit_window_get_views (self->window);

  self->shared = gedit_shared_ref ();
  self->views = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) gedit_hunch_view_free);
  self->mirror = action_mirror_new (G_ACTION_MAP (self->window), "hunch-");
  add_own_actions (self);
  g_set_weak_pointer (&self->status, gedit_status_new (G_ACTION_GROUP (self->window),
                                                       GTK_BOX (gedit_window_get_statusbar (self->window))));
  if (self->shared->error != NULL)
    gedit_status_set_error (self->status, self->shared->error);
  for (GList *l = views; l != NULL; l = l->next)
    add_view (self, l->data);
  g_list_free (views);
  g_signal_connect (self->window, "tab-added", G_CALLBACK (on_tab_added), self);
  g_signal_connect (self->window, "tab-removed", G_CALLBACK (on_tab_removed), self);
  g_signal_connect_swapped (self->window, "active-tab-changed", G_CALLBACK (update_active), self);
  update_active (self);
}

static void
deactivate (GeditWindowActivatable *activatable)
{
  HunchGeditWindow *self = (HunchGeditWindow *) activatable;

  if (self->shared == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->window, self);
  g_clear_pointer (&self->mirror, action_mirror_free);
  remove_own_actions (self);
  g_clear_pointer (&self->views, g_hash_table_unref);
  if (self->status != NULL)
    gtk_widget_destroy (self->status);
  g_clear_weak_pointer (&self->status);
  g_clear_pointer (&self->shared, gedit_shared_unref);
}

static void
activatable_init (GeditWindowActivatableInterface *iface)
{
  iface->activate = activate;
  iface->deactivate = deactivate;
}

static void
hunch_gedit_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, ((HunchGeditWindow *) object)->window);
}

static void
hunch_gedit_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ((HunchGeditWindow *) object)->window = g_value_dup_object (value);
}

static void
hunch_gedit_window_dispose (GObject *object)
{
  HunchGeditWindow *self = (HunchGeditWindow *) object;

  deactivate (GEDIT_WINDOW_ACTIVATABLE (self));
  g_clear_object (&self->window);
  G_OBJECT_CLASS (hunch_gedit_window_parent_class)->dispose (object);
}

static void
hunch_gedit_window_class_init (HunchGeditWindowClass *klass)
{
  klass->get_property = hunch_gedit_window_get_property;
  klass->set_property = hunch_gedit_window_set_property;
  klass->dispose = hunch_gedit_window_dispose;
  g_object_class_override_property (klass, PROP_WINDOW, "window");
}

static void
hunch_gedit_window_init (HunchGeditWindow *self)
{
}
