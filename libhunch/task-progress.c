/* task-progress.c: how far a task is, told in its own context.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/task-progress.h"

#include "libhunch/context.h"

/* Progress is told in these parts. */
#define PARTS 1000

typedef struct
{
  GTask *task; /* keeps its data, and with them the callback */
  const HunchTaskProgress *progress;
  goffset done;
} Step;

void
hunch_task_progress_clear (HunchTaskProgress *p)
{
  if (p->destroy)
    p->destroy (p->data);
  *p = (HunchTaskProgress){ NULL };
}

static void
step_free (gpointer data)
{
  Step *step = data;

  g_object_unref (step->task);
  g_free (step);
}

/* In the caller's context. */
static gboolean
tell (gpointer data)
{
  const Step *step = data;

  if (!g_task_get_completed (step->task))
    step->progress->func (step->done, PARTS, step->progress->data);
  return G_SOURCE_REMOVE;
}

void
hunch_task_progress_tell (const HunchTaskProgress *p, GTask *task, double fraction)
{
  Step *step;

  if (p->func == NULL)
    return;
  step = g_new (Step, 1);
  *step = (Step){ g_object_ref (task), p, (goffset) (fraction * PARTS) };
  hunch_context_post (g_task_get_context (task), tell, step, step_free);
}
