/* test-model.c: loading, waiting together, giving up, unloading; on an engine without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "libhunch/hunch.h"
#include "tests/libhunch/fake-engine.h"

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

static void
on_notify (HunchModel *model, GParamSpec *pspec, gpointer count)
{
  (*(guint *) count)++;
}

static void
test_load_sync (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  guint n_states = 0, n_progress = 0;

  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_UNLOADED);
  g_assert_null (hunch_model_dup_tokenizer (model));
  g_signal_connect (model, "notify::state", G_CALLBACK (on_notify), &n_states);
  g_signal_connect (model, "notify::progress", G_CALLBACK (on_notify), &n_progress);
  g_assert_true (hunch_model_load (model, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_READY);
  g_assert_cmpuint (n_states, ==, 2);
  g_assert_cmpuint (n_progress, >, 0);
  g_object_get (model, "name", &name, NULL);
  g_assert_cmpstr (name, ==, "Fake");

  hunch_model_unload (model);
  g_assert_cmpint (fake_engine_n_open, ==, 0);
  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_UNLOADED);
  g_assert_true (hunch_model_load (model, NULL, &error));
  hunch_model_unload (model);
}

/* Tokens of a text are judged; the model is loaded for it. */
static void
test_score (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  g_autoptr (GError) error = NULL;
  const gint32 ids[] = { 3, 1, 2 };
  gsize n;
  g_autofree float *log_probs = hunch_model_score (model, ids, 3, &n, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpfloat (log_probs[0], ==, 0);
  g_assert_cmpfloat (log_probs[1], ==, -1);
  g_assert_cmpfloat (log_probs[2], ==, -4);
  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_READY);
  hunch_model_unload (model);
}

static void
test_score_fails (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("fail", NULL);
  g_autoptr (GError) error = NULL;
  const gint32 ids[] = { 3, 1, 2 };
  gsize n;

  g_assert_null (hunch_model_score (model, ids, 3, &n, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT);
  g_assert_cmpuint (n, ==, 0);
}

static gboolean
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static gboolean
cancel_and_reset (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  g_cancellable_reset (cancellable);
  return G_SOURCE_REMOVE;
}

static void
check_score_cancelled (GSourceFunc give_up)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[1000] = { 0 };
  gsize n;

  g_assert_true (hunch_model_load (model, NULL, NULL));
  g_atomic_int_set (&fake_engine_step_ms, 10);
  hunch_model_score_async (model, ids, 1000, cancellable, on_result, &result);
  g_timeout_add (30, give_up, cancellable);
  wait_for (&result);
  g_assert_null (hunch_model_score_finish (model, result, &n, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_atomic_int_set (&fake_engine_step_ms, 0);
  hunch_model_unload (model);
}

static void
test_score_cancelled (void)
{
  check_score_cancelled (cancel);
}

/* A cancellable that is used again at once has cancelled nevertheless. */
static void
test_score_cancelled_and_reset (void)
{
  check_score_cancelled (cancel_and_reset);
}

/* Unloading ends what runs. */
static void
test_score_unloaded (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[1000] = { 0 };
  gsize n;

  g_assert_true (hunch_model_load (model, NULL, NULL));
  g_atomic_int_set (&fake_engine_step_ms, 10);
  hunch_model_score_async (model, ids, 1000, NULL, on_result, &result);
  hunch_model_unload (model);
  wait_for (&result);
  g_assert_null (hunch_model_score_finish (model, result, &n, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED);
  g_atomic_int_set (&fake_engine_step_ms, 0);
}

static void
test_load_fails (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("fail", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (hunch_model_load (model, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT);
  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_FAILED);
}

static void
test_no_path (void)
{
  g_autoptr (HunchModel) model = g_object_new (HUNCH_TYPE_MODEL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (hunch_model_load (model, NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
}

/* One loading serves all who wait. */
static void
test_load_together (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("slow", NULL);
  GAsyncResult *results[3] = { NULL };
  gint before = fake_engine_n_loads;

  for (guint i = 0; i < 3; i++)
    hunch_model_load_async (model, NULL, on_result, &results[i]);
  for (guint i = 0; i < 3; i++)
    {
      wait_for (&results[i]);
      g_assert_true (hunch_model_load_finish (model, results[i], NULL));
      g_object_unref (results[i]);
    }
  g_assert_cmpint (fake_engine_n_loads, ==, before + 1);
  hunch_model_unload (model);
}

/* Who gives up hears of it at once; the others get what they wait for. */
static void
test_one_gives_up (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("slow", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *stays = NULL, *goes = NULL;
  GError *error = NULL;

  hunch_model_load_async (model, NULL, on_result, &stays);
  hunch_model_load_async (model, cancellable, on_result, &goes);
  g_cancellable_cancel (cancellable);
  wait_for (&goes);
  g_assert_null (stays);
  g_assert_false (hunch_model_load_finish (model, goes, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  wait_for (&stays);
  g_assert_true (hunch_model_load_finish (model, stays, &error));
  g_object_unref (stays);
  g_object_unref (goes);
  hunch_model_unload (model);
}

/* Somebody who comes while a loading is given up gets a new one. */
static void
test_all_give_up_and_one_comes (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("slow", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *goes = NULL, *comes = NULL;
  GError *error = NULL;

  hunch_model_load_async (model, cancellable, on_result, &goes);
  g_cancellable_cancel (cancellable);
  hunch_model_load_async (model, NULL, on_result, &comes);
  wait_for (&comes);
  g_assert_true (hunch_model_load_finish (model, comes, &error));
  g_assert_no_error (error);
  wait_for (&goes);
  g_object_unref (comes);
  g_object_unref (goes);
  hunch_model_unload (model);
}

static gpointer
load_in_thread (gpointer data)
{
  gpointer *args = data;

  g_assert_false (hunch_model_load (args[0], args[1], NULL));
  return NULL;
}

static void
on_state (HunchModel *model, GParamSpec *pspec, gpointer last)
{
  g_atomic_int_set ((gint *) last, (gint) hunch_model_get_state (model));
}

static gboolean
set_true (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_REMOVE;
}

/* A blocking call that gives up what it began leaves the rest to be told in the context around it. */
static void
check_blocking_call_gives_up (gboolean another_waits)
{
  g_autoptr (HunchModel) model = hunch_model_new ("slow", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gpointer args[] = { model, cancellable };
  const gint end = another_waits ? HUNCH_MODEL_STATE_READY : HUNCH_MODEL_STATE_UNLOADED;
  gint last = -1;
  gboolean too_late = FALSE;
  guint timeout;
  GAsyncResult *result = NULL;
  GThread *thread;

  g_signal_connect (model, "notify::state", G_CALLBACK (on_state), &last);
  thread = g_thread_new (NULL, load_in_thread, args);
  while (g_atomic_int_get (&last) != HUNCH_MODEL_STATE_LOADING)
    g_usleep (100);
  if (another_waits)
    hunch_model_load_async (model, NULL, on_result, &result);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  if (another_waits)
    wait_for (&result);
  timeout = g_timeout_add_seconds (20, set_true, &too_late);
  while (g_atomic_int_get (&last) != end && !too_late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (last, ==, end);
  g_source_remove (timeout);
  g_clear_object (&result);
  hunch_model_unload (model);
}

static void
test_blocking_call_gives_up (void)
{
  check_blocking_call_gives_up (FALSE);
  check_blocking_call_gives_up (TRUE);
}

static void
test_unload_while_loading (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("slow", NULL);
  GAsyncResult *loads = NULL, *unloads = NULL;
  GError *error = NULL;

  hunch_model_load_async (model, NULL, on_result, &loads);
  hunch_model_unload_async (model, NULL, on_result, &unloads);
  wait_for (&loads);
  wait_for (&unloads);
  g_assert_false (hunch_model_load_finish (model, loads, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_true (hunch_model_unload_finish (model, unloads, NULL));
  g_assert_cmpint (hunch_model_get_state (model), ==, HUNCH_MODEL_STATE_UNLOADED);
  g_assert_cmpint (fake_engine_n_open, ==, 0);
  g_object_unref (loads);
  g_object_unref (unloads);
}

/* The last reference goes without waiting for the engine. */
static void
test_unref_never_waits (void)
{
  HunchModel *model = hunch_model_new ("ok", NULL);
  HunchTokenizer *tokenizer;

  g_assert_true (hunch_model_load (model, NULL, NULL));
  tokenizer = hunch_model_dup_tokenizer (model);
  fake_engine_close_ms = 1000;
  g_object_unref (model);
  g_assert_cmpint (g_atomic_int_get (&fake_engine_n_open), ==, 1);
  fake_engine_close_ms = 0;
  fake_engine_wait_closed ();
  g_assert_cmpuint (hunch_tokenizer_get_size (tokenizer), ==, 4); /* it outlives the model */
  g_object_unref (tokenizer);
}

#ifdef HAVE___CXA_THREAD_ATEXIT_IMPL

static void
driver_ends (void)
{
  if (g_atomic_int_get (&fake_engine_n_open) != 0)
    _exit (1);
}

/* A driver may ask for its end to be told after everybody else did; the engines on it must be gone nevertheless. */
static void
test_exit_while_loaded (void)
{
  HunchModel *model;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  model = hunch_model_new ("ok", NULL);
  g_assert_true (hunch_model_load (model, NULL, NULL));
  g_assert_cmpint (g_atomic_int_get (&fake_engine_n_open), ==, 1);
  atexit (driver_ends);
  exit (0);
}

#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/load-sync", test_load_sync);
  g_test_add_func ("/model/load-fails", test_load_fails);
  g_test_add_func ("/model/no-path", test_no_path);
  g_test_add_func ("/model/load-together", test_load_together);
  g_test_add_func ("/model/one-gives-up", test_one_gives_up);
  g_test_add_func ("/model/all-give-up-and-one-comes", test_all_give_up_and_one_comes);
  g_test_add_func ("/model/blocking-call-gives-up", test_blocking_call_gives_up);
  g_test_add_func ("/model/unload-while-loading", test_unload_while_loading);
  g_test_add_func ("/model/unref-never-waits", test_unref_never_waits);
  g_test_add_func ("/model/score", test_score);
  g_test_add_func ("/model/score/fails", test_score_fails);
  g_test_add_func ("/model/score/cancelled", test_score_cancelled);
  g_test_add_func ("/model/score/cancelled-and-reset", test_score_cancelled_and_reset);
  g_test_add_func ("/model/score/unloaded", test_score_unloaded);
#ifdef HAVE___CXA_THREAD_ATEXIT_IMPL
  g_test_add_func ("/model/exit-while-loaded", test_exit_while_loaded);
#endif
  return g_test_run ();
}
