/* test-thread.c: the engine's thread: requests that are cancelled, many at once, an engine that goes while it runs, one that has nothing to do.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/session/stream.h"

#include <string.h>
#include <unistd.h>

static void
test_cancel (void)
{
  HunchEngine *e = fake_engine_new (0, 4096);
  HunchRequest r = fake_request ("cancel", 4000);
  Stream *s = stream_new ();
  guint64 number;
  guint at;

  fake_plan.us_per_step = 2000;
  r.stops = STOPS ("\x7f\x7f");
  number = hunch_engine_submit (e, &r, stream_token, stream_done, s);
  stream_wait (s, 10);
  hunch_engine_cancel (e, number);
  g_mutex_lock (&s->lock);
  at = s->n_tokens;
  g_mutex_unlock (&s->lock);
  stream_wait (s, G_MAXUINT);
  g_assert_cmpint (s->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  g_assert_cmpuint (s->n_tokens, <=, at + 1);
  g_assert_no_error (s->answer->error);
  hunch_engine_cancel (e, number); /* it is gone: nothing happens */
  hunch_engine_cancel (e, 12345);
  stream_free (s);
  hunch_engine_free (e);
}

/* Half a character, and the beginning of a stop string, come out when a text is cancelled. */
static void
test_cancel_tells_held (void)
{
  HunchEngine *e = fake_engine_new (0, 4096);
  HunchRequest r = fake_request ("\x01", 100);
  Stream *s = stream_new ();

  fake_plan.script = "ab\xe5\xa5";
  fake_plan.us_per_step = 50000;
  r.stops = STOPS ("abc", "b\xef\xbf\xbd..");
  r.ignore_eos = TRUE;
  r.timeout_ms = 225; /* four tokens */
  hunch_engine_submit (e, &r, stream_token, stream_done, s);
  stream_wait (s, G_MAXUINT);
  g_assert_cmpstr (s->answer->text->str, ==, s->text->str);
  g_assert_true (g_str_has_prefix ("ab\xef\xbf\xbd", s->text->str));
  g_assert_cmpuint (s->text->len, >=, 1);
  stream_free (s);
  hunch_engine_free (e);
}

static void
note_errand (HunchParts *parts, const volatile gint *quit, gpointer told)
{
  g_atomic_int_set ((gint *) told, parts != NULL ? 1 : -1);
}

/* What waits for its turn is told within a step or two that it was cancelled; the rest keeps its turn. */
static void
test_cancel_errand (void)
{
  HunchEngine *e = fake_engine_new (0, 4096);
  HunchRequest r = fake_request ("errand", 4000);
  Stream *s = stream_new ();
  gint cancelled = 0, told[2] = { 0 };
  guint64 number;
  guint at;

  fake_plan.us_per_step = 2000;
  r.ignore_eos = TRUE;
  number = hunch_engine_submit (e, &r, stream_token, stream_done, s);
  stream_wait (s, 3);
  hunch_engine_errand (e, note_errand, NULL, &told[0]);
  hunch_engine_errand (e, note_errand, &cancelled, &told[1]);
  stream_wait (s, 6);
  g_assert_cmpint (g_atomic_int_get (&told[1]), ==, 0);
  g_mutex_lock (&s->lock);
  g_atomic_int_set (&cancelled, 1);
  at = s->n_tokens;
  g_mutex_unlock (&s->lock);
  stream_wait (s, at + 3);
  g_assert_cmpint (g_atomic_int_get (&told[1]), ==, -1);
  g_assert_cmpint (g_atomic_int_get (&told[0]), ==, 0);
  hunch_engine_cancel (e, number);
  stream_wait (s, G_MAXUINT);
  while (g_atomic_int_get (&told[0]) == 0)
    g_usleep (100);
  g_assert_cmpint (told[0], ==, 1);
  stream_free (s);
  hunch_engine_free (e);
}

static void
test_free_while_running (void)
{
  HunchEngine *e = fake_engine_new (0, 4096);
  HunchRequest r = fake_request ("free", 4000);
  Stream *s[10];

  fake_plan.us_per_step = 1000;
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    hunch_engine_submit (e, &r, stream_token, stream_done, s[i] = stream_new ());
  stream_wait (s[0], 3);
  hunch_engine_free (e);
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    {
      g_assert_cmpuint (s[i]->n_done, ==, 1);
      g_assert_cmpint (s[i]->answer->finish, ==, HUNCH_FINISH_CANCELLED);
      stream_free (s[i]);
    }
  hunch_engine_free (NULL);
}

/* A callback asks again, and cancels. */
typedef struct
{
  HunchEngine *e;
  Stream *last;
  guint left;
} Chain;

static void
chain_done (HunchAnswer *answer, gpointer user_data)
{
  Chain *c = user_data;
  HunchRequest r = fake_request ("again", 3);

  hunch_answer_free (answer);
  if (c->left-- > 0)
    hunch_engine_cancel (c->e, hunch_engine_submit (c->e, &r, NULL, chain_done, c));
  else
    hunch_engine_submit (c->e, &r, stream_token, stream_done, c->last);
}

static void
test_submit_from_callback (void)
{
  Chain c = { fake_engine_new (0, 256), stream_new (), 20 };
  HunchRequest r = fake_request ("first", 3);

  hunch_engine_submit (c.e, &r, NULL, chain_done, &c);
  stream_free (c.last);
  hunch_engine_free (c.e);
}

/* Many threads, many requests, some cancelled at any time: each answer is the text that its prompt has alone, or a beginning of it. */
#define N_THREADS  4
#define N_REQUESTS 250

static void
check_random_answer (const HunchAnswer *a, guint max_tokens, gboolean cancelled)
{
  g_autoptr (GArray) expected
      = fake_greedy ((gint32 *) (gpointer) a->prompt_ids->data, a->prompt_ids->len, a->ids->len);

  g_assert_no_error (a->error);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected->data, expected->len * 4);
  if (a->finish == HUNCH_FINISH_CANCELLED)
    g_assert_true (cancelled);
  else
    g_assert_cmpuint (a->ids->len, ==, max_tokens);
}

static gpointer
random_requests (gpointer user_data)
{
  HunchEngine *e = user_data;
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) GPOINTER_TO_UINT (g_thread_self ()));

  for (guint i = 0; i < N_REQUESTS; i++)
    {
      guint n = (guint) g_rand_int_range (rand, 1, 120), max_tokens = (guint) g_rand_int_range (rand, 0, 40);
      g_autofree char *text = g_strnfill (n, 'a');
      gboolean cancel = g_rand_boolean (rand);
      HunchRequest r;
      Stream *s = stream_new ();
      guint64 number;

      text[g_rand_int_range (rand, 0, (gint) n)] = (char) g_rand_int_range (rand, 'b', 'z');
      r = fake_request (text, max_tokens);
      number = hunch_engine_submit (e, &r, stream_token, stream_done, s);
      if (cancel)
        {
          stream_wait (s, (guint) g_rand_int_range (rand, 0, 40));
          hunch_engine_cancel (e, number);
        }
      stream_wait (s, G_MAXUINT);
      check_random_answer (s->answer, max_tokens, cancel);
      stream_free (s);
    }
  return NULL;
}

static void
test_random (void)
{
  HunchEngine *e = fake_engine_new (0, 192);
  GThread *threads[N_THREADS];

  fake_plan.fail_at[0] = 100; /* and a device that fails once */
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("asks", random_requests, e);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (fake_log.n_rebuilds, ==, 1);
  hunch_engine_free (e);
}

static gint n_idle;

/* Has two things to tidy up each time. */
static gboolean
count_idle (HunchParts *parts)
{
  return g_atomic_int_add (&n_idle, 1) % 2 == 0;
}

/* Of each thread but this one: whether it sleeps, and how often it went to sleep or was put aside. NULL where the system does not say. */
static char *
lives_of_others (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  g_autofree char *own = g_strdup_printf ("%d", (int) getpid ());
  GString *lives = g_string_new (NULL);
  const char *id;

  if (dir == NULL)
    return g_string_free (lives, TRUE);
  while ((id = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", id, "status", NULL), *status = NULL;
      g_auto (GStrv) lines = NULL;

      if (g_str_equal (id, own) || !g_file_get_contents (path, &status, NULL, NULL))
        continue;
      lines = g_strsplit (status, "\n", -1);
      for (guint i = 0; lines[i]; i++)
        if (g_str_has_prefix (lines[i], "State:") || strstr (lines[i], "ctxt_switches:"))
          g_string_append_printf (lives, "%s\n", lines[i]);
    }
  return g_string_free (lives, FALSE);
}

/* Whether the other threads all sleep, and none wakes up for so long. */
static gboolean
others_sleep (gulong us)
{
  g_autofree char *before = lives_of_others (), *after = NULL;

  g_usleep (us);
  after = lives_of_others ();
  return g_strcmp0 (before, after) == 0 && (after == NULL || strstr (after, "State:\tR") == NULL);
}

/* An engine with nothing to do lets the device tidy up as often as it wants, and then does nothing. */
static void
test_idle (void)
{
  HunchParts *parts;
  HunchEngine *e;
  HunchRequest r = fake_request ("x", 1);

  fake_reset ();
  parts = fake_parts_new (0, 64, 4, 64, 20);
  parts->idle = count_idle;
  parts->idle_after_ms = 100;
  e = hunch_engine_start (parts);
  for (guint i = 2; i <= 4; i += 2)
    {
      gboolean asleep = FALSE;

      hunch_answer_free (hunch_engine_run (e, &r));
      while (g_atomic_int_get (&n_idle) < (gint) i)
        g_usleep (10000);
      for (guint tries = 0; tries < 100 && !asleep; tries++)
        asleep = others_sleep (50000);
      g_assert_true (asleep);
      g_assert_true (others_sleep (400000)); /* longer than it waits for the device to be idle */
      g_assert_cmpint (g_atomic_int_get (&n_idle), ==, i);
    }
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread/cancel", test_cancel);
  g_test_add_func ("/thread/cancel-tells-held", test_cancel_tells_held);
  g_test_add_func ("/thread/cancel-errand", test_cancel_errand);
  g_test_add_func ("/thread/free-while-running", test_free_while_running);
  g_test_add_func ("/thread/submit-from-callback", test_submit_from_callback);
  g_test_add_func ("/thread/random", test_random);
  g_test_add_func ("/thread/idle", test_idle);
  return g_test_run ();
}
