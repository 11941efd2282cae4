/* hunch-trace-run.c: one run of a trace, from the caller's context to the engine's thread and back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/engine-task.h"
#include "libhunch/hunch-trace-private.h"

/* Belongs to the task. The request's pointers are into this. */
typedef struct
{
  HunchEngineWork work; /* first */
  HunchTraceRequest request;
  GBytes *prompt, *patch;
  GArray *prompt_ids, *ablations;
  HunchTensorTaker *taker; /* or NULL */
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  hunch_engine_work_clear (&run->work);
  g_clear_pointer (&run->prompt, g_bytes_unref);
  g_clear_pointer (&run->patch, g_bytes_unref);
  g_clear_pointer (&run->prompt_ids, g_array_unref);
  g_array_unref (run->ablations);
  g_clear_pointer (&run->taker, hunch_tensor_taker_unref);
  g_free (run);
}

static gboolean
on_piece (const HunchTracePiece *piece, gpointer data, GError **error)
{
  const Run *run = data;
  g_autoptr (HunchActivation) tensor = hunch_activation_new_for_piece (piece);

  return run->taker->func (tensor, run->taker->data, error);
}

static void
set_text (HunchRequest *r, GBytes *text)
{
  r->text = "";
  if (text != NULL && g_bytes_get_size (text) > 0)
    r->text = g_bytes_get_data (text, &r->text_len);
}

/* Freezes what is asked: the trace may change while this runs. */
static Run *
run_new (HunchTrace *self)
{
  Run *run = g_new0 (Run, 1);
  HunchTraceRequest *r = &run->request;

  *r = self->request;
  run->prompt = self->prompt ? g_bytes_ref (self->prompt) : NULL;
  run->patch = self->patch ? g_bytes_ref (self->patch) : NULL;
  run->prompt_ids = self->prompt_ids ? g_array_ref (self->prompt_ids) : NULL;
  run->ablations = g_array_copy (self->ablations);
  set_text (&r->prompt, run->prompt);
  if (run->prompt_ids)
    {
      r->prompt.ids = (const gint32 *) (gpointer) run->prompt_ids->data;
      r->prompt.n_ids = run->prompt_ids->len;
    }
  r->patch = run->patch != NULL;
  r->patch_prompt = (HunchRequest){ .parse_special = r->prompt.parse_special };
  set_text (&r->patch_prompt, run->patch);
  r->ablations = (const HunchAblation *) (gpointer) run->ablations->data;
  r->n_ablations = run->ablations->len;
  run->taker = self->taker ? g_atomic_rc_box_acquire (self->taker) : NULL;
  r->piece = run->taker && run->taker->func ? on_piece : NULL;
  r->piece_data = run;
  r->cancelled = &run->work.cancel.set;
  return run;
}

/* On the engine's thread; takes the reference on the task that the engine had. */
static void
on_done (HunchTraceAnswer *answer, gpointer data)
{
  GTask *task = data;
  Run *run = g_task_get_task_data (task);
  GError *error = g_steal_pointer (&answer->error);

  if (error != NULL)
    {
      hunch_trace_answer_free (answer);
      hunch_engine_task_fail (task, error);
      return;
    }
  g_task_return_pointer (
      task, hunch_trace_result_new (answer, run->request.neurons_layer, hunch_engine_handle_vocab (run->work.engine)),
      g_object_unref);
  g_object_unref (task);
}

static void
submit (HunchEngine *engine, gpointer data)
{
  GTask *task = data;
  Run *run = g_task_get_task_data (task);

  hunch_trace_submit (engine, &run->request, on_done, task);
}

/**
 * hunch_trace_run_async:
 * @self: a trace
 * @cancellable: (nullable): to give up, within one step of the engine
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Reads the prompt and looks; loads the model first if it is not loaded.
 */
void
hunch_trace_run_async (HunchTrace *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Run *run;
  GTask *task;

  g_return_if_fail (HUNCH_IS_TRACE (self));
  g_return_if_fail (self->model != NULL);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_trace_run_async);
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  run = run_new (self);
  run->work.submit = submit;
  g_task_set_task_data (task, run, run_free);
  hunch_engine_task_begin (task, self->model);
}

/**
 * hunch_trace_run_finish:
 * @self: a trace
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Trace.run_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, with %HUNCH_ERROR_CONTEXT_FULL when the prompt has no room, with %HUNCH_ERROR_ARGUMENT when a layer,
 * head, position or token is out of range or the second prompt has another length, with %HUNCH_ERROR_NO_MEMORY when the tensors are
 * larger than [property@Hunch.Trace:memory-limit], with %HUNCH_ERROR_DEVICE when the device fails, and as
 * [method@Hunch.Model.load_finish] does.
 *
 * Returns: (transfer full): what was seen
 */
HunchTraceResult *
hunch_trace_run_finish (HunchTrace *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_trace_run:
 * @self: a trace
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Trace.run_async], blocking.
 *
 * Returns: (transfer full): what was seen
 */
HunchTraceResult *
hunch_trace_run (HunchTrace *self, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  HunchTraceResult *result;

  g_return_val_if_fail (HUNCH_IS_TRACE (self), NULL);
  g_return_val_if_fail (self->model != NULL, NULL);
  hunch_sync_call_begin (&call);
  hunch_trace_run_async (self, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  result = hunch_trace_run_finish (self, call.result, error);
  hunch_model_leave_call (self->model, &call);
  hunch_sync_call_end (&call);
  return result;
}
