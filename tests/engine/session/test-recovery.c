/* test-recovery.c: what a step that fails does to the requests that run, and numbers that are not finite.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/session/fake-kv.h"
#include "tests/engine/session/rig.h"

#include <string.h>

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
        c[i] = rig_ask (&r, (gint32) i, 1 + 30 * i, 10);
      rig_run (&r);
      g_assert_cmpuint (fake_log.n_rebuilds, ==, 1);
      for (guint i = 0; i < 4; i++)
        rig_assert_greedy (c[i], 10);
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
  late = rig_ask (r, 9, 10, 10);
  rig_run (r);
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
    c[i] = rig_ask (&r, (gint32) i, 1 + 30 * i, 50);
  rig_run (&r);
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
      c = rig_ask (&r, 1, 10, 600);
      rig_run (&r);
      if (i == 0)
        assert_off (&r, &c, 1);
      else
        rig_assert_greedy (c, 600);
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
  c = rig_ask (&r, 1, 10, 50);
  rig_run (&r);
  g_assert_error (c->answer->error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
  g_assert_cmpuint (c->answer->ids->len, ==, 4); /* what was made is there */
  late = rig_ask (&r, 1, 10, 50);
  rig_run (&r);
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
  good = rig_ask (&r, 9, 10, 20);
  bad[0] = rig_ask_with (&r, q);
  q.sampler.temperature = 1;
  q.n_top = 0;
  bad[1] = rig_ask_with (&r, q);
  rig_run (&r);
  bad[2] = rig_ask_with (&r, q);
  rig_run (&r);
  rig_assert_greedy (good, 20);
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
  g_test_add_func ("/recovery/step-fails-once", test_step_fails_once);
  g_test_add_func ("/recovery/step-fails-twice", test_step_fails_twice);
  g_test_add_func ("/recovery/failures-apart", test_failures_apart);
  g_test_add_func ("/recovery/rebuild-fails", test_rebuild_fails);
  g_test_add_func ("/recovery/nan", test_nan);
  return g_test_run ();
}
