/* engine-task.c: a task whose work an engine does.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/engine-task.h"
#include "libhunch/hunch.h"
#include "engine/base/i18n.h"

void
hunch_engine_work_clear (HunchEngineWork *work)
{
  hunch_cancel_flag_clear (&work->cancel);
  hunch_engine_handle_unref (work->engine);
}

void
hunch_task_return_cancelled (GTask *task)
{
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _ ("cancelled"));
}

void
hunch_engine_task_fail (GTask *task, GError *error)
{
  const HunchEngineWork *work = g_task_get_task_data (task);

  if (g_atomic_int_get (&work->cancel.set))
    {
      g_error_free (error);
      hunch_task_return_cancelled (task);
    }
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

/* Takes the engine, or the lack of one, and the task. */
static void
go_on (GTask *task, HunchEngineHandle *engine, GError *error)
{
  HunchEngineWork *work = g_task_get_task_data (task);

  work->engine = engine;
  if (engine == NULL || !hunch_engine_handle_use (engine, work->submit, task))
    hunch_engine_task_fail (task, error ?: hunch_engine_gone_error ());
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer task)
{
  HunchModel *model = HUNCH_MODEL (source);
  GError *error = NULL;
  gboolean ok = hunch_model_load_finish (model, result, &error);

  go_on (task, ok ? hunch_model_ref_engine (model) : NULL, error);
}

void
hunch_engine_task_begin (GTask *task, HunchModel *model)
{
  HunchEngineWork *work = g_task_get_task_data (task);
  HunchEngineHandle *engine = hunch_model_ref_engine (model);

  hunch_cancel_flag_init (&work->cancel, g_task_get_cancellable (task));
  if (engine != NULL)
    go_on (task, engine, NULL);
  else
    hunch_model_load_async (model, g_task_get_cancellable (task), on_loaded, task);
}
