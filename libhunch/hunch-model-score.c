/* hunch-model-score.c: what a model says of a text that is there already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/context.h"
#include "libhunch/engine-task.h"
#include "libhunch/hunch-model-private.h"

/* Shared by the engine's thread, whatever thread cancels, and the context in which the caller hears of it. */
typedef struct
{
  gatomicrefcount ref;
  GTask *task; /* its source is the model */
  GArray *ids; /* gint32 */
  gulong handler;
  GMutex lock; /* for what follows */
  HunchEngineHandle *engine;
  guint64 number; /* of the engine's request; 0 before */
  gboolean cancelled;
  HunchAnswer *answer;
} Scoring;

static Scoring *
scoring_ref (Scoring *s)
{
  g_atomic_ref_count_inc (&s->ref);
  return s;
}

static void
scoring_unref (gpointer data)
{
  Scoring *s = data;

  if (!g_atomic_ref_count_dec (&s->ref))
    return;
  hunch_engine_handle_unref (s->engine);
  hunch_answer_free (s->answer);
  g_array_unref (s->ids);
  g_mutex_clear (&s->lock);
  g_object_unref (s->task);
  g_free (s);
}

/* The error (transfer full) ends it; in the caller's context. */
static void
give_up (Scoring *s, GError *error)
{
  gboolean cancelled;

  g_cancellable_disconnect (g_task_get_cancellable (s->task), s->handler);
  g_mutex_lock (&s->lock);
  cancelled = s->cancelled;
  g_mutex_unlock (&s->lock);
  if (cancelled)
    {
      g_error_free (error);
      hunch_task_return_cancelled (s->task);
    }
  else
    g_task_return_error (s->task, error);
}

/* In the caller's context. */
static gboolean
tell (gpointer data)
{
  Scoring *s = data;
  HunchAnswer *a = s->answer;

  if (a->error != NULL)
    give_up (s, g_steal_pointer (&a->error));
  else if (a->finish == HUNCH_FINISH_CANCELLED)
    give_up (s, hunch_engine_gone_error ());
  else
    {
      g_cancellable_disconnect (g_task_get_cancellable (s->task), s->handler);
      g_task_return_pointer (s->task, g_array_ref (a->log_probs), (GDestroyNotify) g_array_unref);
    }
  return G_SOURCE_REMOVE;
}

/* On the engine's thread; consumes the reference that the engine had. */
static void
on_done (HunchAnswer *answer, gpointer data)
{
  Scoring *s = data;

  s->answer = answer;
  hunch_context_post (g_task_get_context (s->task), tell, s, scoring_unref);
}

/* In any thread. The answer still comes, within one step of the engine. */
static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Scoring *s = data;
  HunchEngineHandle *engine = NULL;
  guint64 number;

  g_mutex_lock (&s->lock);
  s->cancelled = TRUE;
  number = s->number;
  if (number != 0)
    engine = hunch_engine_handle_ref (s->engine);
  g_mutex_unlock (&s->lock);
  if (engine != NULL)
    hunch_engine_handle_cancel (engine, number);
  hunch_engine_handle_unref (engine);
}

/* Takes the engine. */
static void
submit (Scoring *s, HunchEngineHandle *engine)
{
  const HunchRequest request = { .ids = (const gint32 *) (gconstpointer) s->ids->data,
                                 .n_ids = s->ids->len,
                                 .score = TRUE,
                                 .sampler = HUNCH_SAMPLER_DEFAULTS };
  guint64 number;
  gboolean cancelled;

  g_mutex_lock (&s->lock);
  s->engine = engine;
  g_mutex_unlock (&s->lock);
  number = hunch_engine_handle_submit (engine, &request, NULL, on_done, scoring_ref (s));
  if (number == 0)
    {
      scoring_unref (s);
      give_up (s, hunch_engine_gone_error ());
      return;
    }
  g_mutex_lock (&s->lock);
  s->number = number;
  cancelled = s->cancelled;
  g_mutex_unlock (&s->lock);
  if (cancelled)
    hunch_engine_handle_cancel (engine, number);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Scoring *s = data;
  HunchModel *model = HUNCH_MODEL (source);
  HunchEngineHandle *engine = NULL;
  GError *error = NULL;

  if (hunch_model_load_finish (model, result, &error))
    engine = hunch_model_ref_engine (model);
  if (engine != NULL)
    submit (s, engine);
  else
    give_up (s, error ? error : hunch_engine_gone_error ());
  scoring_unref (s);
}

/**
 * hunch_model_score_async:
 * @self: a model
 * @ids: (array length=n_ids): the tokens of a text, 1 to [property@Hunch.Model:n-context] of them
 * @n_ids: how many
 * @cancellable: (nullable): to give up, within one step of the engine
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Asks what the model says of each token of a text; loads the model first if it is not loaded. Only these numbers leave the engine,
 * so that a long text costs no more memory than a short one.
 */
void
hunch_model_score_async (HunchModel *self, const gint32 *ids, gsize n_ids, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  HunchEngineHandle *engine;
  Scoring *s;

  g_return_if_fail (HUNCH_IS_MODEL (self));
  g_return_if_fail (ids != NULL && n_ids > 0 && n_ids <= G_MAXINT32);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_model_score_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  s = g_new0 (Scoring, 1);
  g_atomic_ref_count_init (&s->ref);
  g_mutex_init (&s->lock);
  s->task = g_object_ref (task);
  s->ids = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (gint32)), ids, n_ids);
  if (cancellable != NULL)
    s->handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), scoring_ref (s), scoring_unref);
  engine = hunch_model_ref_engine (self);
  if (engine != NULL)
    submit (s, engine);
  else
    hunch_model_load_async (self, cancellable, on_loaded, scoring_ref (s));
  scoring_unref (s);
}

/**
 * hunch_model_score_finish:
 * @self: a model
 * @result: what the callback got
 * @n_log_probs: (out): as many as there were tokens
 * @error: return location
 *
 * Ends [method@Hunch.Model.score_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, with %HUNCH_ERROR_CONTEXT_FULL when there are more tokens than the context holds, with
 * %HUNCH_ERROR_ARGUMENT when an id is out of range, with %HUNCH_ERROR_NUMERIC when the model gives a number that is not finite,
 * with %HUNCH_ERROR_DEVICE when the device fails, and as [method@Hunch.Model.load_finish] does.
 *
 * Returns: (transfer full) (array length=n_log_probs): for each token the natural logarithm of its probability after those before it; 0
 *   for the first, which has none before it
 */
float *
hunch_model_score_finish (HunchModel *self, GAsyncResult *result, gsize *n_log_probs, GError **error)
{
  g_autoptr (GArray) log_probs = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self) && n_log_probs != NULL, NULL);
  *n_log_probs = 0;
  log_probs = g_task_propagate_pointer (G_TASK (result), error);
  if (log_probs == NULL)
    return NULL;
  *n_log_probs = log_probs->len;
  return g_memdup2 (log_probs->data, log_probs->len * sizeof (float));
}

/**
 * hunch_model_score:
 * @self: a model
 * @ids: (array length=n_ids): the tokens of a text
 * @n_ids: how many
 * @n_log_probs: (out): as many as there were tokens
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Model.score_async], blocking.
 *
 * Returns: (transfer full) (array length=n_log_probs): as [method@Hunch.Model.score_finish] gives
 */
float *
hunch_model_score (HunchModel *self, const gint32 *ids, gsize n_ids, gsize *n_log_probs, GCancellable *cancellable,
                   GError **error)
{
  HunchSyncCall call;
  float *log_probs;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  g_return_val_if_fail (ids != NULL && n_ids > 0 && n_ids <= G_MAXINT32 && n_log_probs != NULL, NULL);
  hunch_sync_call_begin (&call);
  hunch_model_score_async (self, ids, n_ids, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  log_probs = hunch_model_score_finish (self, call.result, n_log_probs, error);
  hunch_model_leave_call (self, &call);
  hunch_sync_call_end (&call);
  return log_probs;
}
