/* engine-task.h: a task whose work an engine does: its model is loaded first, and whatever goes wrong ends the task.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/cancel-flag.h"
#include "libhunch/hunch-model-private.h"

/* Hands the work to the engine; task is what the engine gives back with its answer, together with the reference on it. */
typedef void (*HunchEngineSubmit) (HunchEngine *engine, gpointer task);

/* At the head of a task's data. */
typedef struct
{
  HunchEngineSubmit submit;
  HunchCancelFlag cancel;
  HunchEngineHandle *engine; /* from when there is one */
} HunchEngineWork;

void hunch_engine_work_clear (HunchEngineWork *work);
/* Takes the task, whose data begin with a HunchEngineWork that has its submit. The task may be over when this returns. */
void hunch_engine_task_begin (GTask *task, HunchModel *model);
/* Whatever its cancellable, which may have been reset, says now. */
void hunch_task_return_cancelled (GTask *task);
/* Ends it with an error, or as cancelled if it was; takes both. In any thread. */
void hunch_engine_task_fail (GTask *task, GError *error);
