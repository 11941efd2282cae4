/* hunch-completion-run.c: a wish for text: one run of it, from the engine's thread to the caller's main context.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/context.h"
#include "libhunch/engine-task.h"
#include "libhunch/hunch-completion-private.h"
#include "libhunch/hunch-model-private.h"
#include "libhunch/hunch-result-private.h"

typedef struct
{
  gint32 id;
  gsize end; /* of its text, in the run's */
} CameToken;

/* Shared by the engine's thread, whatever thread cancels, and the context in which the caller hears of it. */
typedef struct
{
  gatomicrefcount ref;
  GTask *task; /* its source is the completion */
  HunchRequest request;
  GBytes *prompt, *suffix;
  GArray *prompt_ids;
  GStrv stops, context;
  char *file_name, *given;
  gulong handler; /* on the task's cancellable */

  GMutex lock; /* for all below */
  HunchEngineHandle *engine;
  guint64 number;     /* of the engine's request; 0 before */
  gboolean stopped;   /* hunch_completion_stop was called */
  gboolean cancelled; /* no token may be told any more */
  gboolean over;      /* the end is posted */
  GArray *came;       /* CameToken, not told yet */
  GString *came_text;
  gboolean tokens_posted;
  HunchAnswer *answer;
  GError *error; /* in place of an answer */
} HunchRun;

static HunchRun *
run_ref (HunchRun *run)
{
  g_atomic_ref_count_inc (&run->ref);
  return run;
}

static void
run_unref (gpointer data)
{
  HunchRun *run = data;

  if (!g_atomic_ref_count_dec (&run->ref))
    return;
  g_clear_pointer (&run->prompt, g_bytes_unref);
  g_clear_pointer (&run->suffix, g_bytes_unref);
  g_clear_pointer (&run->prompt_ids, g_array_unref);
  g_strfreev (run->stops);
  g_strfreev (run->context);
  g_free (run->file_name);
  g_free (run->given);
  hunch_engine_handle_unref (run->engine);
  g_array_unref (run->came);
  g_string_free (run->came_text, TRUE);
  hunch_answer_free (run->answer);
  g_clear_error (&run->error);
  g_mutex_clear (&run->lock);
  g_object_unref (run->task);
  g_free (run);
}

/* Freezes the request: the completion may change while this runs. */
static HunchRun *
run_new (GTask *task, HunchCompletion *self)
{
  HunchRun *run = g_new0 (HunchRun, 1);

  g_atomic_ref_count_init (&run->ref);
  g_mutex_init (&run->lock);
  run->task = g_object_ref (task);
  run->came = g_array_new (FALSE, FALSE, sizeof (CameToken));
  run->came_text = g_string_new (NULL);
  run->prompt = self->prompt ? g_bytes_ref (self->prompt) : NULL;
  run->suffix = self->suffix ? g_bytes_ref (self->suffix) : NULL;
  run->prompt_ids = self->prompt_ids ? g_array_ref (self->prompt_ids) : NULL;
  run->stops = g_strdupv (self->stops);
  run->request = hunch_completion_get_request (self);
  run->request.stops = (const char *const *) run->stops;
  run->context = g_strdupv (self->context);
  run->request.context = (const char *const *) run->context;
  run->file_name = g_strdup (self->file_name);
  run->request.file_name = run->file_name;
  run->given = g_strdup (self->given);
  run->request.given = run->given;
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->runs, run_ref (run));
  g_mutex_unlock (&self->lock);
  return run;
}

/* Tells the tokens that came; in the caller's context. */
static gboolean
tell_tokens (gpointer data)
{
  HunchRun *run = data;
  HunchCompletion *self = g_task_get_source_object (run->task);
  g_autoptr (GArray) came = NULL;
  g_autofree char *text = NULL;
  gsize begin = 0;

  g_mutex_lock (&run->lock);
  run->tokens_posted = FALSE;
  came = g_steal_pointer (&run->came);
  run->came = g_array_new (FALSE, FALSE, sizeof (CameToken));
  text = g_string_free (run->came_text, FALSE);
  run->came_text = g_string_new (NULL);
  g_mutex_unlock (&run->lock);

  for (guint i = 0; i < came->len; i++)
    {
      const CameToken *t = &g_array_index (came, CameToken, i);
      g_autofree char *piece = g_strndup (text + begin, t->end - begin);
      gboolean cancelled;

      g_mutex_lock (&run->lock);
      cancelled = run->cancelled; /* perhaps by the handler of the token before */
      g_mutex_unlock (&run->lock);
      if (cancelled)
        break;
      hunch_completion_emit_token (self, t->id, piece);
      begin = t->end;
    }
  return G_SOURCE_REMOVE;
}

/* The last that the caller hears of the run; in its context. */
static gboolean
tell_end (gpointer data)
{
  HunchRun *run = data;
  HunchCompletion *self = g_task_get_source_object (run->task);
  gboolean cancelled;

  g_cancellable_disconnect (g_task_get_cancellable (run->task), run->handler);
  tell_tokens (run);
  g_mutex_lock (&self->lock);
  if (g_ptr_array_remove_fast (self->runs, run))
    run_unref (run);
  g_mutex_unlock (&self->lock);

  g_mutex_lock (&run->lock);
  cancelled = run->cancelled; /* then neither error nor answer need be there */
  g_mutex_unlock (&run->lock);
  if (cancelled)
    hunch_task_return_cancelled (run->task);
  else if (run->error != NULL)
    g_task_return_error (run->task, g_steal_pointer (&run->error));
  else if (run->answer->error != NULL)
    g_task_return_error (run->task, g_steal_pointer (&run->answer->error));
  else
    g_task_return_pointer (run->task,
                           hunch_result_new (g_steal_pointer (&run->answer), hunch_engine_handle_vocab (run->engine)),
                           g_object_unref);
  return G_SOURCE_REMOVE;
}

/* Under the run's lock: the end, once. */
static void
post_end (HunchRun *run)
{
  if (!run->over)
    hunch_context_post (g_task_get_context (run->task), tell_end, run_ref (run), run_unref);
  run->over = TRUE;
}

static void
run_fail (HunchRun *run, GError *error)
{
  g_mutex_lock (&run->lock);
  g_clear_error (&run->error);
  run->error = error;
  post_end (run);
  g_mutex_unlock (&run->lock);
}

/* On the engine's thread. */
static void
on_token (gint32 id, const char *text, gsize len, gpointer data)
{
  HunchRun *run = data;
  CameToken t;

  g_mutex_lock (&run->lock);
  if (!run->cancelled)
    {
      g_string_append_len (run->came_text, text, len);
      t = (CameToken){ id, run->came_text->len };
      g_array_append_val (run->came, t);
      if (!run->tokens_posted)
        hunch_context_post (g_task_get_context (run->task), tell_tokens, run_ref (run), run_unref);
      run->tokens_posted = TRUE;
    }
  g_mutex_unlock (&run->lock);
}

/* On the engine's thread; consumes the reference that the engine had. */
static void
on_done (HunchAnswer *answer, gpointer data)
{
  HunchRun *run = data;

  g_mutex_lock (&run->lock);
  run->answer = answer;
  post_end (run);
  g_mutex_unlock (&run->lock);
  run_unref (run);
}

/* In any thread: the caller hears of it in its next turn, the engine within one step. */
static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  HunchRun *run = data;
  HunchEngineHandle *engine = NULL;
  guint64 number;

  g_mutex_lock (&run->lock);
  run->cancelled = TRUE;
  number = run->number;
  if (number != 0)
    engine = hunch_engine_handle_ref (run->engine);
  post_end (run);
  g_mutex_unlock (&run->lock);
  if (engine != NULL)
    hunch_engine_handle_cancel (engine, number);
  hunch_engine_handle_unref (engine);
}

/* Takes the engine. Not under the run's lock: the engine may answer at once. */
static void
run_submit (HunchRun *run, HunchEngineHandle *engine)
{
  guint64 number;
  gboolean unwanted;

  g_mutex_lock (&run->lock);
  run->engine = engine;
  unwanted = run->over;
  g_mutex_unlock (&run->lock);
  if (unwanted)
    return;
  number = hunch_engine_handle_submit (engine, &run->request, on_token, on_done, run_ref (run));
  if (number == 0)
    {
      run_unref (run);
      run_fail (run, hunch_engine_gone_error ());
      return;
    }
  g_mutex_lock (&run->lock);
  run->number = number;
  unwanted = run->cancelled || run->stopped;
  g_mutex_unlock (&run->lock);
  if (unwanted)
    hunch_engine_handle_cancel (engine, number);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  HunchRun *run = data;
  HunchModel *model = HUNCH_MODEL (source);
  HunchEngineHandle *engine = NULL;
  GError *error = NULL;

  if (hunch_model_load_finish (model, result, &error))
    engine = hunch_model_ref_engine (model);
  if (engine != NULL)
    run_submit (run, engine);
  else
    run_fail (run, error ?: hunch_engine_gone_error ());
  run_unref (run);
}

/**
 * hunch_completion_run_async:
 * @self: a completion
 * @cancellable: (nullable): to give up: no token is told after that, the callback comes in the next turn of the main loop, and the
 *   engine drops the request within one step
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Completes; loads the model first if it is not loaded. [signal@Hunch.Completion::token] tells each token as it comes.
 */
void
hunch_completion_run_async (HunchCompletion *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  HunchEngineHandle *engine;
  HunchRun *run;

  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  g_return_if_fail (self->model != NULL);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_completion_run_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  run = run_new (task, self);
  if (cancellable != NULL)
    run->handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), run_ref (run), run_unref);
  engine = hunch_model_ref_engine (self->model);
  if (engine != NULL)
    run_submit (run, engine);
  else
    hunch_model_load_async (self->model, cancellable, on_loaded, run_ref (run));
  run_unref (run);
}

/**
 * hunch_completion_run_finish:
 * @self: a completion
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Completion.run_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, with %HUNCH_ERROR_CONTEXT_FULL when the prompt has no room, with %HUNCH_ERROR_ARGUMENT when a
 * parameter or an id is out of range, with %HUNCH_ERROR_NUMERIC when the model gives a number that is not finite, with
 * %HUNCH_ERROR_DEVICE when the device fails, and as [method@Hunch.Model.load_finish] does.
 *
 * Returns: (transfer full): what came
 */
HunchResult *
hunch_completion_run_finish (HunchCompletion *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_completion_run:
 * @self: a completion
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Completion.run_async], blocking. Signals are emitted on the calling thread meanwhile.
 *
 * Returns: (transfer full): what came
 */
HunchResult *
hunch_completion_run (HunchCompletion *self, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  HunchResult *result;

  g_return_val_if_fail (HUNCH_IS_COMPLETION (self), NULL);
  g_return_val_if_fail (self->model != NULL, NULL);
  hunch_sync_call_begin (&call);
  hunch_completion_run_async (self, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  result = hunch_completion_run_finish (self, call.result, error);
  hunch_model_leave_call (self->model, &call);
  hunch_sync_call_end (&call);
  return result;
}

/**
 * hunch_completion_stop:
 * @self: a completion
 *
 * Ends all that runs of it, within one step of the engine: each gives what it has made, with %HUNCH_FINISH_REASON_CANCELLED. Can be
 * called from any thread.
 */
void
hunch_completion_stop (HunchCompletion *self)
{
  g_autoptr (GPtrArray) runs = NULL;

  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  g_mutex_lock (&self->lock);
  runs = g_ptr_array_new_full (self->runs->len, run_unref);
  for (guint i = 0; i < self->runs->len; i++)
    g_ptr_array_add (runs, run_ref (g_ptr_array_index (self->runs, i)));
  g_mutex_unlock (&self->lock);

  for (guint i = 0; i < runs->len; i++)
    {
      HunchRun *run = g_ptr_array_index (runs, i);
      guint64 number;

      g_mutex_lock (&run->lock);
      run->stopped = TRUE;
      number = run->number;
      g_mutex_unlock (&run->lock);
      if (number != 0)
        hunch_engine_handle_cancel (run->engine, number);
    }
}
