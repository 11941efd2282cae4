/* model-completer-run.c: one query on its way: the model is loaded, asked, asked again with less when its context is full, and what comes is told.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "plugin/core-text.h"
#include "plugin/model-completer-private.h"

#define MIN_BYTES 256  /* a context that does not take so much is none */
#define LATE_MS   1000 /* after which a person is told why nothing has come yet */

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

  core_clock_drop (self->clock, &job->timer);
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

  core_clock_drop (self->clock, &job->timer);
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
  model_completer_query_ends (self);
  g_object_unref (task);
}

/* What is no fault of the query becomes the status, until it is time to try again. */
static void
fail (GTask *task, GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && !g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL))
    model_completer_set_failure (g_task_get_source_object (task), error->message);
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
fail_unloaded (GTask *task)
{
  fail (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The model was unloaded meanwhile")));
}

/* Without the texts of other files, and then with half of the text before the cursor. FALSE when there is not less. */
static gboolean
take_less (Job *job)
{
  gboolean has_context = !job->no_context && job->query->context != NULL && *job->query->context != NULL;

  job->no_context = TRUE;
  if (has_context)
    return TRUE;
  if (job->max_bytes <= MIN_BYTES)
    return FALSE;
  job->max_bytes /= 2;
  return TRUE;
}

static void
on_result (GObject *source, GAsyncResult *async_result, gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (HunchResult) result = hunch_completion_run_finish (HUNCH_COMPLETION (source), async_result, &error);

  if (result == NULL && g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL) && take_less (job))
    {
      g_error_free (error);
      run (task, hunch_completion_get_model (job->completion));
      return;
    }
  if (result == NULL)
    {
      fail (task, error);
      return;
    }
  if (hunch_result_get_finish_reason (result) == HUNCH_FINISH_REASON_CANCELLED) /* not by the query's cancellable */
    {
      fail_unloaded (task);
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
  else if (HUNCH_MODEL (source) != HUNCH_MODEL_COMPLETER (g_task_get_source_object (task))->model)
    fail_unloaded (task); /* the settings name another one now, or none */
  else
    run (task, HUNCH_MODEL (source));
}

void
model_completer_complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  HunchModelCompleter *self = HUNCH_MODEL_COMPLETER (completer);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);
  GError *error = NULL;

  job->query = g_object_ref (query);
  job->max_bytes = strlen (query->prefix);
  job->start_us = g_get_monotonic_time ();
  g_task_set_task_data (task, job, job_free);
  model_completer_query_begins (self);
  if (!self->settings->enabled)
    fail (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Completion is switched off")));
  else if (!model_completer_ensure_model (self, &error))
    fail (task, error);
  else /* whoever cancels a query does not give up the loading: the next one needs it too */
    hunch_model_load_async (self->model, NULL, on_loaded, task);
}
