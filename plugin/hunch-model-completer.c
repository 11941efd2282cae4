/* hunch-model-completer.c: a model in this process as a completer: loaded when it is needed, gone when it is not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "plugin/core-text.h"
#include "plugin/model-completer-private.h"

#define RETRY_MS  30000 /* after a failure, until another query may try again */
#define MIN_BYTES 256   /* a context that does not take so much is none */
#define LATE_MS   1000  /* after which a person is told why nothing has come yet */

/**
 * HunchModelCompleter:
 *
 * Answers queries with the model and the device of the settings. The first query loads it; it is unloaded after the idle time of the
 * settings, when they are switched off, and when they name another one.
 */
static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchModelCompleter, hunch_model_completer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_COMPLETER, completer_init))

static void
drop_timer (HunchModelCompleter *self)
{
  if (self->timer != NULL)
    self->clock->remove (self->clock, g_steal_pointer (&self->timer));
}

static void
set_failure (HunchModelCompleter *self, const char *failure)
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
  drop_timer (self);
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
  drop_timer (self);
  if (self->n_running > 0)
    return;
  if (self->failure != NULL)
    self->timer = self->clock->add (self->clock, RETRY_MS, on_retry_time, self);
  else if (self->model != NULL && self->settings->unload_minutes > 0)
    self->timer = self->clock->add (self->clock, self->settings->unload_minutes * 60000, on_idle_time, self);
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

/* The model of the settings; its file must be there, but is not read yet. */
static gboolean
ensure_model (HunchModelCompleter *self, GError **error)
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

/* One query on its way. */
typedef struct
{
  HunchQuery *query;
  HunchCompletion *completion; /* NULL while the model is loaded */
  gboolean no_context;         /* the model's context turned out to be too short for it */
  gsize max_bytes;             /* of the prefix: less when that is not enough */
  gint64 start_us;
  gpointer timer; /* until the answer is late */
  gboolean late;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->query);
  g_clear_object (&job->completion);
  g_free (job);
}

/* A prompt is cut to what is read in half a second. What takes longer is the driver, which compiles a kernel where it first runs, and again
 * for other numbers of tokens; it tells nobody. */
static gboolean
on_late (gpointer data)
{
  HunchModelCompleter *self = g_task_get_source_object (data);
  Job *job = g_task_get_task_data (data);

  self->clock->remove (self->clock, g_steal_pointer (&job->timer));
  job->late = TRUE;
  self->n_late++;
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
  return G_SOURCE_REMOVE;
}

static void
await (GTask *task)
{
  HunchModelCompleter *self = g_task_get_source_object (task);
  Job *job = g_task_get_task_data (task);

  if (job->timer == NULL && !job->late && job->query->max_tokens > 0) /* for other questions nobody waits */
    job->timer = self->clock->add (self->clock, LATE_MS, on_late, task);
}

/* The answer has begun, or will not. */
static void
await_no_more (GTask *task)
{
  HunchModelCompleter *self = g_task_get_source_object (task);
  Job *job = g_task_get_task_data (task);

  if (job->timer != NULL)
    self->clock->remove (self->clock, g_steal_pointer (&job->timer));
  if (!job->late)
    return;
  job->late = FALSE;
  self->n_late--;
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
}

static void
end (GTask *task)
{
  HunchModelCompleter *self = g_task_get_source_object (task);

  await_no_more (task);
  self->n_running--;
  wait_idle (self);
  g_object_unref (task);
}

/* What is no fault of the query becomes the status, until it is time to try again. */
static void
fail (GTask *task, GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_failure (g_task_get_source_object (task), error->message);
  g_task_return_error (task, error);
  end (task);
}

static void
on_token (HunchCompletion *completion, gint id, const char *text, GTask *task)
{
  Job *job = g_task_get_task_data (task);

  await_no_more (task);
  hunch_query_emit_text (job->query, text);
}

static void on_result (GObject *source, GAsyncResult *async_result, gpointer data);

static void
run (GTask *task, HunchModel *model)
{
  Job *job = g_task_get_task_data (task);
  HunchQuery *query = job->query;

  g_clear_object (&job->completion);
  job->completion = hunch_completion_new (model);
  hunch_completion_set_prompt (job->completion, core_text_last_lines (query->prefix, G_MAXUINT, job->max_bytes));
  if (hunch_model_get_can_infill (model))
    {
      hunch_completion_set_suffix (job->completion, query->suffix);
      hunch_completion_set_context (job->completion, query->filename,
                                    job->no_context ? NULL : (const char *const *) query->context);
    }
  g_object_set (job->completion, "heal", TRUE, "max-tokens", query->max_tokens, "soft-timeout", query->time_limit_ms,
                "one-line", query->one_line, "temperature", query->temperature, "seed", (guint64) query->seed, NULL);
  hunch_completion_set_given (job->completion, query->explain);
  g_object_set (job->completion, "n-likely", query->explain ? MODEL_COMPLETER_N_LIKELY : 0, NULL);
  g_signal_connect_object (job->completion, "token", G_CALLBACK (on_token), task, 0);
  await (task);
  hunch_completion_run_async (job->completion, g_task_get_cancellable (task), on_result, task);
}

static void
on_result (GObject *source, GAsyncResult *async_result, gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (HunchResult) result = hunch_completion_run_finish (HUNCH_COMPLETION (source), async_result, &error);

  if (result == NULL && g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL) && job->max_bytes > MIN_BYTES)
    {
      g_error_free (error);
      if (job->no_context || job->query->context == NULL || *job->query->context == NULL)
        job->max_bytes /= 2;
      job->no_context = TRUE;
      run (task, hunch_completion_get_model (job->completion));
      return;
    }
  if (result == NULL)
    {
      fail (task, error);
      return;
    }
  g_task_return_pointer (task, model_completer_reply (result, job->query, job->start_us), g_object_unref);
  end (task);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;

  if (!hunch_model_load_finish (HUNCH_MODEL (source), result, &error))
    fail (task, error);
  else if (g_task_return_error_if_cancelled (task))
    end (task);
  else
    run (task, HUNCH_MODEL (source));
}

static void
complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  HunchModelCompleter *self = HUNCH_MODEL_COMPLETER (completer);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);
  GError *error = NULL;

  job->query = g_object_ref (query);
  job->max_bytes = strlen (query->prefix);
  job->start_us = g_get_monotonic_time ();
  g_task_set_task_data (task, job, job_free);
  drop_timer (self);
  self->n_running++;
  if (!self->settings->enabled)
    fail (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Completion is switched off")));
  else if (!ensure_model (self, &error))
    fail (task, error);
  else /* whoever cancels a query does not give up the loading: the next one needs it too */
    hunch_model_load_async (self->model, NULL, on_loaded, task);
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
  iface->complete_async = complete_async;
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
    drop_timer (self);
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
