/* test-completion.c: runs, tokens, stopping, cancelling, and in whose main context; on an engine without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "tests/libhunch/fake-engine.h"

static void
on_result (GObject *source, GAsyncResult *result, gpointer out)
{
  *(GAsyncResult **) out = g_object_ref (result);
}

typedef struct
{
  GString *text;
  guint n;
  GThread *thread; /* in which all of them must come */
  GCancellable *cancel_at_first;
} Heard;

static void
on_token (HunchCompletion *completion, int id, const char *text, gpointer data)
{
  Heard *heard = data;

  g_assert_true (heard->thread == g_thread_self ());
  g_string_append (heard->text, text);
  heard->n++;
  if (heard->cancel_at_first != NULL)
    g_cancellable_cancel (heard->cancel_at_first);
}

static Heard *
hear (HunchCompletion *completion)
{
  Heard *heard = g_new0 (Heard, 1);

  heard->text = g_string_new (NULL);
  heard->thread = g_thread_self ();
  g_signal_connect (completion, "token", G_CALLBACK (on_token), heard);
  return heard;
}

static void
heard_free (Heard *heard)
{
  g_string_free (heard->text, TRUE);
  g_free (heard);
}

static HunchCompletion *
completion_new (guint max_tokens)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  HunchCompletion *completion = hunch_completion_new (model);

  g_object_set (completion, "prompt", "zero ", "max-tokens", max_tokens, NULL);
  return completion;
}

static void
test_sync (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (3);
  g_autoptr (HunchResult) result = NULL;
  g_autoptr (HunchCandidate) second = NULL;
  g_autoptr (GError) error = NULL;
  Heard *heard = hear (completion);
  const gint32 *ids;
  gsize n;

  g_object_set (completion, "n-top", 2, NULL);
  result = hunch_completion_run (completion, NULL, &error); /* loads the model too */
  g_assert_no_error (error);
  g_assert_cmpstr (hunch_result_get_text (result), ==, "one two three");
  g_assert_cmpstr (heard->text->str, ==, "one two three");
  g_assert_cmpuint (heard->n, ==, 3);
  ids = hunch_result_get_ids (result, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (ids[2], ==, 2);
  g_assert_cmpint (hunch_result_get_finish_reason (result), ==, HUNCH_FINISH_REASON_LENGTH);
  g_assert_cmpuint (g_list_model_get_n_items (hunch_result_get_top (result)), ==, 2);
  second = g_list_model_get_item (hunch_result_get_top (result), 1);
  g_assert_cmpstr (hunch_candidate_get_text (second), ==, " two");
  heard_free (heard);
}

static void
test_no_tokens (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (0);
  g_autoptr (HunchResult) result = hunch_completion_run (completion, NULL, NULL);

  g_assert_cmpstr (hunch_result_get_text (result), ==, "");
}

/* A run keeps what it began with. */
static void
test_changes_while_running (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (4);
  GAsyncResult *first = NULL, *second = NULL;
  g_autoptr (HunchResult) a = NULL;
  g_autoptr (HunchResult) b = NULL;

  fake_engine_step_ms = 5;
  hunch_completion_run_async (completion, NULL, on_result, &first);
  g_object_set (completion, "max-tokens", 1, "prompt", NULL, "stops", NULL, NULL);
  hunch_completion_run_async (completion, NULL, on_result, &second);
  while (first == NULL || second == NULL)
    g_main_context_iteration (NULL, TRUE);
  a = hunch_completion_run_finish (completion, first, NULL);
  b = hunch_completion_run_finish (completion, second, NULL);
  g_assert_cmpstr (hunch_result_get_text (a), ==, "one two three four");
  g_assert_cmpstr (hunch_result_get_text (b), ==, "one");
  g_object_unref (first);
  g_object_unref (second);
  fake_engine_step_ms = 0;
}

static void
stop_at_second (HunchCompletion *completion, int id, const char *text, gpointer data)
{
  if (id == 1)
    hunch_completion_stop (completion);
}

/* Stopping keeps what there is. */
static void
test_stop (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (1000000);
  g_autoptr (HunchResult) result = NULL;
  g_autoptr (GError) error = NULL;

  fake_engine_step_ms = 2;
  g_signal_connect (completion, "token", G_CALLBACK (stop_at_second), NULL);
  result = hunch_completion_run (completion, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hunch_result_get_finish_reason (result), ==, HUNCH_FINISH_REASON_CANCELLED);
  g_assert_true (g_str_has_prefix (hunch_result_get_text (result), "one two"));
  fake_engine_step_ms = 0;
}

/* After a cancel no token is told, the callback comes in the next turn, and the engine is told too. */
static void
test_cancel (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (1000000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Heard *heard = hear (completion);
  GAsyncResult *result = NULL;
  gint cancels = fake_engine_n_cancel;
  gint steps = fake_engine_n_steps;

  fake_engine_step_ms = 1000;
  heard->cancel_at_first = cancellable;
  hunch_completion_run_async (completion, cancellable, on_result, &result);
  while (heard->n == 0)
    g_main_context_iteration (NULL, TRUE);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_atomic_int_get (&fake_engine_n_steps), ==, steps + 1); /* the step that runs is not waited for */
  g_assert_null (hunch_completion_run_finish (completion, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_usleep (1200000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (heard->n, ==, 1);
  g_assert_cmpint (fake_engine_n_cancel, ==, cancels + 1);
  g_object_unref (result);
  heard_free (heard);
  fake_engine_step_ms = 0;
}

static void
never (HunchCompletion *completion, int id, const char *text, gpointer data)
{
  g_assert_not_reached ();
}

static void
on_end (GObject *source, GAsyncResult *result, gpointer count)
{
  (*(guint *) count)++;
}

/* Cancelled and forgotten at once: one callback, no token. Many times, at random moments. */
static void
test_cancel_and_unref (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  guint n_ends = 0;

  g_assert_true (hunch_model_load (model, NULL, NULL));
  for (guint i = 0; i < 200; i++)
    {
      HunchCompletion *completion = hunch_completion_new (model);
      GCancellable *cancellable = g_cancellable_new ();

      g_signal_connect (completion, "token", G_CALLBACK (never), NULL);
      hunch_completion_run_async (completion, cancellable, on_end, &n_ends);
      g_usleep (g_test_rand_int_range (0, 300));
      g_cancellable_cancel (cancellable);
      g_object_unref (completion);
      g_object_unref (cancellable);
    }
  while (n_ends < 200)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_ends, ==, 200);
}

/* A cancellable that is used again at once has cancelled nevertheless. */
static void
test_cancelled_and_reset (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (1000000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Heard *heard = hear (completion);
  GAsyncResult *result = NULL;

  fake_engine_step_ms = 20;
  hunch_completion_run_async (completion, cancellable, on_result, &result);
  while (heard->n == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (cancellable);
  g_cancellable_reset (cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (hunch_completion_run_finish (completion, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_object_unref (result);
  heard_free (heard);
  fake_engine_step_ms = 0;
}

static void
test_cancelled_before (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gint loads = fake_engine_n_loads;

  g_cancellable_cancel (cancellable);
  g_assert_null (hunch_completion_run (completion, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (fake_engine_n_loads, ==, loads);
}

/* Unloading ends what runs, with what there is. */
static void
test_unload_while_running (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (1000000);
  g_autoptr (HunchResult) result = NULL;
  Heard *heard = hear (completion);
  GAsyncResult *ready = NULL;

  fake_engine_wait_closed (); /* those of the tests before */
  fake_engine_step_ms = 1;
  hunch_completion_run_async (completion, NULL, on_result, &ready);
  while (heard->n < 3)
    g_main_context_iteration (NULL, TRUE);
  hunch_model_unload (hunch_completion_get_model (completion));
  g_assert_cmpint (fake_engine_n_open, ==, 0);
  while (ready == NULL)
    g_main_context_iteration (NULL, TRUE);
  result = hunch_completion_run_finish (completion, ready, NULL);
  g_assert_cmpint (hunch_result_get_finish_reason (result), ==, HUNCH_FINISH_REASON_CANCELLED);
  g_object_unref (ready);
  heard_free (heard);
  fake_engine_step_ms = 0;
}

static gpointer
run_in_thread (gpointer data)
{
  g_autoptr (HunchCompletion) completion = hunch_completion_new (data);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (HunchResult) result = NULL;
  GAsyncResult *ready = NULL;
  Heard *heard = hear (completion);

  g_main_context_push_thread_default (context);
  g_object_set (completion, "max-tokens", 50, NULL);
  hunch_completion_run_async (completion, NULL, on_result, &ready);
  while (ready == NULL)
    g_main_context_iteration (context, TRUE);
  result = hunch_completion_run_finish (completion, ready, NULL);
  g_assert_cmpstr (heard->text->str, ==, hunch_result_get_text (result));
  g_assert_cmpuint (heard->n, ==, 50);
  g_main_context_pop_thread_default (context);
  g_object_unref (ready);
  heard_free (heard);
  return NULL;
}

/* Four threads, each with a main context: every one hears its own, in its own thread. */
static void
test_contexts (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  GThread *threads[4];

  g_assert_true (hunch_model_load (model, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new (NULL, run_in_thread, model);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* No call of the main loop waits for the engine. */
static void
test_calls_are_short (void)
{
  g_autoptr (HunchModel) model = hunch_model_new ("ok", NULL);
  g_autoptr (HunchCompletion) completion = hunch_completion_new (model);
  GAsyncResult *ready = NULL;
  gint64 longest = 0;

  g_assert_true (hunch_model_load (model, NULL, NULL));
  fake_engine_step_ms = 30;
  g_object_set (completion, "max-tokens", 5, NULL);
  for (gboolean begun = FALSE; ready == NULL; begun = TRUE)
    {
      gint64 begin = g_get_monotonic_time ();

      if (!begun)
        hunch_completion_run_async (completion, NULL, on_result, &ready);
      else
        g_main_context_iteration (NULL, FALSE);
      longest = MAX (longest, g_get_monotonic_time () - begin);
      g_usleep (500);
    }
  g_assert_cmpint (longest, <, 15000); /* a step takes 30 ms; the machine may be busy */
  g_object_unref (ready);
  fake_engine_step_ms = 0;
}

static void
test_properties (void)
{
  g_autoptr (HunchCompletion) completion = completion_new (1);
  const gint32 ids[] = { 1, 2 };
  g_autofree char *prompt = NULL, *none = NULL;
  g_auto (GStrv) stops = NULL;
  double temperature, top_p;
  guint top_k;

  g_object_get (completion, "prompt", &prompt, "temperature", &temperature, "top-p", &top_p, "top-k", &top_k, NULL);
  g_assert_cmpstr (prompt, ==, "zero ");
  g_assert_cmpfloat (temperature, ==, 0);
  g_assert_cmpfloat (top_p, ==, 1);
  g_assert_cmpuint (top_k, ==, 0);
  hunch_completion_set_stops (completion, (const char *const[]){ "a", "b", NULL });
  hunch_completion_set_prompt_ids (completion, ids, 2);
  g_object_get (completion, "prompt", &none, "stops", &stops, NULL);
  g_assert_null (none);
  g_assert_cmpuint (g_strv_length (stops), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/completion/sync", test_sync);
  g_test_add_func ("/completion/no-tokens", test_no_tokens);
  g_test_add_func ("/completion/changes-while-running", test_changes_while_running);
  g_test_add_func ("/completion/stop", test_stop);
  g_test_add_func ("/completion/cancel", test_cancel);
  g_test_add_func ("/completion/cancel-and-unref", test_cancel_and_unref);
  g_test_add_func ("/completion/cancelled-and-reset", test_cancelled_and_reset);
  g_test_add_func ("/completion/cancelled-before", test_cancelled_before);
  g_test_add_func ("/completion/unload-while-running", test_unload_while_running);
  g_test_add_func ("/completion/contexts", test_contexts);
  g_test_add_func ("/completion/calls-are-short", test_calls_are_short);
  g_test_add_func ("/completion/properties", test_properties);
  return g_test_run ();
}
