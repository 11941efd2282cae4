/* test-model-completer.c: a model is loaded when it is needed and goes when it is not; on an engine without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "plugin/model-completer-private.h"
#include "tests/libhunch/fake-engine.h"
#include "tests/plugin/manual-clock.h"
#include "tests/spin.h"

typedef struct
{
  HunchSettings *settings;
  HunchModelCompleter *completer;
  CoreClock *clock;
  guint n_done, n_failed, n_cancelled, n_loading;
  char *text;
} Fixture;

/* The fake engine takes "ok", "slow" and "fail" for models; the catalogue wants to see files of these names. */
static void
setup (Fixture *f, gconstpointer model)
{
  fake_engine_n_loads = fake_engine_n_cancel = fake_engine_step_ms = fake_engine_n_full = 0;
  f->settings = g_object_new (HUNCH_TYPE_SETTINGS, "model", model, "max-tokens", 3, NULL);
  f->clock = manual_clock_new ();
  f->completer = model_completer_new_with_clock (f->settings, f->clock);
}

static void
teardown (Fixture *f, gconstpointer model)
{
  gpointer completer = f->completer;

  g_object_add_weak_pointer (completer, &completer);
  g_object_unref (f->completer);
  while (completer != NULL || g_atomic_int_get (&fake_engine_n_open) > 0) /* hangs if either stays */
    spin (10);
  g_object_unref (f->settings);
  g_free (f->text);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HunchReply) reply = hunch_completer_complete_finish (HUNCH_COMPLETER (source), result, &error);

  f->n_done++;
  if (reply == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    f->n_cancelled++;
  else if (reply == NULL)
    f->n_failed++;
  else
    {
      g_free (f->text);
      f->text = g_strdup (hunch_reply_get_text (reply));
      g_assert_cmpuint (reply->n_tokens, >, 0);
    }
}

static void
ask (Fixture *f, GCancellable *cancellable)
{
  g_autoptr (HunchQuery) query = hunch_query_new ("a", "b");

  query->max_tokens = f->settings->max_tokens;
  hunch_completer_complete_async (HUNCH_COMPLETER (f->completer), query, cancellable, on_done, f);
}

static void
wait_done (Fixture *f, guint n)
{
  while (f->n_done < n)
    g_main_context_iteration (NULL, TRUE);
}

static HunchCompleterState
state_of (Fixture *f)
{
  HunchCompleterState state;

  g_free (hunch_completer_dup_status (HUNCH_COMPLETER (f->completer), &state, NULL));
  return state;
}

static void
test_once (Fixture *f, gconstpointer model)
{
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_OFF);
  g_assert_cmpint (fake_engine_n_loads, ==, 0); /* nothing before it is asked for */
  ask (f, NULL);
  ask (f, NULL);
  g_assert_cmpint (state_of (f), !=, HUNCH_COMPLETER_STATE_OFF);
  wait_done (f, 2);
  g_assert_cmpstr (f->text, ==, "one two three");
  g_assert_cmpint (fake_engine_n_loads, ==, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_READY);
}

static void
test_idle (Fixture *f, gconstpointer model)
{
  ask (f, NULL);
  wait_done (f, 1);
  manual_clock_advance (f->clock, 15 * 60000 - 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_READY);
  manual_clock_advance (f->clock, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_OFF);
  while (g_atomic_int_get (&fake_engine_n_open) > 0)
    spin (10);
  ask (f, NULL); /* comes back on demand */
  wait_done (f, 2);
  g_assert_cmpstr (f->text, ==, "one two three");
  g_assert_cmpint (fake_engine_n_loads, ==, 2);
}

static void
test_disabled (Fixture *f, gconstpointer model)
{
  g_object_set (f->settings, "enabled", FALSE, NULL);
  ask (f, NULL);
  wait_done (f, 1);
  g_assert_cmpuint (f->n_cancelled, ==, 1);
  g_assert_cmpint (fake_engine_n_loads, ==, 0);
  g_object_set (f->settings, "enabled", TRUE, NULL);
  ask (f, NULL);
  wait_done (f, 2);
  g_object_set (f->settings, "enabled", FALSE, NULL); /* off is off: the device's memory comes back */
  while (g_atomic_int_get (&fake_engine_n_open) > 0)
    spin (10);
}

static void
test_reload (Fixture *f, gconstpointer model)
{
  fake_engine_step_ms = 20;
  f->settings->max_tokens = 100;
  ask (f, NULL);
  while (state_of (f) != HUNCH_COMPLETER_STATE_READY)
    g_main_context_iteration (NULL, TRUE);
  spin (50);
  g_object_set (f->settings, "model", "slow", "max-tokens", 3, NULL); /* another model, during a generation */
  ask (f, NULL);
  wait_done (f, 2);
  g_assert_cmpuint (f->n_failed, ==, 0);
  g_assert_cmpuint (f->n_cancelled, ==, 1); /* what was cut off is no answer */
  g_assert_cmpstr (f->text, ==, "one two three");
  g_assert_cmpint (fake_engine_n_loads, ==, 2);
}

/* A context that is too short is asked again with less, first without other texts; and it is no fault of the model. */
static void
test_context_full (Fixture *f, gconstpointer model)
{
  g_autoptr (HunchQuery) query = hunch_query_new ("a", "b");

  query->max_tokens = 3;
  query->context = g_strdupv ((char *[]){ "name", "text", NULL });
  fake_engine_n_full = 1;
  hunch_completer_complete_async (HUNCH_COMPLETER (f->completer), query, NULL, on_done, f);
  wait_done (f, 1);
  g_assert_cmpstr (f->text, ==, "one two three");
  fake_engine_n_full = 2;
  hunch_completer_complete_async (HUNCH_COMPLETER (f->completer), query, NULL, on_done, f);
  wait_done (f, 2);
  g_assert_cmpuint (f->n_failed, ==, 1);
  g_assert_cmpint (fake_engine_n_full, ==, 0);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_READY);
}

static void
test_cancel (Fixture *f, gconstpointer model)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  ask (f, cancellable);
  g_cancellable_cancel (cancellable); /* during the load, which goes on */
  wait_done (f, 1);
  g_assert_cmpuint (f->n_cancelled, ==, 1);
  ask (f, NULL);
  wait_done (f, 2);
  g_assert_cmpint (fake_engine_n_loads, ==, 1);
  g_assert_cmpstr (f->text, ==, "one two three");
}

static void
test_failure (Fixture *f, gconstpointer model)
{
  ask (f, NULL);
  wait_done (f, 1);
  g_assert_cmpuint (f->n_failed, ==, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_FAILED);
  manual_clock_advance (f->clock, 30000);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_OFF); /* may be tried again */
  g_object_set (f->settings, "model", "ok", NULL);
  ask (f, NULL);
  wait_done (f, 2);
  g_assert_cmpstr (f->text, ==, "one two three");
}

static void
test_missing (Fixture *f, gconstpointer model)
{
  ask (f, NULL);
  wait_done (f, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_FAILED);
  g_assert_cmpint (fake_engine_n_loads, ==, 0);
  hunch_model_completer_retry (f->completer);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_OFF);
}

static void
assert_says (Fixture *f, const char *words)
{
  HunchCompleterState state;
  double progress;
  g_autofree char *line = hunch_completer_dup_status (HUNCH_COMPLETER (f->completer), &state, &progress);

  g_assert_nonnull (line);
  g_assert_nonnull (strstr (line, words));
}

/* A person in an editor is told of the preferences. */
static void
test_not_here (Fixture *f, gconstpointer model)
{
  ask (f, NULL);
  wait_done (f, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_FAILED);
  assert_says (f, "smollm2-135m is not here yet");
  assert_says (f, "the preferences");
  g_object_set (f->settings, "model", "qwen2.5-coder-0.5b", NULL);
  ask (f, NULL);
  wait_done (f, 2);
  assert_says (f, "hunch pull qwen2.5-coder-0.5b");
}

/* Asks a model that is there, and takes so long for each step. */
static void
ask_slow (Fixture *f, guint step_ms, GCancellable *cancellable)
{
  ask (f, NULL);
  wait_done (f, 1);
  fake_engine_step_ms = step_ms;
  ask (f, cancellable);
  spin (20);
}

/* Whoever waits for long, as while a driver compiles, is told so until the answer begins. */
static void
test_late (Fixture *f, gconstpointer model)
{
  ask_slow (f, 300, NULL);
  manual_clock_advance (f->clock, 999);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_READY);
  manual_clock_advance (f->clock, 1);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_LOADING);
  assert_says (f, "kernels");
  while (state_of (f) != HUNCH_COMPLETER_STATE_READY) /* the first word comes */
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (f->n_done, ==, 1);
  wait_done (f, 2);
}

/* Nor does it stay when the question is taken back. */
static void
test_late_cancelled (Fixture *f, gconstpointer model)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  ask_slow (f, 100, cancellable);
  manual_clock_advance (f->clock, 1000);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_LOADING);
  g_cancellable_cancel (cancellable);
  wait_done (f, 2);
  g_assert_cmpint (state_of (f), ==, HUNCH_COMPLETER_STATE_READY);
}

static void
test_gone_while_asking (Fixture *f, gconstpointer model)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  fake_engine_step_ms = 5;
  ask (f, cancellable);
  spin (20);
  g_cancellable_cancel (cancellable); /* teardown drops the completer */
}

typedef struct
{
  GMainContext *context;
  GMainLoop *loop;
  HunchReply *reply;
} Elsewhere;

static void
on_done_elsewhere (GObject *source, GAsyncResult *result, gpointer data)
{
  Elsewhere *elsewhere = data;

  g_assert_true (g_main_context_is_owner (elsewhere->context)); /* the caller's, not the one of the main thread */
  elsewhere->reply = hunch_completer_complete_finish (HUNCH_COMPLETER (source), result, NULL);
  g_main_loop_quit (elsewhere->loop);
}

static gpointer
ask_elsewhere (gpointer data)
{
  HunchModelCompleter *completer = data;
  g_autoptr (HunchQuery) query = hunch_query_new ("a", NULL);
  Elsewhere elsewhere = { .context = g_main_context_new () };

  g_main_context_push_thread_default (elsewhere.context);
  elsewhere.loop = g_main_loop_new (elsewhere.context, FALSE);
  query->max_tokens = 2;
  hunch_completer_complete_async (HUNCH_COMPLETER (completer), query, NULL, on_done_elsewhere, &elsewhere);
  g_main_loop_run (elsewhere.loop);
  g_main_loop_unref (elsewhere.loop);
  g_main_context_pop_thread_default (elsewhere.context);
  g_main_context_unref (elsewhere.context);
  return elsewhere.reply;
}

/* A completer of a thread with a main context of its own: the answer comes there. */
static void
test_main_context (Fixture *f, gconstpointer model)
{
  g_autoptr (HunchReply) reply = g_thread_join (g_thread_new ("elsewhere", ask_elsewhere, f->completer));

  g_assert_cmpstr (hunch_reply_get_text (reply), ==, "one two");
}

int
main (int argc, char **argv)
{
  g_autofree char *dir = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  g_autofree char *catalogue = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "data", "catalogue.ini", NULL);
  const char *const models[] = { "ok", "slow", "fail" };
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("HUNCH_MODEL_DIR", dir, TRUE);
  g_setenv ("HUNCH_CATALOGUE", catalogue, TRUE); /* its own is a resource of the library */
  g_assert_cmpint (g_chdir (dir), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    g_assert_true (g_file_set_contents (models[i], "", 0, NULL));
#define ADD(name, model, func) g_test_add ("/plugin/model-completer/" name, Fixture, model, setup, func, teardown)
  ADD ("once", "ok", test_once);
  ADD ("idle", "ok", test_idle);
  ADD ("disabled-means-off", "ok", test_disabled);
  ADD ("model-reload", "ok", test_reload);
  ADD ("context-full", "ok", test_context_full);
  ADD ("cancel", "slow", test_cancel);
  ADD ("failure", "fail", test_failure);
  ADD ("missing", "no-such-model", test_missing);
  ADD ("not-here", "", test_not_here);
  ADD ("late", "ok", test_late);
  ADD ("late-cancelled", "ok", test_late_cancelled);
  ADD ("gone-while-asking", "slow", test_gone_while_asking);
  ADD ("main-context", "ok", test_main_context);
#undef ADD
  status = g_test_run ();
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    g_remove (models[i]);
  g_rmdir (dir);
  return status;
}
