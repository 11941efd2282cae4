/* test-engine.c: requests through the engine and its thread: where texts end and why, streaming, seeds, errors, many at once.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "fake.h"

#include <string.h>

static HunchEngine *
engine_with (FakeVocabFlags flags, guint n_ctx)
{
  fake_reset ();
  return hunch_engine_start (fake_parts_new (flags, n_ctx, 4, 64, n_ctx / 16 * 3 + 3));
}

static HunchRequest
request_for (const char *text, guint max_tokens)
{
  return (HunchRequest){
    .text = text, .text_len = strlen (text), .max_tokens = max_tokens, .sampler = HUNCH_SAMPLER_DEFAULTS
  };
}

/* Streaming: what was told, piece by piece. */
typedef struct
{
  GMutex lock;
  GCond changed;
  GString *text;
  guint n_tokens, n_done;
  HunchAnswer *answer;
} Stream;

/* NUL is a character like any other here, and not for GLib. */
static gboolean
is_utf8 (const char *text, gsize len)
{
  const char *end = NULL;

  while (!g_utf8_validate (text, (gssize) len, &end))
    {
      if (*end != '\0')
        return FALSE;
      len -= (gsize) (end + 1 - text);
      text = end + 1;
    }
  return TRUE;
}

static void
stream_token (gint32 id, const char *text, gsize len, gpointer user_data)
{
  Stream *s = user_data;

  g_mutex_lock (&s->lock);
  g_assert_cmpuint (s->n_done, ==, 0);
  g_assert_true (is_utf8 (text, len));
  g_string_append_len (s->text, text, (gssize) len);
  s->n_tokens += id >= 0;
  g_cond_signal (&s->changed);
  g_mutex_unlock (&s->lock);
}

static void
stream_done (HunchAnswer *answer, gpointer user_data)
{
  Stream *s = user_data;

  g_mutex_lock (&s->lock);
  s->answer = answer;
  s->n_done++;
  g_cond_signal (&s->changed);
  g_mutex_unlock (&s->lock);
}

static Stream *
stream_new (void)
{
  Stream *s = g_new0 (Stream, 1);

  g_mutex_init (&s->lock);
  g_cond_init (&s->changed);
  s->text = g_string_new (NULL);
  return s;
}

static void
stream_wait (Stream *s, guint n_tokens)
{
  g_mutex_lock (&s->lock);
  while (s->n_done == 0 && s->n_tokens < n_tokens)
    g_cond_wait (&s->changed, &s->lock);
  g_mutex_unlock (&s->lock);
}

/* Checks what holds for each answer. */
static void
stream_free (Stream *s)
{
  stream_wait (s, G_MAXUINT);
  g_assert_cmpuint (s->n_done, ==, 1);
  if (s->answer->error == NULL)
    g_assert_cmpmem (s->text->str, s->text->len, s->answer->text->str, s->answer->text->len);
  g_assert_cmpuint (s->n_tokens, ==, s->answer->ids->len);
  g_assert_cmpuint (s->answer->timings.predicted_n, ==, s->answer->ids->len);
  hunch_answer_free (s->answer);
  g_string_free (s->text, TRUE);
  g_mutex_clear (&s->lock);
  g_cond_clear (&s->changed);
  g_free (s);
}

/* A script is written until it ends, in bytes: the text must come to expected, for that reason, told or not. */
static void
check_script (const char *script, HunchRequest r, const char *expected, HunchFinish finish, const char *matched)
{
  HunchEngine *e = engine_with (0, 256);
  Stream *s = stream_new ();
  HunchAnswer *a;

  fake_plan.script = script;
  if (r.text == NULL)
    {
      r.text = "\x01";
      r.text_len = 1;
    }
  hunch_engine_submit (e, &r, stream_token, stream_done, s);
  a = hunch_engine_run (e, &r);
  stream_wait (s, G_MAXUINT);
  g_assert_no_error (a->error);
  g_assert_cmpstr (a->text->str, ==, expected);
  g_assert_cmpint (a->finish, ==, finish);
  g_assert_cmpstr (a->matched, ==, matched);
  g_assert_cmpstr (s->answer->text->str, ==, expected);
  g_assert_cmpint (s->answer->finish, ==, finish);
  stream_free (s);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

#define UP_TO(n, ...) ((HunchRequest){ .max_tokens = (n), .sampler = HUNCH_SAMPLER_DEFAULTS, __VA_ARGS__ })
#define REQUEST(...)  UP_TO (100, __VA_ARGS__)
#define STOPS(...)    ((const char *const[]){ __VA_ARGS__, NULL })

static void
test_eos (void)
{
  check_script ("", REQUEST (), "", HUNCH_FINISH_EOS, NULL); /* the first token */
  check_script ("words", REQUEST (), "words", HUNCH_FINISH_EOS, NULL);
  check_script ("words", REQUEST (.stops = STOPS ("words!")), "words", HUNCH_FINISH_EOS, NULL); /* held until then */
  check_script ("ab", UP_TO (3, .ignore_eos = TRUE), "ab", HUNCH_FINISH_LENGTH, NULL);
}

static void
test_eos_is_last_id (void)
{
  HunchEngine *e = engine_with (0, 256);
  HunchRequest r = request_for ("\x01", 10);
  HunchAnswer *a;
  const gint32 expected[] = { 'h', 'i', FAKE_EOS };

  fake_plan.script = "hi";
  a = hunch_engine_run (e, &r);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected, sizeof expected);
  g_assert_cmpstr (hunch_finish_name (a->finish), ==, "eos");
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
test_max_tokens (void)
{
  check_script ("abc", UP_TO (0), "", HUNCH_FINISH_LENGTH, NULL);
  check_script ("abc", UP_TO (1), "a", HUNCH_FINISH_LENGTH, NULL);
  check_script ("abc", UP_TO (2), "ab", HUNCH_FINISH_LENGTH, NULL);
  check_script ("abc", UP_TO (3), "abc", HUNCH_FINISH_LENGTH, NULL);
  check_script ("abc", UP_TO (4), "abc", HUNCH_FINISH_EOS, NULL);
}

static void
test_stops (void)
{
  check_script ("say STOP now", REQUEST (.stops = STOPS ("STOP")), "say ", HUNCH_FINISH_STOP, "STOP");
  check_script ("say STO now", REQUEST (.stops = STOPS ("STOP")), "say STO now", HUNCH_FINISH_EOS, NULL);
  check_script ("a\r\nb", REQUEST (.stops = STOPS ("\r\n")), "a", HUNCH_FINISH_STOP, "\r\n");
  check_script ("你好。x", REQUEST (.stops = STOPS ("。")), "你好", HUNCH_FINISH_STOP, "。");
  check_script ("foo bar", REQUEST (.stops = STOPS ("bar", "o b")), "fo", HUNCH_FINISH_STOP, "o b");
  check_script ("foo", REQUEST (.stops = STOPS ("")), "foo", HUNCH_FINISH_EOS, NULL);
  check_script ("stop", REQUEST (.stops = STOPS ("stop")), "", HUNCH_FINISH_STOP, "stop");
  /* A stop string that is complete with the last token that is allowed. */
  check_script ("ab", UP_TO (2, .stops = STOPS ("b")), "a", HUNCH_FINISH_STOP, "b");
}

/* Tokens are bytes here, so characters always come in parts. */
static void
test_utf8 (void)
{
  check_script ("😸 好", REQUEST (), "😸 好", HUNCH_FINISH_EOS, NULL);
  check_script ("ok\xe5\xa5", REQUEST (), "ok\xef\xbf\xbd", HUNCH_FINISH_EOS, NULL);
  check_script ("a\x80"
                "b",
                REQUEST (),
                "a\xef\xbf\xbd"
                "b",
                HUNCH_FINISH_EOS, NULL);
  check_script ("好", UP_TO (2), "\xef\xbf\xbd", HUNCH_FINISH_LENGTH, NULL);
}

static void
test_one_line (void)
{
  check_script ("one\ntwo", REQUEST (.one_line = TRUE), "one", HUNCH_FINISH_STOP, "\n");
  check_script ("one\r\ntwo", REQUEST (.one_line = TRUE), "one", HUNCH_FINISH_STOP, "\n");
  check_script ("\n  \n one\ntwo", REQUEST (.one_line = TRUE), "\n  \n one", HUNCH_FINISH_STOP, "\n");
  check_script ("one", REQUEST (.one_line = TRUE), "one", HUNCH_FINISH_EOS, NULL);
  check_script ("one\ntwo", REQUEST (.one_line = TRUE, .stops = STOPS ("e\nt")), "one", HUNCH_FINISH_STOP, "\n");
  check_script ("one\ntwo", REQUEST (.one_line = TRUE, .stops = STOPS ("ne")), "o", HUNCH_FINISH_STOP, "ne");
  check_script ("one\ntwo", REQUEST (), "one\ntwo", HUNCH_FINISH_EOS, NULL);
}

static void
sleep_step (guint n)
{
  g_usleep (20000);
}

/* A text whose time of writing is over ends, but has something. A step takes 20 ms, so that both limits are passed long before the end. */
static void
test_soft_timeout (void)
{
  static const char *const scripts[] = { "a\nbcdefghijklmnopqrst", "abcdefghijklmnopqrstu" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (scripts); i++)
    {
      HunchEngine *e = engine_with (0, 256);
      HunchRequest r = request_for ("\x01", 21);
      gboolean enough = i % 2 == 1;
      HunchAnswer *a;

      r.soft_timeout_ms = enough ? G_MAXINT : 5;
      fake_plan.script = scripts[i / 2];
      fake_plan.before_step = sleep_step;
      a = hunch_engine_run (e, &r);
      g_assert_cmpuint (a->text->len, >, 0);
      g_assert_true ((a->text->len == 21) == enough);
      g_assert_cmpint (a->finish, ==, HUNCH_FINISH_LENGTH);
      hunch_answer_free (a);
      hunch_engine_free (e);
    }
}

/* Prompt and text share the context's 16 positions. */
static void
check_context (guint n_prompt, guint max_tokens, guint n_text, HunchFinish finish)
{
  HunchEngine *e = engine_with (0, 16);
  g_autofree char *text = g_strnfill (n_prompt, 'x');
  HunchRequest r = request_for (text, max_tokens);
  HunchAnswer *a = hunch_engine_run (e, &r);

  g_assert_no_error (a->error);
  g_assert_cmpuint (a->ids->len, ==, n_text);
  g_assert_cmpint (a->finish, ==, finish);
  g_assert_cmpint (a->context_full, ==, finish == HUNCH_FINISH_CONTEXT);
  g_assert_cmpstr (hunch_finish_name (a->finish), ==, "length");
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
check_too_long (guint n_prompt, guint max_tokens, const char *room)
{
  HunchEngine *e = engine_with (0, 16);
  g_autofree char *text = g_strnfill (n_prompt, 'x');
  g_autofree char *n = g_strdup_printf (" %u ", n_prompt);
  HunchRequest r = request_for (text, max_tokens);
  HunchAnswer *a = hunch_engine_run (e, &r);

  g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL);
  g_assert_nonnull (strstr (a->error->message, n));
  g_assert_nonnull (strstr (a->error->message, room));
  g_assert_cmpuint (a->ids->len, ==, 0);
  g_assert_cmpuint (fake_log.n_steps, ==, 0);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
test_context (void)
{
  check_context (5, 11, 11, HUNCH_FINISH_LENGTH);
  check_context (5, 12, 11, HUNCH_FINISH_CONTEXT);
  check_context (5, 1000, 11, HUNCH_FINISH_CONTEXT);
  check_context (5, G_MAXUINT, 11, HUNCH_FINISH_CONTEXT);
  check_context (15, 1, 1, HUNCH_FINISH_LENGTH);
  check_context (15, 9, 1, HUNCH_FINISH_CONTEXT);
  check_context (16, 0, 0, HUNCH_FINISH_LENGTH); /* to the last position, and nothing after it */
  check_too_long (16, 1, " 15:");
  check_too_long (17, 1, " 15:");
  check_too_long (40, 1000, " 15:");
  check_too_long (17, 0, " 16:");
}

static void
test_empty_prompt (void)
{
  const FakeVocabFlags flags[] = { 0, FAKE_NO_BOS };

  for (guint i = 0; i < 2; i++)
    {
      HunchEngine *e = engine_with (flags[i], 64);
      HunchRequest r = request_for ("", 5);
      HunchAnswer *a = hunch_engine_run (e, &r);

      g_assert_no_error (a->error);
      g_assert_cmpuint (a->prompt_ids->len, ==, 1);
      g_assert_cmpint (g_array_index (a->prompt_ids, gint32, 0), ==, i == 0 ? FAKE_BOS : FAKE_EOS);
      g_assert_cmpuint (a->ids->len, ==, 5);
      hunch_answer_free (a);
      hunch_engine_free (e);
    }
}

static void
test_infill (void)
{
  const FakeVocabFlags flags[] = { 0, FAKE_NO_FIM };

  for (guint i = 0; i < 2; i++)
    {
      HunchEngine *e = engine_with (flags[i], 64);
      HunchRequest r = request_for ("ab", 5);
      HunchAnswer *a;

      r.suffix = "c";
      r.suffix_len = 1;
      a = hunch_engine_run (e, &r);
      g_assert_no_error (a->error);
      g_assert_cmpuint (a->prompt_ids->len, ==, i == 0 ? 6 : 2);
      g_assert_true ((a->note != NULL) == (i == 1));
      hunch_answer_free (a);
      hunch_engine_free (e);
    }
}

static void
test_seed (void)
{
  HunchEngine *e = engine_with (0, 256);
  HunchRequest r = request_for ("seed", 60), other = request_for ("other", 20);
  HunchAnswer *first = NULL;

  r.sampler.temperature = 0.8f;
  for (guint64 i = 0; i < 6; i++)
    {
      HunchAnswer *a;
      gboolean same;

      r.sampler.seed = i < 4 ? 5 : i;
      if (i == 2)
        hunch_answer_free (hunch_engine_run (e, &other));
      a = hunch_engine_run (e, &r);
      g_assert_cmpuint (a->ids->len, ==, 60);
      if (i == 0)
        {
          first = a;
          continue;
        }
      same = memcmp (a->ids->data, first->ids->data, 60 * 4) == 0;
      g_assert_cmpint (same, ==, r.sampler.seed == 5);
      hunch_answer_free (a);
    }
  hunch_answer_free (first);
  hunch_engine_free (e);
}

/* Rows of the matrix past the vocabulary are the likeliest in the fake; they are no tokens. */
static void
test_padding (void)
{
  HunchEngine *e = engine_with (0, 256);
  HunchRequest r = request_for ("pad", 200);
  HunchAnswer *a;

  r.sampler.temperature = 2;
  r.n_top = 1000;
  a = hunch_engine_run (e, &r);
  g_assert_cmpuint (a->ids->len, ==, 200);
  for (guint i = 0; i < 200; i++)
    g_assert_cmpint (g_array_index (a->ids, gint32, i), <, FAKE_N_VOCAB);
  g_assert_cmpuint (a->top->len, ==, FAKE_N_VOCAB);
  for (guint i = 1; i < FAKE_N_VOCAB; i++)
    g_assert_cmpfloat (g_array_index (a->top, HunchTokenP, i).p, <=, g_array_index (a->top, HunchTokenP, i - 1).p);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

/* What is wrong is said without what was asked: no text of a request is in a message. */
static void
check_refused (HunchRequest r, gint code)
{
  HunchEngine *e = engine_with (FAKE_NO_BOS | FAKE_NO_EOS, 64);
  HunchAnswer *a = hunch_engine_run (e, &r);

  g_assert_error (a->error, HUNCH_ERROR, code);
  g_assert_null (strstr (a->error->message, "hunter2"));
  g_assert_null (strchr (a->error->message, '\n'));
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
test_refused (void)
{
  g_autofree char *secret = g_strnfill (100, 'x');
  HunchRequest r = request_for ("hunter2-SECRET", 5);
  const gint32 too_high[] = { 1, FAKE_N_VOCAB }, negative[] = { -1 };

  r.sampler.temperature = -1;
  check_refused (r, HUNCH_ERROR_ARGUMENT);
  r = request_for ("hunter2-SECRET", 5);
  r.stops = STOPS ("hunter2\xff");
  check_refused (r, HUNCH_ERROR_ARGUMENT);
  check_refused (REQUEST (.ids = too_high, .n_ids = 2), HUNCH_ERROR_ARGUMENT);
  check_refused (REQUEST (.ids = negative, .n_ids = 1), HUNCH_ERROR_ARGUMENT);
  check_refused (request_for ("", 5), HUNCH_ERROR_ARGUMENT);
  memcpy (secret, "hunter2", 7);
  check_refused (request_for (secret, 5), HUNCH_ERROR_CONTEXT_FULL);
}

static void
test_cancel (void)
{
  HunchEngine *e = engine_with (0, 4096);
  HunchRequest r = request_for ("cancel", 4000);
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
  HunchEngine *e = engine_with (0, 4096);
  HunchRequest r = request_for ("\x01", 100);
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
test_free_while_running (void)
{
  HunchEngine *e = engine_with (0, 4096);
  HunchRequest r = request_for ("free", 4000);
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
  HunchRequest r = request_for ("again", 3);

  hunch_answer_free (answer);
  if (c->left-- > 0)
    hunch_engine_cancel (c->e, hunch_engine_submit (c->e, &r, NULL, chain_done, c));
  else
    hunch_engine_submit (c->e, &r, stream_token, stream_done, c->last);
}

static void
test_submit_from_callback (void)
{
  Chain c = { engine_with (0, 256), stream_new (), 20 };
  HunchRequest r = request_for ("first", 3);

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
      r = request_for (text, max_tokens);
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
  HunchEngine *e = engine_with (0, 192);
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

static void
count_idle (HunchParts *parts)
{
  g_atomic_int_inc (&n_idle);
}

/* An engine with nothing to do lets the device tidy up once, and then does nothing. */
static void
test_idle (void)
{
  HunchParts *parts;
  HunchEngine *e;
  HunchRequest r = request_for ("x", 1);
  clock_t before;

  fake_reset ();
  parts = fake_parts_new (0, 64, 4, 64, 20);
  parts->idle = count_idle;
  e = hunch_engine_start (parts);
  before = clock ();
  for (guint i = 1; i <= 2; i++)
    {
      hunch_answer_free (hunch_engine_run (e, &r));
      g_usleep (1300000);
      g_assert_cmpint (g_atomic_int_get (&n_idle), ==, i);
    }
  g_assert_cmpint (clock () - before, <, CLOCKS_PER_SEC / 20);
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/eos", test_eos);
  g_test_add_func ("/engine/eos-is-last-id", test_eos_is_last_id);
  g_test_add_func ("/engine/max-tokens", test_max_tokens);
  g_test_add_func ("/engine/stops", test_stops);
  g_test_add_func ("/engine/utf8", test_utf8);
  g_test_add_func ("/engine/one-line", test_one_line);
  g_test_add_func ("/engine/soft-timeout", test_soft_timeout);
  g_test_add_func ("/engine/context", test_context);
  g_test_add_func ("/engine/empty-prompt", test_empty_prompt);
  g_test_add_func ("/engine/infill", test_infill);
  g_test_add_func ("/engine/seed", test_seed);
  g_test_add_func ("/engine/padding", test_padding);
  g_test_add_func ("/engine/refused", test_refused);
  g_test_add_func ("/engine/cancel", test_cancel);
  g_test_add_func ("/engine/cancel-tells-held", test_cancel_tells_held);
  g_test_add_func ("/engine/free-while-running", test_free_while_running);
  g_test_add_func ("/engine/submit-from-callback", test_submit_from_callback);
  g_test_add_func ("/engine/random", test_random);
  g_test_add_func ("/engine/idle", test_idle);
  return g_test_run ();
}
