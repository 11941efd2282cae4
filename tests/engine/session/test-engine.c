/* test-engine.c: requests through the engine: where texts end and why, streamed or not; seeds, errors.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/session/stream.h"

#include <string.h>

/* A script is written until it ends, in bytes: the text must come to expected, for that reason, told or not. */
static void
check_script (const char *script, HunchRequest r, const char *expected, HunchFinish finish, const char *matched)
{
  HunchEngine *e = fake_engine_new (0, 256);
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
  HunchEngine *e = fake_engine_new (0, 256);
  HunchRequest r = fake_request ("\x01", 10);
  HunchAnswer *a;
  const gint32 expected[] = { 'h', 'i', FAKE_EOS };

  fake_plan.script = "hi";
  a = hunch_engine_run (e, &r);
  g_assert_cmpmem (a->ids->data, a->ids->len * 4, expected, sizeof expected);
  g_assert_cmpint (a->finish, ==, HUNCH_FINISH_EOS);
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
      HunchEngine *e = fake_engine_new (0, 256);
      HunchRequest r = fake_request ("\x01", 21);
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
  HunchEngine *e = fake_engine_new (0, 16);
  g_autofree char *text = g_strnfill (n_prompt, 'x');
  HunchRequest r = fake_request (text, max_tokens);
  HunchAnswer *a = hunch_engine_run (e, &r);

  g_assert_no_error (a->error);
  g_assert_cmpuint (a->ids->len, ==, n_text);
  g_assert_cmpint (a->finish, ==, finish);
  g_assert_cmpint (a->context_full, ==, finish == HUNCH_FINISH_CONTEXT);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
check_too_long (guint n_prompt, guint max_tokens, const char *room)
{
  HunchEngine *e = fake_engine_new (0, 16);
  g_autofree char *text = g_strnfill (n_prompt, 'x');
  g_autofree char *n = g_strdup_printf (" %u ", n_prompt);
  HunchRequest r = fake_request (text, max_tokens);
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
      HunchEngine *e = fake_engine_new (flags[i], 64);
      HunchRequest r = fake_request ("", 5);
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
      HunchEngine *e = fake_engine_new (flags[i], 64);
      HunchRequest r = fake_request ("ab", 5);
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
  HunchEngine *e = fake_engine_new (0, 256);
  HunchRequest r = fake_request ("seed", 60), other = fake_request ("other", 20);
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
  HunchEngine *e = fake_engine_new (0, 256);
  HunchRequest r = fake_request ("pad", 200);
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
  HunchEngine *e = fake_engine_new (FAKE_NO_BOS | FAKE_NO_EOS, 64);
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
  HunchRequest r = fake_request ("hunter2-SECRET", 5);
  const gint32 too_high[] = { 1, FAKE_N_VOCAB }, negative[] = { -1 };

  r.sampler.temperature = -1;
  check_refused (r, HUNCH_ERROR_ARGUMENT);
  r = fake_request ("hunter2-SECRET", 5);
  r.stops = STOPS ("hunter2\xff");
  check_refused (r, HUNCH_ERROR_ARGUMENT);
  check_refused (REQUEST (.ids = too_high, .n_ids = 2), HUNCH_ERROR_ARGUMENT);
  check_refused (REQUEST (.ids = negative, .n_ids = 1), HUNCH_ERROR_ARGUMENT);
  check_refused (fake_request ("", 5), HUNCH_ERROR_ARGUMENT);
  memcpy (secret, "hunter2", 7);
  check_refused (fake_request (secret, 5), HUNCH_ERROR_CONTEXT_FULL);
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
  return g_test_run ();
}
