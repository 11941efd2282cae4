/* preferences.c: the plugin's tab in Geany's preferences.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is set counts from OK or Apply on, as elsewhere in that dialog: the widgets change a draft. */
#include "config.h"

#include "plugin/geany/adapter.h"
#include "plugin/gtk/prefs.h"

typedef struct
{
  HunchSettings *settings, *draft;
} Preferences;

static void
preferences_free (gpointer data, GClosure *closure)
{
  Preferences *self = data;

  g_object_unref (self->settings);
  g_object_unref (self->draft);
  g_free (self);
}

static gboolean
is_same (GParamSpec *pspec, const GValue *a, const GValue *b)
{
  if (pspec->value_type == G_TYPE_STRV)
    return g_strv_equal (g_value_get_boxed (a), g_value_get_boxed (b));
  return g_param_values_cmp (pspec, a, b) == 0;
}

/* Only what differs: each setting that is set has its effect. */
static void
copy_settings (HunchSettings *from, HunchSettings *to)
{
  guint n;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (from), &n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT, old = G_VALUE_INIT;

      g_object_get_property (G_OBJECT (from), pspecs[i]->name, &value);
      g_object_get_property (G_OBJECT (to), pspecs[i]->name, &old);
      if (!is_same (pspecs[i], &value, &old))
        g_object_set_property (G_OBJECT (to), pspecs[i]->name, &value);
    }
}

static void
on_response (GtkDialog *dialog, int response, Preferences *self)
{
  if (response != GTK_RESPONSE_OK && response != GTK_RESPONSE_APPLY)
    return;
  gtk_window_set_focus (GTK_WINDOW (dialog), NULL); /* what is being written is done with */
  copy_settings (self->draft, self->settings);
}

/* A model that was fetched is the one in use: whoever could not find it looks again. */
static void
on_model (HunchSettings *draft, GParamSpec *pspec, HunchSettings *settings)
{
  g_autofree char *wanted = NULL, *used = NULL;

  g_object_get (draft, "model", &wanted, NULL);
  g_object_get (settings, "model", &used, NULL);
  if (g_strcmp0 (wanted, used) == 0)
    g_object_notify (G_OBJECT (settings), "model");
}

GtkWidget *
adapter_preferences_new (Adapter *adapter, GtkDialog *dialog)
{
  Preferences *self = g_new0 (Preferences, 1);

  self->settings = g_object_ref (adapter->settings);
  self->draft = g_object_new (HUNCH_TYPE_SETTINGS, NULL);
  copy_settings (self->settings, self->draft);
  g_signal_connect_object (self->draft, "notify::model", G_CALLBACK (on_model), self->settings, 0);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, preferences_free, 0);
  return prefs_new (self->draft, hunch_settings_is_stored (self->settings));
}
