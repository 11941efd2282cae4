/* shared.c: what all windows of gedit have in common: settings, a model, and the module that provides actions.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/gedit/shared.h"

static GeditShared *shared;

GeditShared *
gedit_shared_ref (void)
{
  if (shared == NULL)
    {
      g_autoptr (HunchModuleDb) db = hunch_module_db_new (NULL);
      g_autoptr (GError) error = NULL;

      shared = g_new0 (GeditShared, 1);
      shared->settings = hunch_settings_new ();
      shared->completer = HUNCH_COMPLETER (hunch_model_completer_new (shared->settings));
      shared->provider = hunch_module_db_dup_provider (db, &error);
      if (error != NULL)
        shared->error = g_strdup (error->message);
    }
  shared->n_users++;
  return shared;
}

void
gedit_shared_unref (GeditShared *self)
{
  if (self == NULL || --self->n_users > 0)
    return;
  shared = NULL;
  g_clear_object (&self->provider);
  hunch_model_completer_unload (
      HUNCH_MODEL_COMPLETER (self->completer)); /* a question that waits for the model keeps it alive */
  g_object_unref (self->completer);
  g_object_unref (self->settings);
  g_free (self->error);
  g_free (self);
}
