/* task-progress.h: how far a task is, told in its own context; belongs to the task's data.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

typedef struct
{
  GFileProgressCallback func; /* NULL: nobody wants to know */
  gpointer data;
  GDestroyNotify destroy;
} HunchTaskProgress;

void hunch_task_progress_clear (HunchTaskProgress *p);
/* From any thread. fraction: 0 to 1. */
void hunch_task_progress_tell (const HunchTaskProgress *p, GTask *task, double fraction);
