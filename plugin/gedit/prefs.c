/* prefs.c: the preferences, in gedit's dialog of plugins and in one of their own.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <libpeas-gtk/peas-gtk.h>

#include "plugin/gedit/plugin.h"
#include "plugin/gedit/prefs.h"
#include "plugin/gedit/shared.h"
#include "plugin/gtk/prefs.h"

typedef GObject HunchGeditPrefs;
typedef GObjectClass HunchGeditPrefsClass;

static void configurable_init (PeasGtkConfigurableInterface *iface);

G_DEFINE_TYPE_WITH_CODE (HunchGeditPrefs, hunch_gedit_prefs, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (PEAS_GTK_TYPE_CONFIGURABLE, configurable_init))

static GtkWidget *
create_configure_widget (PeasGtkConfigurable *configurable)
{
  GeditShared *shared = gedit_shared_ref ();
  GtkWidget *widget = prefs_new (shared->settings, hunch_settings_is_stored (shared->settings));

  g_object_set (widget, "margin", 12, NULL);
  g_object_set_data_full (G_OBJECT (widget), "hunch-shared", shared, (GDestroyNotify) gedit_shared_unref);
  return widget;
}

void
gedit_prefs_show (GtkWindow *parent)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (_ ("Completion"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                                   _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (dialog));

  gtk_box_pack_start (GTK_BOX (content), create_configure_widget (NULL), TRUE, TRUE, 0);
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_widget_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
configurable_init (PeasGtkConfigurableInterface *iface)
{
  iface->create_configure_widget = create_configure_widget;
}

static void
hunch_gedit_prefs_class_init (HunchGeditPrefsClass *klass)
{
}

static void
hunch_gedit_prefs_init (HunchGeditPrefs *self)
{
}
