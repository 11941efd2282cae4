/* hunch-model-tune.c: what is fastest on a model's device, from the caller's context to the engine's thread and back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/session/tune.h"
#include "libhunch/engine-task.h"
#include "libhunch/task-progress.h"

/* Belongs to the task. */
typedef struct
{
  HunchEngineWork work; /* first */
  guint seconds;
  HunchTaskProgress progress;
} Tuning;

static void
tuning_free (gpointer data)
{
  Tuning *t = data;

  hunch_engine_work_clear (&t->work);
  hunch_task_progress_clear (&t->progress);
  g_free (t);
}

/* On the engine's thread, like the next. */
static void
on_progress (double fraction, gpointer task)
{
  const Tuning *t = g_task_get_task_data (task);

  hunch_task_progress_tell (&t->progress, task, fraction);
}

static GVariant *
to_variant (const HunchTuned *tuned)
{
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(sssdd)"));
  for (guint i = 0; i < tuned->rows->len; i++)
    {
      const HunchTuneRow *row = &g_array_index (tuned->rows, HunchTuneRow, i);

      g_variant_builder_add (&rows, "(sssdd)", row->name, row->value, row->phase, row->before, row->after);
    }
  return g_variant_ref_sink (g_variant_new ("(b^aya(sssdd))", tuned->whole, tuned->path, &rows));
}

/* Takes the reference on the task that the engine had. */
static void
on_done (HunchTuned *tuned, gpointer data)
{
  GTask *task = data;

  if (tuned->error != NULL)
    hunch_engine_task_fail (task, g_steal_pointer (&tuned->error));
  else
    {
      g_task_return_pointer (task, to_variant (tuned), (GDestroyNotify) g_variant_unref);
      g_object_unref (task);
    }
  hunch_tuned_free (tuned);
}

static void
submit (HunchEngine *engine, gpointer data)
{
  const Tuning *t = g_task_get_task_data (data);

  hunch_tune_submit (engine, t->seconds, &t->work.cancel.set, on_progress, on_done, data);
}

/**
 * hunch_model_tune_async:
 * @self: a model, made without [property@Hunch.Model:exact]
 * @seconds: how long to measure, about; a step that has begun is ended
 * @progress: (nullable) (scope notified) (closure progress_data) (destroy progress_destroy): called in the caller's main context as it goes
 * @progress_data: for @progress
 * @progress_destroy: (nullable): frees @progress_data
 * @cancellable: (nullable): to end it early: what was learned is kept, and is the result
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Measures, with the shapes of this model, which variants of the kernels and which parameters of CLBlast are fastest on its device, and keeps
 * that under the user's configuration for this device, this driver and this version of Hunch. Models that are loaded afterwards take it. Loads the model first if it is
 * not loaded. Requests wait meanwhile.
 */
void
hunch_model_tune_async (HunchModel *self, guint seconds, GFileProgressCallback progress, gpointer progress_data,
                        GDestroyNotify progress_destroy, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  Tuning *t;
  GTask *task;

  g_return_if_fail (HUNCH_IS_MODEL (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_model_tune_async);
  g_task_set_check_cancellable (task, FALSE);
  t = g_new0 (Tuning, 1);
  t->seconds = seconds;
  t->progress = (HunchTaskProgress){ progress, progress_data, progress_destroy };
  t->work.submit = submit;
  g_task_set_task_data (task, t, tuning_free);
  hunch_engine_task_begin (task, self);
}

/**
 * hunch_model_tune_finish:
 * @self: a model
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Model.tune_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED when it was cancelled before it began, with %HUNCH_ERROR_ARGUMENT when the model computes exactly,
 * with %HUNCH_ERROR_FAILED when the result cannot be kept, with %HUNCH_ERROR_DEVICE when the device fails, and as [method@Hunch.Model.load_finish] does.
 *
 * Returns: (transfer full): `(baya(sssdd))`: whether everything was measured; the file in which it is kept, as a bytestring; and for each setting that
 *   was measured its name, the value that it has now, what was done (`reading`, `writing` or `both`), and the tokens a second, with
 *   the value before and with that one
 */
GVariant *
hunch_model_tune_finish (HunchModel *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_model_tune:
 * @self: a model, made without [property@Hunch.Model:exact]
 * @seconds: how long to measure, about
 * @cancellable: (nullable): to end it early
 * @error: return location
 *
 * As [method@Hunch.Model.tune_async], blocking.
 *
 * Returns: (transfer full): as [method@Hunch.Model.tune_finish] gives
 */
GVariant *
hunch_model_tune (HunchModel *self, guint seconds, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  GVariant *learned;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  hunch_sync_call_begin (&call);
  hunch_model_tune_async (self, seconds, NULL, NULL, NULL, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  learned = hunch_model_tune_finish (self, call.result, error);
  hunch_model_leave_call (self, &call);
  hunch_sync_call_end (&call);
  return learned;
}
