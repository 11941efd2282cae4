/* test-scheduler.c: what goes into each step, who waits, what is cancelled, and what of the cache is used again.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/session/fake-kv.h"
#include "tests/engine/session/rig.h"

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
          c[i] = rig_ask (&r, (gint32) i, lengths[i], 5 + i);
        rig_run (&r);
        for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
          rig_assert_greedy (c[i], 5 + i);
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
  writer = rig_ask (&r, 1, 4, 100);
  hunch_scheduler_step (r.s);
  g_assert_cmpuint (writer->n_tokens, ==, 1);
  reader = rig_ask (&r, 2, 2000, 3);
  for (guint i = 2; reader->n_tokens == 0; i++)
    {
      hunch_scheduler_step (r.s);
      g_assert_cmpuint (writer->n_tokens, ==, i);
      g_assert_cmpuint (logged (fake_log.sizes, i - 1), <=, 512);
    }
  g_assert_cmpuint (fake_log.n_steps, >=, 2000 / 512 + 1);
  rig_run (&r);
  rig_assert_greedy (writer, 100);
  rig_assert_greedy (reader, 3);
  rig_finish (&r);
}

/* A short prompt does not wait for the long one before it to be read. */
static void
test_fair_shares (void)
{
  Rig r;
  Caller *slow, *quick;

  rig_init (&r, 4096, 4, 64, 1000);
  slow = rig_ask (&r, 1, 3000, 1);
  quick = rig_ask (&r, 2, 20, 1);
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
  rig_ask (&r, 1, 600, 1);
  rig_run (&r);
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
    c[i] = rig_ask (&r, (gint32) i, 10, 50);
  for (guint i = 0; i < 5; i++)
    hunch_scheduler_step (r.s);
  g_assert_cmpuint (fake_kv_n_seqs (r.parts->kv), ==, 2);
  at = c[0]->n_tokens;
  g_atomic_int_set (&c[0]->job->cancelled, 1);
  hunch_scheduler_step (r.s);
  g_assert_nonnull (c[0]->answer);
  g_assert_cmpint (c[0]->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  rig_assert_greedy (c[0], at);
  g_assert_cmpuint (c[2]->n_tokens, ==, 1); /* its place was taken in the same step */
  rig_run (&r);
  rig_assert_greedy (c[1], 50);
  rig_assert_greedy (c[2], 50);
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
  victim = rig_ask (&r, 1, 10, 50);
  fake_plan.before_step = cancel_in_step;
  for (guint i = 0; i < 4; i++)
    hunch_scheduler_step (r.s);
  g_assert_nonnull (victim->answer);
  g_assert_cmpint (victim->answer->finish, ==, HUNCH_FINISH_CANCELLED);
  rig_assert_greedy (victim, 3);
  rig_finish (&r);
}

static void
test_cancel_while_waiting (void)
{
  Rig r;
  Caller *first, *waiting;

  rig_init (&r, 512, 1, 64, 100);
  first = rig_ask (&r, 1, 10, 50);
  waiting = rig_ask (&r, 2, 10, 50);
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
  runs = rig_ask_with (&r, q);
  waits = rig_ask_with (&r, q);
  rig_run (&r);
  g_assert_cmpint (runs->answer->finish, ==, HUNCH_FINISH_LENGTH);
  g_assert_false (runs->answer->context_full);
  g_assert_cmpuint (runs->n_tokens, >, 0);
  g_assert_cmpuint (runs->n_tokens, <=, 9);
  rig_assert_greedy (runs, runs->n_tokens);
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
    c[i] = rig_ask (&r, (gint32) i, 30, i == 2 ? 131 : 34); /* 4 blocks and 1; the third: 10 and 1 */
  while (!hunch_scheduler_idle (r.s))
    {
      hunch_scheduler_step (r.s);
      most = MAX (most, fake_kv_n_seqs (r.parts->kv));
      g_assert_true (c[2]->answer || (c[3]->n_tokens == 0 && c[4]->n_tokens == 0)); /* nobody overtakes */
    }
  g_assert_cmpuint (most, ==, 2);
  for (guint i = 0; i < 6; i++)
    rig_assert_greedy (c[i], i == 2 ? 130 : 34);
  g_assert_true (c[2]->answer->context_full);
  rig_finish (&r);
}

static void
test_never_enough_blocks (void)
{
  Rig r;
  Caller *large, *small;

  rig_init (&r, 512, 2, 64, 6);
  large = rig_ask (&r, 1, 100, 100);
  small = rig_ask (&r, 2, 10, 10);
  rig_run (&r);
  g_assert_error (large->answer->error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  rig_assert_greedy (small, 10);
  rig_finish (&r);
}

static void
test_reuse (void)
{
  Rig r;
  Caller *first, *second, *longer;
  guint evaluated;

  rig_init (&r, 4096, 2, 512, 1000);
  first = rig_ask (&r, 1, 3000, 8);
  rig_run (&r);
  rig_assert_greedy (first, 8);
  g_assert_cmpuint (first->answer->timings.cached_n, ==, 0);
  evaluated = fake_log.n_tokens;
  g_assert_cmpuint (evaluated, ==, 3000 + 7);
  second = rig_ask (&r, 1, 3000, 8);
  rig_run (&r);
  rig_assert_greedy (second, 8);
  g_assert_cmpuint (second->answer->timings.cached_n, ==, 2999);
  g_assert_cmpuint (second->answer->timings.prompt_n, ==, 3000);
  g_assert_cmpuint (fake_log.n_tokens - evaluated, ==, 8); /* the last of the prompt, and the text */
  longer = rig_ask (&r, 1, 3050, 8);
  rig_run (&r);
  rig_assert_greedy (longer, 8);
  g_assert_cmpuint (longer->answer->timings.cached_n, ==, 3000);
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
  return g_test_run ();
}
