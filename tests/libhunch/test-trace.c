/* test-trace.c: runs of a trace: waiting for the model, giving up, who keeps what; on an engine without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <unistd.h>

#include "engine/trace/trace.h"
#include "libhunch/hunch.h"
#include "tests/libhunch/fake-engine.h"

/* The engine's half: a trace of n_pieces pieces, each fake_engine_step_ms after the one before, that always ends with an error. */
static volatile gint n_pieces;

typedef struct
{
  const HunchTraceRequest *request;
  HunchTraceDone done;
  gpointer user_data;
} Tracing;

static gpointer
trace_in_thread (gpointer data)
{
  Tracing *t = data;
  const HunchTraceRequest *r = t->request;
  HunchTraceAnswer *a = g_new0 (HunchTraceAnswer, 1);
  const float value = 1;
  const HunchTracePiece piece = { .n_rows = 1, .n_heads = 1, .width = 1, .n_here = 1, .values = &value };

  for (gint i = 0; i < g_atomic_int_get (&n_pieces) && !g_atomic_int_get (r->cancelled); i++)
    {
      g_usleep (g_atomic_int_get (&fake_engine_step_ms) * 1000);
      if (r->piece != NULL)
        g_assert_true (r->piece (&piece, r->piece_data, NULL));
    }
  a->error = g_error_new_literal (HUNCH_ERROR, HUNCH_ERROR_FAILED, "the trace is over");
  t->done (a, t->user_data);
  g_free (t);
  return NULL;
}

void
hunch_trace_submit (HunchEngine *e, const HunchTraceRequest *request, HunchTraceDone done, gpointer user_data)
{
  Tracing *t = g_new (Tracing, 1);

  *t = (Tracing){ request, done, user_data };
  g_thread_unref (g_thread_new ("fake-trace", trace_in_thread, t));
}

void
hunch_trace_answer_free (HunchTraceAnswer *a)
{
  g_clear_error (&a->error);
  g_free (a);
}

const char *
hunch_tap_name (HunchTapPoint point)
{
  return "point";
}

gboolean
hunch_tap_in_layers (HunchTapPoint point)
{
  return FALSE;
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer out)
{
  *(GAsyncResult **) out = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static HunchTrace *
trace_new (const char *path, gboolean loaded)
{
  g_autoptr (HunchModel) model = hunch_model_new (path, NULL);

  if (loaded)
    g_assert_true (hunch_model_load (model, NULL, NULL));
  return hunch_trace_new (model);
}

static void
assert_ends (HunchTrace *trace, GAsyncResult **result, GQuark domain, gint code)
{
  g_autoptr (GError) error = NULL;

  wait_for (result);
  g_assert_null (hunch_trace_run_finish (trace, *result, &error));
  g_assert_error (error, domain, code);
  g_clear_object (result);
}

/* The caller need not keep the cancellable, and nobody else does once the run is over. */
static void
test_cancellable_dropped (void)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (HunchTrace) trace = trace_new ("ok", TRUE);
      GCancellable *cancellable = g_cancellable_new ();
      GAsyncResult *result = NULL;

      g_object_add_weak_pointer (G_OBJECT (cancellable), (gpointer *) &cancellable);
      hunch_trace_run_async (trace, cancellable, on_result, &result);
      g_object_unref (cancellable);
      assert_ends (trace, &result, HUNCH_ERROR, HUNCH_ERROR_FAILED);
      while (g_atomic_pointer_get (&cancellable) != NULL)
        g_usleep (100);
    }
}

static volatile gint n_taken;

typedef struct
{
  volatile gint destroyed;
} Taker;

static gboolean
take (HunchActivation *tensor, gpointer data, GError **error)
{
  g_assert_cmpint (g_atomic_int_get (&((Taker *) data)->destroyed), ==, 0);
  g_atomic_int_inc (&n_taken);
  return TRUE;
}

static void
taker_destroy (gpointer data)
{
  g_atomic_int_inc (&((Taker *) data)->destroyed);
}

/* A run keeps the function that it began with, and its data, as long as it goes on. */
static void
test_tensor_func_changes (void)
{
  HunchTrace *trace = trace_new ("ok", TRUE);
  Taker first = { 0 }, second = { 0 };
  GAsyncResult *result = NULL;

  g_atomic_int_set (&n_pieces, 20);
  g_atomic_int_set (&fake_engine_step_ms, 2);
  hunch_trace_set_tensor_func (trace, take, &first, taker_destroy);
  hunch_trace_run_async (trace, NULL, on_result, &result);
  while (g_atomic_int_get (&n_taken) == 0)
    g_usleep (100);
  hunch_trace_set_tensor_func (trace, take, &second, taker_destroy);
  assert_ends (trace, &result, HUNCH_ERROR, HUNCH_ERROR_FAILED);
  g_assert_cmpint (n_taken, ==, 20);
  while (g_atomic_int_get (&first.destroyed) == 0)
    g_usleep (100);
  g_assert_cmpint (second.destroyed, ==, 0);
  hunch_trace_set_tensor_func (trace, NULL, NULL, NULL);
  g_assert_cmpint (second.destroyed, ==, 1);
  hunch_trace_set_tensor_func (trace, take, &second, taker_destroy);
  g_object_unref (trace);
  g_assert_cmpint (second.destroyed, ==, 2);
  g_assert_cmpint (first.destroyed, ==, 1);
  g_atomic_int_set (&n_pieces, 0);
  g_atomic_int_set (&fake_engine_step_ms, 0);
}

/* A cancellable that is used again at once has cancelled nevertheless. */
static void
test_cancelled_and_reset (void)
{
  g_autoptr (HunchTrace) trace = trace_new ("ok", TRUE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *result = NULL;

  g_atomic_int_set (&n_pieces, 10000);
  g_atomic_int_set (&fake_engine_step_ms, 2);
  hunch_trace_run_async (trace, cancellable, on_result, &result);
  g_cancellable_cancel (cancellable);
  g_cancellable_reset (cancellable);
  assert_ends (trace, &result, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_atomic_int_set (&n_pieces, 0);
  g_atomic_int_set (&fake_engine_step_ms, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  alarm (60); /* what fails here may wait for ever */
  g_test_add_func ("/trace/cancellable-dropped", test_cancellable_dropped);
  g_test_add_func ("/trace/tensor-func-changes", test_tensor_func_changes);
  g_test_add_func ("/trace/cancelled-and-reset", test_cancelled_and_reset);
  return g_test_run ();
}
