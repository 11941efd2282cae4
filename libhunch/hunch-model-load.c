/* hunch-model-load.c: brings a model onto its device and away again; several callers may wait for one loading.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/context.h"
#include "libhunch/hunch-model-private.h"

/* One loading, owned by its thread. It is given up when nobody waits for it any more. */
struct HunchModelLoad
{
  HunchModel *model;  /* owned */
  GPtrArray *waiters; /* (element-type Waiter) owned; under the model's lock, so the rest */
  GMainContext
      *context; /* of whoever began it, or around that: progress is posted there; also under the model's lock */
  volatile gint cancelled;
  gboolean unloading; /* those who wait are to be told so */
  const char *stage;  /* interned; told last by the engine */
  double fraction;
  gboolean progress_posted;
};

typedef struct
{
  gatomicrefcount ref; /* one for who waits, one for the handler on the cancellable */
  HunchModel *model;   /* belongs to the task */
  GTask *task;
  gulong handler;
  gboolean gone; /* cancelled; under the model's lock */
} Waiter;

static void
waiter_unref (gpointer data)
{
  Waiter *w = data;

  if (!g_atomic_ref_count_dec (&w->ref))
    return;
  g_object_unref (w->task);
  g_free (w);
}

/* In any thread. */
static void
waiter_cancelled (GCancellable *cancellable, gpointer data)
{
  Waiter *w = data;
  HunchModelLoad *load;
  gboolean waited;

  g_mutex_lock (&w->model->lock);
  w->gone = TRUE;
  load = w->model->load;
  waited = load != NULL && g_ptr_array_remove_fast (load->waiters, w);
  if (waited && load->waiters->len == 0)
    g_atomic_int_set (&load->cancelled, 1);
  g_mutex_unlock (&w->model->lock);
  if (!waited)
    return;
  g_task_return_error_if_cancelled (w->task);
  g_signal_handler_disconnect (cancellable, w->handler);
  waiter_unref (w);
}

static Waiter *
waiter_new (GTask *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  Waiter *w = g_new0 (Waiter, 1);

  g_atomic_ref_count_init (&w->ref);
  w->model = g_task_get_source_object (task);
  w->task = g_object_ref (task);
  if (cancellable != NULL)
    {
      g_atomic_ref_count_inc (&w->ref);
      w->handler = g_cancellable_connect (cancellable, G_CALLBACK (waiter_cancelled), w, waiter_unref);
    }
  return w;
}

/* Consumes the waiter; error NULL for success. */
static void
waiter_return (Waiter *w, const GError *error)
{
  g_cancellable_disconnect (g_task_get_cancellable (w->task), w->handler);
  if (error == NULL)
    g_task_return_boolean (w->task, TRUE);
  else
    g_task_return_error (w->task, g_error_copy (error));
  waiter_unref (w);
}

static gboolean
tell_state (gpointer model)
{
  hunch_model_notify_state (model);
  return G_SOURCE_REMOVE;
}

static gboolean
tell_progress (gpointer data)
{
  HunchModel *model = data;

  g_mutex_lock (&model->lock);
  if (model->load != NULL)
    {
      model->load->progress_posted = FALSE;
      model->stage = model->load->stage;
      model->progress = model->load->fraction;
    }
  g_mutex_unlock (&model->lock);
  hunch_model_notify_progress (model);
  return G_SOURCE_REMOVE;
}

/* In any thread of the engine. */
static void
on_progress (const char *stage, double fraction, gpointer data)
{
  HunchModelLoad *load = data;

  g_mutex_lock (&load->model->lock);
  load->stage = g_intern_string (stage);
  load->fraction = CLAMP (fraction, 0, 1);
  if (!load->progress_posted)
    hunch_context_post (load->context, tell_progress, g_object_ref (load->model), g_object_unref);
  load->progress_posted = TRUE;
  g_mutex_unlock (&load->model->lock);
}

static void
set_given_up (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The loading was given up"));
}

static HunchEngineHandle *
open_engine (HunchModelLoad *load, GError **error)
{
  HunchModel *model = load->model;
  const HunchEngineOptions options = {
    .model_path = model->path,
    .device = model->device,
    .n_ctx = model->context_length,
    .exact = model->exact,
    .profiled = model->profiled,
  };
  HunchEngine *engine;

  if (model->path == NULL)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The model has no path; give it a file"));
      return NULL;
    }
  engine = hunch_engine_new (&options, on_progress, load, &load->cancelled, error);
  if (engine != NULL && !g_atomic_int_get (&load->cancelled))
    return hunch_engine_handle_new (engine);
  hunch_engine_free (engine);
  if (g_atomic_int_get (&load->cancelled))
    {
      g_clear_error (error);
      set_given_up (error);
    }
  return NULL;
}

/* Under the model's lock: whether somebody came to wait after all others had given the loading up. */
static gboolean
wanted_again (HunchModelLoad *load)
{
  if (!load->cancelled || load->unloading || load->waiters->len == 0 || hunch_engine_handle_is_ending ())
    return FALSE;
  load->cancelled = 0;
  return TRUE;
}

static gpointer
load_in_thread (gpointer data)
{
  HunchModelLoad *load = data;
  HunchModel *model = load->model;
  g_autoptr (GError) error = NULL;
  HunchEngineHandle *engine, *late = NULL;

again:
  engine = open_engine (load, &error);
  g_mutex_lock (&model->lock);
  if (engine == NULL && wanted_again (load))
    {
      g_mutex_unlock (&model->lock);
      g_clear_error (&error);
      goto again;
    }
  if (engine != NULL && load->unloading)
    late = g_steal_pointer (&engine);
  if (late != NULL)
    set_given_up (&error);
  model->engine = engine;
  if (engine != NULL)
    model->state = HUNCH_MODEL_STATE_READY;
  else
    model->state = load->cancelled ? HUNCH_MODEL_STATE_UNLOADED : HUNCH_MODEL_STATE_FAILED;
  model->load = NULL;
  hunch_context_post (load->context, tell_state, g_object_ref (model), g_object_unref);
  g_cond_broadcast (&model->load_over);
  g_mutex_unlock (&model->lock);

  hunch_engine_handle_unref (late);
  hunch_engine_handle_loading_ends (&load->cancelled);
  for (guint i = 0; i < load->waiters->len; i++)
    waiter_return (g_ptr_array_index (load->waiters, i), error);
  g_ptr_array_unref (load->waiters);
  g_main_context_unref (load->context);
  g_free (load);
  g_object_unref (model);
  return NULL;
}

/* Under the model's lock. */
static void
load_begin (HunchModel *self)
{
  HunchModelLoad *load = g_new0 (HunchModelLoad, 1);

  hunch_engine_handle_watch_exit ();
  load->model = g_object_ref (self);
  load->context = g_main_context_ref_thread_default ();
  load->waiters = g_ptr_array_new ();
  self->load = load;
  self->state = HUNCH_MODEL_STATE_LOADING;
  self->stage = NULL;
  self->progress = 0;
  hunch_engine_handle_loading_begins (&load->cancelled);
  g_thread_unref (g_thread_new ("hunch-load", load_in_thread, load));
}

/**
 * hunch_model_load_async:
 * @self: a model
 * @cancellable: (nullable): to give up
 * @callback: (scope async) (nullable): called in the caller's main context
 * @user_data: for @callback
 *
 * Brings the model onto its device: reads and checks the file, uploads weights, builds kernels. The first time on a device the
 * kernels can take a minute; [property@Hunch.Model:stage] and [property@Hunch.Model:progress] tell how it goes.
 *
 * A loaded model is ready at once; while it is being loaded, callers wait for the same loading, and it is given up when all of them
 * have cancelled.
 */
void
hunch_model_load_async (HunchModel *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  gboolean began = FALSE, waits = FALSE;
  Waiter *w;

  g_return_if_fail (HUNCH_IS_MODEL (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_model_load_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  w = waiter_new (task);
  g_mutex_lock (&self->lock);
  if (w->gone)
    set_given_up (&error);
  else if (self->engine == NULL)
    {
      began = self->load == NULL;
      if (began)
        load_begin (self);
      waits = TRUE;
      g_ptr_array_add (self->load->waiters, w);
    }
  g_mutex_unlock (&self->lock);
  if (!waits)
    waiter_return (w, error);
  if (began)
    hunch_model_notify_state (self);
}

/**
 * hunch_model_load_finish:
 * @self: a model
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Model.load_async].
 *
 * Fails with a code of %HUNCH_ERROR that says what is wrong with file or device, or with %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether the model is loaded
 */
gboolean
hunch_model_load_finish (HunchModel *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * hunch_model_load:
 * @self: a model
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Model.load_async], blocking. Properties are notified on the calling thread meanwhile.
 *
 * Returns: whether the model is loaded
 */
gboolean
hunch_model_load (HunchModel *self, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  gboolean ok;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), FALSE);
  hunch_sync_call_begin (&call);
  hunch_model_load_async (self, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  ok = hunch_model_load_finish (self, call.result, error);
  hunch_model_leave_call (self, &call);
  hunch_sync_call_end (&call);
  return ok;
}

void
hunch_model_leave_call (HunchModel *self, HunchSyncCall *call)
{
  HunchModelLoad *load;

  g_mutex_lock (&self->lock);
  load = self->load;
  if (load != NULL && load->context == call->context)
    {
      g_main_context_unref (load->context);
      load->context = g_main_context_ref (call->around);
      load->progress_posted = FALSE;
    }
  g_mutex_unlock (&self->lock);
  while (g_main_context_iteration (call->context, FALSE)) /* what was posted before */
    ;
}

/* Blocks until the device's memory is free; notifies nobody. */
static void
unload (HunchModel *self)
{
  HunchEngineHandle *engine;

  g_mutex_lock (&self->lock);
  while (self->load != NULL)
    {
      self->load->unloading = TRUE;
      g_atomic_int_set (&self->load->cancelled, 1);
      g_cond_wait (&self->load_over, &self->lock);
    }
  engine = g_steal_pointer (&self->engine);
  g_clear_object (&self->tokenizer);
  self->state = HUNCH_MODEL_STATE_UNLOADED;
  g_mutex_unlock (&self->lock);
  if (engine != NULL)
    hunch_engine_handle_close (engine);
  hunch_engine_handle_unref (engine);
}

/**
 * hunch_model_unload:
 * @self: a model
 *
 * Cancels what runs on the model and gives all of the device's memory back. Blocks for about one step of the engine, so that a main
 * loop uses [method@Hunch.Model.unload_async].
 */
void
hunch_model_unload (HunchModel *self)
{
  g_return_if_fail (HUNCH_IS_MODEL (self));
  unload (self);
  hunch_model_notify_state (self);
}

static void
unload_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  unload (source);
  hunch_context_post (g_task_get_context (task), tell_state, g_object_ref (source), g_object_unref);
  g_task_return_boolean (task, TRUE);
}

/**
 * hunch_model_unload_async:
 * @self: a model
 * @cancellable: (nullable): to hear of it no more; the unloading goes on
 * @callback: (scope async) (nullable): called in the caller's main context
 * @user_data: for @callback
 *
 * Cancels what runs on the model and gives all of the device's memory back.
 */
void
hunch_model_unload_async (HunchModel *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (HUNCH_IS_MODEL (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_model_unload_async);
  g_task_run_in_thread (task, unload_in_thread);
}

/**
 * hunch_model_unload_finish:
 * @self: a model
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Model.unload_async]. Fails with %G_IO_ERROR_CANCELLED only.
 *
 * Returns: whether the model is known to be unloaded
 */
gboolean
hunch_model_unload_finish (HunchModel *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
