/* hunch-model-profile.c: where a model's time goes, from the caller's context to the engine's thread and back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/engine-task.h"
#include "libhunch/hunch-profile-private.h"

/* Belongs to the task. */
typedef struct
{
  HunchEngineWork work; /* first */
  guint n_prompt, n_predict;
} Profiling;

static void
profiling_free (gpointer data)
{
  Profiling *p = data;

  hunch_engine_work_clear (&p->work);
  g_free (p);
}

static void
append (GListStore *list, const char *phase, const HunchMeasuredPhase *measured, const HunchMeasurement *m)
{
  g_autoptr (HunchProfile) profile = hunch_profile_new (phase, measured, m);

  g_list_store_append (list, profile);
}

/* On the engine's thread; takes the reference on the task that the engine had. */
static void
on_done (HunchMeasurement *m, gpointer data)
{
  GTask *task = data;

  if (m->error != NULL)
    hunch_engine_task_fail (task, g_steal_pointer (&m->error));
  else
    {
      GListStore *list = g_list_store_new (HUNCH_TYPE_PROFILE);

      append (list, "prefill", &m->prefill, m);
      append (list, "decode", &m->decode, m);
      g_task_return_pointer (task, list, g_object_unref);
      g_object_unref (task);
    }
  hunch_measurement_free (m);
}

static void
submit (HunchEngine *engine, gpointer data)
{
  const Profiling *p = g_task_get_task_data (data);

  hunch_measure_submit (engine, p->n_prompt, p->n_predict, &p->work.cancel.set, on_done, data);
}

/**
 * hunch_model_profile_async:
 * @self: a model, made with [property@Hunch.Model:profiled]
 * @n_prompt: tokens of a prompt, at least 1
 * @n_predict: tokens to write behind it, at least 1
 * @cancellable: (nullable): to give up, within one step of the engine
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Reads tokens without meaning and writes others behind them, taking the time of each kernel; loads the model first if it is not
 * loaded. Requests wait meanwhile.
 */
void
hunch_model_profile_async (HunchModel *self, guint n_prompt, guint n_predict, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  Profiling *p;
  GTask *task;

  g_return_if_fail (HUNCH_IS_MODEL (self));
  g_return_if_fail (n_prompt > 0 && n_predict > 0);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_model_profile_async);
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  p = g_new0 (Profiling, 1);
  p->n_prompt = n_prompt;
  p->n_predict = n_predict;
  p->work.submit = submit;
  g_task_set_task_data (task, p, profiling_free);
  hunch_engine_task_begin (task, self);
}

/**
 * hunch_model_profile_finish:
 * @self: a model
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Model.profile_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, with %HUNCH_ERROR_CONTEXT_FULL when there are more tokens than the context holds, with
 * %HUNCH_ERROR_DEVICE when the device fails, and as [method@Hunch.Model.load_finish] does.
 *
 * Returns: (transfer full): a list of two [class@Hunch.Profile]: of the prompt, and of what was written behind it
 */
GListModel *
hunch_model_profile_finish (HunchModel *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_model_profile:
 * @self: a model, made with [property@Hunch.Model:profiled]
 * @n_prompt: tokens of a prompt, at least 1
 * @n_predict: tokens to write behind it, at least 1
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Model.profile_async], blocking.
 *
 * Returns: (transfer full): as [method@Hunch.Model.profile_finish] gives
 */
GListModel *
hunch_model_profile (HunchModel *self, guint n_prompt, guint n_predict, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  GListModel *profiles;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  g_return_val_if_fail (n_prompt > 0 && n_predict > 0, NULL);
  hunch_sync_call_begin (&call);
  hunch_model_profile_async (self, n_prompt, n_predict, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  profiles = hunch_model_profile_finish (self, call.result, error);
  hunch_model_leave_call (self, &call);
  hunch_sync_call_end (&call);
  return profiles;
}
