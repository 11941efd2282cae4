/* plugin.c: what Geany loads: completion in its documents, over the actions of Hunch's module.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/geany/adapter.h"

static void
document_free (gpointer data)
{
  AdapterDocument *document = data;

  document_host_close (document->host);
  g_object_unref (document->actions);
  g_object_unref (document->host);
  g_free (document);
}

static void
on_activate (GObject *geany, GeanyDocument *doc, Adapter *self)
{
  adapter_set_current (self, adapter_get_document (self, doc));
}

static void
on_close (GObject *geany, GeanyDocument *doc, Adapter *self)
{
  adapter_close_document (self, doc);
}

/* Its name, its language or whether it can be changed. */
static void
on_other (GObject *geany, GeanyDocument *doc, Adapter *self)
{
  AdapterDocument *document = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (doc->id));

  if (document != NULL)
    hunch_host_cursor_moved (HUNCH_HOST (document->host));
}

static void
on_filetype (GObject *geany, GeanyDocument *doc, GeanyFiletype *old, Adapter *self)
{
  on_other (geany, doc, self);
}

static gboolean
on_editor_notify (GObject *geany, GeanyEditor *editor, SCNotification *notification, Adapter *self)
{
  AdapterDocument *document = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (editor->document->id));

  if (document != NULL)
    document_host_notify (document->host, notification);
  return FALSE;
}

static gboolean
on_key_press (GObject *geany, GdkEventKey *event, Adapter *self)
{
  return adapter_take_key (self, event);
}

static void
adapter_free (Adapter *self)
{
  adapter_unwatch_composing (self);
  if (self->menu_item != NULL)
    adapter_set_current (self, NULL);
  adapter_remove_menu (self);
  g_hash_table_unref (self->texts);
  hunch_model_completer_unload (self->completer);
  g_object_unref (self->completer);
  g_clear_object (&self->provider);
  g_object_unref (self->settings);
  g_free (self);
}

static gboolean
init (GeanyPlugin *plugin, gpointer data)
{
  Adapter *self = g_new0 (Adapter, 1);
  g_autoptr (HunchModuleDb) modules = hunch_module_db_new (NULL);
  g_autoptr (GError) error = NULL;
  GeanyDocument *doc = document_get_current ();

  plugin_module_make_resident (plugin); /* drivers of OpenCL own threads */
  self->plugin = plugin;
  self->settings = hunch_settings_new ();
  self->completer = hunch_model_completer_new (self->settings);
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, document_free);
  self->provider = hunch_module_db_dup_provider (modules, &error);
  if (self->provider == NULL)
    {
      ui_set_statusbar (TRUE, "Hunch: %s", error->message);
      adapter_free (self);
      return FALSE;
    }
  adapter_add_keys (self);
  adapter_add_menu (self);
  adapter_watch_composing (self);
  geany_plugin_set_data (plugin, self, NULL);
  if (doc != NULL)
    adapter_set_current (self, adapter_get_document (self, doc));
  return TRUE;
}

static void
cleanup (GeanyPlugin *plugin, gpointer data)
{
  adapter_free (data);
}

static GtkWidget *
configure (GeanyPlugin *plugin, GtkDialog *dialog, gpointer data)
{
  return adapter_preferences_new (data, dialog);
}

/* Documents that were loaded while Geany started are never activated, but the one in front is used. */
static void
on_startup (GObject *geany, Adapter *self)
{
  GeanyDocument *doc = document_get_current ();

  if (doc != NULL)
    on_activate (geany, doc, self);
}

G_MODULE_EXPORT void
geany_load_module (GeanyPlugin *plugin)
{
  /* After Geany's own handlers, which indent and close brackets; keys before them. */
  static PluginCallback callbacks[] = {
    { "geany-startup-complete", (GCallback) on_startup, TRUE, NULL },
    { "document-activate", (GCallback) on_activate, TRUE, NULL },
    { "document-close", (GCallback) on_close, FALSE, NULL },
    { "document-filetype-set", (GCallback) on_filetype, TRUE, NULL },
    { "document-reload", (GCallback) on_other, TRUE, NULL },
    { "document-save", (GCallback) on_other, TRUE, NULL },
    { "editor-notify", (GCallback) on_editor_notify, TRUE, NULL },
    { "key-press", (GCallback) on_key_press, FALSE, NULL },
    { NULL, NULL, FALSE, NULL },
  };

  plugin->info->name = "Hunch";
  plugin->info->description = _ ("Completes text with a language model on this computer");
  plugin->info->version = PACKAGE_VERSION;
  plugin->info->author = "The Hunch authors";
  plugin->funcs->callbacks = callbacks;
  plugin->funcs->init = init;
  plugin->funcs->cleanup = cleanup;
  plugin->funcs->configure = configure;
  GEANY_PLUGIN_REGISTER (plugin, 239);
}
