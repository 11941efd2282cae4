/* hunch-model-completer.c: a model in this process as a completer: loaded when it is needed, gone when it is not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "libhunch/hunch.h"
#include "plugin/model-completer-private.h"

#define RETRY_MS 30000 /* after a failure, until another query may try again */

/**
 * HunchModelCompleter:
 *
 * Answers queries with the model and the device of the settings. The first query loads it; it is unloaded after the idle time of the
 * settings, when they are switched off, and when they name another one.
 */
static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchModelCompleter, hunch_model_completer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_COMPLETER, completer_init))

void
model_completer_set_failure (HunchModelCompleter *self, const char *failure)
{
  g_free (self->failure);
  self->failure = g_strdup (failure);
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
}

/**
 * hunch_model_completer_unload:
 * @self: a completer
 *
 * Cancels what runs and gives the device's memory back, without waiting for it. The next query loads the model again.
 */
void
hunch_model_completer_unload (HunchModelCompleter *self)
{
  HunchModel *model;

  g_return_if_fail (HUNCH_IS_MODEL_COMPLETER (self));
  core_clock_drop (self->clock, &self->timer);
  g_clear_pointer (&self->failure, g_free);
  model = g_steal_pointer (&self->model);
  if (model != NULL)
    {
      g_signal_handlers_disconnect_by_data (model, self);
      hunch_model_unload_async (model, NULL, NULL, NULL);
      g_object_unref (model);
    }
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
}

/**
 * hunch_model_completer_retry:
 * @self: a completer
 *
 * Forgets the last failure, so that the next query tries again; for after a model was fetched.
 */
void
hunch_model_completer_retry (HunchModelCompleter *self)
{
  g_return_if_fail (HUNCH_IS_MODEL_COMPLETER (self));
  if (self->failure != NULL)
    hunch_model_completer_unload (self); /* a model that failed is begun anew */
}

static gboolean
on_idle_time (gpointer data)
{
  hunch_model_completer_unload (data);
  return G_SOURCE_REMOVE;
}

static gboolean
on_retry_time (gpointer data)
{
  hunch_model_completer_retry (data);
  return G_SOURCE_REMOVE;
}

/* When nothing runs: a model waits to be unloaded, a failure to be forgotten. */
static void
wait_idle (HunchModelCompleter *self)
{
  core_clock_drop (self->clock, &self->timer);
  if (self->n_running > 0)
    return;
  if (self->failure != NULL)
    self->timer = self->clock->add (self->clock, RETRY_MS, on_retry_time, self);
  else if (self->model != NULL && self->settings->unload_minutes > 0)
    self->timer = self->clock->add (self->clock, self->settings->unload_minutes * 60000, on_idle_time, self);
}

void
model_completer_query_begins (HunchModelCompleter *self)
{
  core_clock_drop (self->clock, &self->timer);
  self->n_running++;
}

void
model_completer_query_ends (HunchModelCompleter *self)
{
  self->n_running--;
  wait_idle (self);
}

static void
on_model_notify (HunchModel *model, GParamSpec *pspec, HunchModelCompleter *self)
{
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
}

/* A model of the catalogue that is not here: a person in an editor need not know of a command line. */
static void
say_where_to_get (HunchCatalogue *catalogue, const char *name, GError **error)
{
  HunchCatalogueEntry *entry = hunch_catalogue_lookup (catalogue, name);

  if (entry == NULL || hunch_catalogue_entry_is_installed (entry))
    return;
  g_clear_error (error);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND,
               _ ("The model %s is not here yet; the preferences in an editor download it, or 'hunch pull %s'"),
               hunch_catalogue_entry_get_name (entry), hunch_catalogue_entry_get_name (entry));
}

gboolean
model_completer_ensure_model (HunchModelCompleter *self, GError **error)
{
  g_autoptr (HunchCatalogue) catalogue = NULL;
  const char *device = self->settings->device, *name;
  g_autofree char *path = NULL;

  if (self->model != NULL)
    return TRUE;
  catalogue = hunch_catalogue_new (error);
  if (catalogue == NULL)
    return FALSE;
  name = *self->settings->model != '\0' ? self->settings->model : NULL;
  path = hunch_catalogue_find_model (catalogue, name, error);
  if (path == NULL)
    {
      say_where_to_get (catalogue, name, error);
      return FALSE;
    }
  self->model = hunch_model_new (path, *device != '\0' ? device : NULL);
  g_signal_connect (self->model, "notify", G_CALLBACK (on_model_notify), self);
  return TRUE;
}

static char *
dup_status (HunchCompleter *completer, HunchCompleterState *state, double *progress)
{
  HunchModelCompleter *self = HUNCH_MODEL_COMPLETER (completer);
  g_autofree char *stage = NULL;

  *state = HUNCH_COMPLETER_STATE_OFF;
  *progress = -1;
  if (self->failure != NULL)
    {
      *state = HUNCH_COMPLETER_STATE_FAILED;
      return g_strdup (self->failure);
    }
  if (self->model == NULL || hunch_model_get_state (self->model) == HUNCH_MODEL_STATE_UNLOADED)
    return NULL;
  if (hunch_model_get_state (self->model) == HUNCH_MODEL_STATE_READY)
    {
      if (self->n_late == 0)
        {
          *state = HUNCH_COMPLETER_STATE_READY;
          return NULL;
        }
      *state = HUNCH_COMPLETER_STATE_LOADING;
      *progress = 0; /* how much there is to do is not known */
      return g_strdup (_ ("Reading the text; the first time, kernels are built for it"));
    }
  *state = HUNCH_COMPLETER_STATE_LOADING;
  g_object_get (self->model, "stage", &stage, "progress", progress, NULL);
  if (g_strcmp0 (stage, "kernels") == 0)
    return g_strdup (_ ("Building kernels for this device, which is done once"));
  return g_strdup (_ ("Loading the model"));
}

static void
completer_init (HunchCompleterInterface *iface)
{
  iface->complete_async = model_completer_complete_async;
  iface->dup_status = dup_status;
}

static void
on_setting (HunchSettings *settings, GParamSpec *pspec, HunchModelCompleter *self)
{
  if (g_str_equal (pspec->name, "model") || g_str_equal (pspec->name, "device")
      || (g_str_equal (pspec->name, "enabled") && !settings->enabled))
    hunch_model_completer_unload (self);
  else if (g_str_equal (pspec->name, "unload-minutes"))
    wait_idle (self);
}

static void
hunch_model_completer_dispose (GObject *object)
{
  HunchModelCompleter *self = HUNCH_MODEL_COMPLETER (object);

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  if (self->clock != NULL)
    core_clock_drop (self->clock, &self->timer);
  G_OBJECT_CLASS (hunch_model_completer_parent_class)->dispose (object);
}

static void
hunch_model_completer_finalize (GObject *object)
{
  HunchModelCompleter *self = HUNCH_MODEL_COMPLETER (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->model);
  g_free (self->failure);
  if (self->clock != NULL)
    self->clock->free (self->clock);
  G_OBJECT_CLASS (hunch_model_completer_parent_class)->finalize (object);
}

static void
hunch_model_completer_class_init (HunchModelCompleterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = hunch_model_completer_dispose;
  G_OBJECT_CLASS (klass)->finalize = hunch_model_completer_finalize;
}

static void
hunch_model_completer_init (HunchModelCompleter *self)
{
}

HunchModelCompleter *
model_completer_new_with_clock (HunchSettings *settings, CoreClock *clock)
{
  HunchModelCompleter *self = g_object_new (HUNCH_TYPE_MODEL_COMPLETER, NULL);

  self->settings = settings != NULL ? g_object_ref (settings) : hunch_settings_new ();
  self->clock = clock;
  g_signal_connect (self->settings, "notify", G_CALLBACK (on_setting), self);
  return self;
}

/**
 * hunch_model_completer_new:
 * @settings: (nullable): which model on which device; %NULL for this person's own settings
 *
 * Makes a completer from a model of the settings.
 *
 * Returns: (transfer full): a completer; nothing is loaded yet
 */
HunchModelCompleter *
hunch_model_completer_new (HunchSettings *settings)
{
  g_return_val_if_fail (settings == NULL || HUNCH_IS_SETTINGS (settings), NULL);
  return model_completer_new_with_clock (settings, core_clock_new ());
}

/**
 * hunch_model_completer_get_model:
 * @self: a completer
 *
 * Gets the model, to look at it; it goes when it is idle.
 *
 * Returns: (transfer none) (nullable): the model, if there is one now
 */
HunchModel *
hunch_model_completer_get_model (HunchModelCompleter *self)
{
  g_return_val_if_fail (HUNCH_IS_MODEL_COMPLETER (self), NULL);
  return self->model;
}
