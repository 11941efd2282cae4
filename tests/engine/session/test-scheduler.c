/* test-scheduler.c: what goes into each step, who waits, and what a failed step does; driven step by step, without a thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/session/scheduler.h"
#include "fake-kv.h"
#include "fake.h"

#include <string.h>

/* One request, as its caller sees it. */
typedef struct
{
  HunchJob *job; /* NULL once it is gone */
  HunchAnswer *answer;
  guint n_tokens; /* told so far */
} Caller;

typedef struct
{
  HunchParts *parts;
  HunchScheduler *s;
  gint quit;
  GPtrArray *callers;
} Rig;

static void
told (gint32 id, const char *text, gsize len, gpointer user_data)
{
  Caller *c = user_data;

  c->n_tokens += id >= 0;
}

static void
done (HunchAnswer *answer, gpointer user_data)
{
  Caller *c = user_data;

  g_assert_null (c->answer);
  g_assert_null (c->job);
  c->answer = answer;
}

static void
gone (HunchJob *job, gpointer user_data)
{
  Caller *c = job->user_data;

  g_assert_true (c->job == job);
  c->job = NULL;
}

static void
caller_free (gpointer data)
{
  Caller *c = data;

  hunch_answer_free (c->answer);
  g_free (c);
}

static void
rig_init (Rig *r, guint n_ctx, guint n_seq, guint n_batch, guint n_blocks)
{
  fake_reset ();
  r->parts = fake_parts_new (0, n_ctx, n_seq, n_batch, n_blocks);
  r->quit = 0;
  r->s = hunch_scheduler_new (r->parts, &r->quit, gone, NULL);
  r->callers = g_ptr_array_new_with_free_func (caller_free);
}

static void
rig_finish (Rig *r)
{
  hunch_scheduler_cancel_all (r->s);
  hunch_scheduler_free (r->s);
  r->parts->free (r->parts);
  g_ptr_array_unref (r->callers);
}

static Caller *
ask_with (Rig *r, HunchRequest request)
{
  Caller *c = g_new0 (Caller, 1);

  g_ptr_array_add (r->callers, c);
  c->job = hunch_job_new (&request, told, done, c);
  hunch_scheduler_add (r->s, c->job);
  return c;
}

/* Greedy, after n ids that no other prompt begins with. */
static Caller *
ask (Rig *r, gint32 first, guint n, guint max_tokens)
{
  g_autofree gint32 *ids = g_new (gint32, n);
  HunchRequest request = { .ids = ids, .n_ids = n, .max_tokens = max_tokens, .sampler = HUNCH_SAMPLER_DEFAULTS };

  for (guint i = 0; i < n; i++)
    ids[i] = i == 0 ? first : (gint32) (i * 7 % 256);
  return ask_with (r, request);
}

static void
run (Rig *r)
{
  for (guint i = 0; !hunch_scheduler_idle (r->s); i++)
    {
      g_assert_cmpuint (i, <, 10000);
      hunch_scheduler_step (r->s);
    }
}

/* The text is what the fake writes after this prompt, alone. */
static void
assert_greedy (const Caller *c, guint n)
{
  const GArray *prompt = c->answer->prompt_ids;
  g_autoptr (GArray) expected = fake_greedy ((gint32 *) (gpointer) prompt->data, prompt->len, n);

  g_assert_no_error (c->answer->error);
  g_assert_cmpmem (c->answer->ids->data, c->answer->ids->len * 4, expected->data, n * 4);
  g_assert_cmpuint (c->n_tokens, ==, n);
}

static guint
logged (const GArray *a, guint i)
{
  return g_array_index (a, guint, i);
}

/* Any number of sequences, steps and blocks give each prompt the text that it has alone. */
static void
test_batched_equals_single (void)
{
  const guint n_seqs[] = { 1, 2, 3, 8 }, n_batches[] = { 3, 7, 64, 512 };

  for (guint a = 0; a < G_N_ELEMENTS (n_seqs); a++)
    for (guint b = 0; b < G_N_ELEMENTS (n_batches); b++)
      {
        const guint lengths[] = { 1, 5, 15, 16, 17, 100, 333 };
        Caller *c[G_N_ELEMENTS (lengths)];
        Rig r;

        rig_init (&r, 512, n_seqs[a], MAX (n_batches[b], n_seqs[a]), 100);
        for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
          c[i] = ask (&r, (gint32) i, lengths[i], 5 + i);
        run (&r);
        for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
          assert_greedy (c[i], 5 + i);
        rig_finish (&r);
      }
}

/* While a long prompt is read, in pieces, one that writes gets a token in every step. */
static void
test_interleaving (void)
{
  Rig r;
  Caller *writer, *reader;

  rig_init (&r, 2048, 4, 512, 1000);
  fake_plan.us_per_token = 200; /* 5000 tokens/s: chunks of some 512 */
  writer = ask (&r, 1, 4, 100);
  hunch_scheduler_step (r.s);
  g_assert_cmpuint (writer->n_tokens, ==, 1);
  reader = ask (&r, 2, 2000, 3);
  for (guint i = 2; reader->n_tokens == 0; i++)
    {
      hunch_scheduler_step (r.s);
      g_assert_cmpuint (writer->n_tokens, ==, i);
      g_assert_cmpuint (logged (fake_log.sizes, i - 1), <=, 512);
    }
  g_assert_cmpuint (fake_log.n_steps, >=, 2000 / 512 + 1);
  run (&r);
  assert_greedy (writer, 100);
  assert_greedy (reader, 3);
  rig_finish (&r);
}

/* A short prompt does not wait for the long one before it to be read. */
static void
test_fair_shares (void)
{
  Rig r;
  Caller *slow, *quick;

  rig_init (&r, 4096, 4, 64, 1000);
  slow = ask (&r, 1, 3000, 1);
  quick = ask (&r, 2, 20, 1);
  hunch_scheduler_step (r.s);
  hunch_scheduler_step (r.s);
  g_assert_nonnull (quick->answer);
  g_assert_null (slow->answer);
  rig_finish (&r);
}

static void
test_slow_device (void)
{
  Rig r;

  rig_init (&r, 2048, 4, 512, 1000);
  fake_plan.us_per_token = 1000; /* 1000 tokens/s */
  ask (&r, 1, 600, 1);
  run (&r);
  for (guint i = 0; i < fake_log.n_steps; i++)
    g_assert_cmpuint (logged (fake_log.sizes, i), <=, 128);
  rig_finish (&r);
}

static void
test_cancel (void)
{
  Rig r;
  Caller *c[3];
  guint at;

  rig_init (&r, 512, 2, 64, 100);
  for (guint i = 0; i < 3; i++)
    c[i] = ask (&r, (gint32) i, 10, 50);
  for (guint i = 0; i < 5; i++)
    hunch_scheduler_step (r.s);
  g_assert_cmpuint (fake_kv_n_seqs (r.parts->kv), ==, 2);
  at = c[0]->n_tokens;
  g_atomic_int_set (&c[0]->job->cancelled, 1);
  hunch_scheduler_step (r.s);
  g_assert_nonnull (c[0]->answer);
  g_assert_cmpint (c[0]->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  assert_greedy (c[0], at);
  g_assert_cmpuint (c[2]->n_tokens, ==, 1); /* its place was taken in the same step */
  run (&r);
  assert_greedy (c[1], 50);
  assert_greedy (c[2], 50);
  rig_finish (&r);
}

/* A cancel that comes while the step runs: its token is not told any more. */
static Caller *victim;

static void
cancel_in_step (guint n)
{
  if (n == 4)
    g_atomic_int_set (&victim->job->cancelled, 1);
}

static void
test_cancel_within_step (void)
{
  Rig r;

  rig_init (&r, 512, 2, 64, 100);
  victim = ask (&r, 1, 10, 50);
  fake_plan.before_step = cancel_in_step;
  for (guint i = 0; i < 4; i++)
    hunch_scheduler_step (r.s);
  g_assert_nonnull (victim->answer);
  g_assert_cmpint (victim->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  assert_greedy (victim, 3);
  rig_finish (&r);
}

static void
test_cancel_while_waiting (void)
{
  Rig r;
  Caller *first, *waiting;

  rig_init (&r, 512, 1, 64, 100);
  first = ask (&r, 1, 10, 50);
  waiting = ask (&r, 2, 10, 50);
  hunch_scheduler_step (r.s);
  g_atomic_int_set (&waiting->job->cancelled, 1);
  hunch_scheduler_step (r.s);
  g_assert_nonnull (waiting->answer);
  g_assert_cmpint (waiting->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  g_assert_null (first->answer);
  rig_finish (&r);
}

static void
test_timeout (void)
{
  const gint32 ids[] = { 1, 2, 3 };
  HunchRequest q = { .ids = ids, .n_ids = 3, .max_tokens = 500, .timeout_ms = 40, .sampler = HUNCH_SAMPLER_DEFAULTS };
  Rig r;
  Caller *runs, *waits;

  rig_init (&r, 512, 1, 64, 100);
  fake_plan.us_per_step = 5000;
  runs = ask_with (&r, q);
  waits = ask_with (&r, q);
  run (&r);
  g_assert_cmpint (runs->answer->finish, ==, HUNCH_FINISH_LENGTH);
  g_assert_false (runs->answer->context_full);
  g_assert_cmpuint (runs->n_tokens, >, 0);
  g_assert_cmpuint (runs->n_tokens, <=, 9);
  assert_greedy (runs, runs->n_tokens);
  g_assert_cmpint (waits->answer->finish, ==, HUNCH_FINISH_LENGTH);
  g_assert_cmpuint (waits->n_tokens, <=, 1);
  g_assert_no_error (waits->answer->error);
  rig_finish (&r);
}

/* Blocks are set aside for all that a request may need: what runs never runs out, what does not fit waits its turn. */
static void
test_few_blocks (void)
{
  Rig r;
  Caller *c[6];
  guint most = 0;

  rig_init (&r, 160, 6, 64, 11); /* one context of 10 blocks and a copy */
  for (guint i = 0; i < 6; i++)
    c[i] = ask (&r, (gint32) i, 30, i == 2 ? 131 : 34); /* 4 blocks and 1; the third: 10 and 1 */
  while (!hunch_scheduler_idle (r.s))
    {
      hunch_scheduler_step (r.s);
      most = MAX (most, fake_kv_n_seqs (r.parts->kv));
      g_assert_true (c[2]->answer || (c[3]->n_tokens == 0 && c[4]->n_tokens == 0)); /* nobody overtakes */
    }
  g_assert_cmpuint (most, ==, 2);
  for (guint i = 0; i < 6; i++)
    assert_greedy (c[i], i == 2 ? 130 : 34);
  g_assert_true (c[2]->answer->context_full);
  rig_finish (&r);
}

static void
test_never_enough_blocks (void)
{
  Rig r;
  Caller *large, *small;

  rig_init (&r, 512, 2, 64, 6);
  large = ask (&r, 1, 100, 100);
  small = ask (&r, 2, 10, 10);
  run (&r);
  g_assert_error (large->answer->error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  assert_greedy (small, 10);
  rig_finish (&r);
}

static void
test_reuse (void)
{
  Rig r;
  Caller *first, *second, *longer;
  guint evaluated;

  rig_init (&r, 4096, 2, 512, 1000);
  first = ask (&r, 1, 3000, 8);
  run (&r);
  assert_greedy (first, 8);
  g_assert_cmpuint (first->answer->timings.cached_n, ==, 0);
  evaluated = fake_log.n_tokens;
  g_assert_cmpuint (evaluated, ==, 3000 + 7);
  second = ask (&r, 1, 3000, 8);
  run (&r);
  assert_greedy (second, 8);
  g_assert_cmpuint (second->answer->timings.cached_n, ==, 2999);
  g_assert_cmpuint (second->answer->timings.prompt_n, ==, 3000);
  g_assert_cmpuint (fake_log.n_tokens - evaluated, ==, 8); /* the last of the prompt, and the text */
  longer = ask (&r, 1, 3050, 8);
  run (&r);
  assert_greedy (longer, 8);
  g_assert_cmpuint (longer->answer->timings.cached_n, ==, 3000);
  rig_finish (&r);
}

/* One failed step: everything is made again, nobody notices but by the clock. */
static void
test_step_fails_once (void)
{
  for (guint at = 1; at < 14; at++)
    {
      Rig r;
      Caller *c[4];

      rig_init (&r, 512, 3, 32, 100);
      fake_plan.fail_at[0] = at;
      for (guint i = 0; i < 4; i++)
        c[i] = ask (&r, (gint32) i, 1 + 30 * i, 10);
      run (&r);
      g_assert_cmpuint (fake_log.n_rebuilds, ==, 1);
      for (guint i = 0; i < 4; i++)
        assert_greedy (c[i], 10);
      rig_finish (&r);
    }
}

static void
assert_off (Rig *r, Caller *const *c, guint n)
{
  Caller *late;

  for (guint i = 0; i < n; i++)
    {
      g_assert_error (c[i]->answer->error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
      g_assert_nonnull (strstr (c[i]->answer->error->message, "CL_OUT_OF_RESOURCES"));
    }
  late = ask (r, 9, 10, 10);
  run (r);
  g_assert_error (late->answer->error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_assert_cmpuint (fake_kv_n_seqs (r->parts->kv), ==, 0);
}

static void
test_step_fails_twice (void)
{
  Rig r;
  Caller *c[4];
  guint steps;

  rig_init (&r, 512, 3, 32, 100);
  fake_plan.fail_at[0] = 5;
  fake_plan.fail_at[1] = 6;
  for (guint i = 0; i < 4; i++)
    c[i] = ask (&r, (gint32) i, 1 + 30 * i, 50);
  run (&r);
  g_assert_cmpuint (fake_log.n_rebuilds, ==, 1);
  steps = fake_log.n_steps;
  assert_off (&r, c, 4);
  g_assert_cmpuint (fake_log.n_steps, ==, steps); /* the device is left alone */
  rig_finish (&r);
}

/* Two failures far apart are two accidents; close together they are a broken device. */
static void
test_failures_apart (void)
{
  const guint gaps[] = { HUNCH_FORGIVE_STEPS - 1, HUNCH_FORGIVE_STEPS };

  for (guint i = 0; i < 2; i++)
    {
      Rig r;
      Caller *c;

      rig_init (&r, 2048, 1, 32, 200);
      fake_plan.fail_at[0] = 3;
      fake_plan.fail_at[1] = 3 + gaps[i] + 1;
      c = ask (&r, 1, 10, 600);
      run (&r);
      if (i == 0)
        assert_off (&r, &c, 1);
      else
        assert_greedy (c, 600);
      rig_finish (&r);
    }
}

static void
test_rebuild_fails (void)
{
  Rig r;
  Caller *c, *late;

  rig_init (&r, 512, 3, 32, 100);
  fake_plan.fail_at[0] = 5;
  fake_plan.fail_rebuild = TRUE;
  c = ask (&r, 1, 10, 50);
  run (&r);
  g_assert_error (c->answer->error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
  g_assert_cmpuint (c->answer->ids->len, ==, 4); /* what was made is there */
  late = ask (&r, 1, 10, 50);
  run (&r);
  g_assert_error (late->answer->error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
  rig_finish (&r);
}

/* Logits that are no numbers end their own request, greedy or not, and nothing is reused that may hold them. */
static void
test_nan (void)
{
  const gint32 ids[] = { 1, 2, FAKE_NAN, 4 };
  HunchRequest q = { .ids = ids, .n_ids = 4, .max_tokens = 10, .sampler = HUNCH_SAMPLER_DEFAULTS, .n_top = 5 };
  Rig r;
  Caller *good, *bad[3];

  rig_init (&r, 512, 4, 32, 100);
  good = ask (&r, 9, 10, 20);
  bad[0] = ask_with (&r, q);
  q.sampler.temperature = 1;
  q.n_top = 0;
  bad[1] = ask_with (&r, q);
  run (&r);
  bad[2] = ask_with (&r, q);
  run (&r);
  assert_greedy (good, 20);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_error (bad[i]->answer->error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
      g_assert_true (g_str_has_prefix (bad[i]->answer->error->message, FAKE_PATH ": "));
      g_assert_cmpuint (bad[i]->answer->ids->len, ==, 0);
      g_assert_cmpuint (bad[i]->answer->timings.cached_n, ==, 0);
    }
  g_assert_cmpuint (fake_log.n_rebuilds, ==, 0);
  rig_finish (&r);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scheduler/batched-equals-single", test_batched_equals_single);
  g_test_add_func ("/scheduler/interleaving", test_interleaving);
  g_test_add_func ("/scheduler/fair-shares", test_fair_shares);
  g_test_add_func ("/scheduler/slow-device", test_slow_device);
  g_test_add_func ("/scheduler/cancel", test_cancel);
  g_test_add_func ("/scheduler/cancel-within-step", test_cancel_within_step);
  g_test_add_func ("/scheduler/cancel-while-waiting", test_cancel_while_waiting);
  g_test_add_func ("/scheduler/timeout", test_timeout);
  g_test_add_func ("/scheduler/few-blocks", test_few_blocks);
  g_test_add_func ("/scheduler/never-enough-blocks", test_never_enough_blocks);
  g_test_add_func ("/scheduler/reuse", test_reuse);
  g_test_add_func ("/scheduler/step-fails-once", test_step_fails_once);
  g_test_add_func ("/scheduler/step-fails-twice", test_step_fails_twice);
  g_test_add_func ("/scheduler/failures-apart", test_failures_apart);
  g_test_add_func ("/scheduler/rebuild-fails", test_rebuild_fails);
  g_test_add_func ("/scheduler/nan", test_nan);
  return g_test_run ();
}
