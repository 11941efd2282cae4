/* test-score.c: a request that has its prompt judged: each token's probability, whatever else runs, fails or is in the cache.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/session/parts.h"
#include "fake.h"

#define N_IDS 100

static void
fill (gint32 *ids, guint n, gint32 first)
{
  for (guint i = 0; i < n; i++)
    ids[i] = i == 0 ? first : (gint32) (i * 7 % 256);
}

static HunchRequest
judge (const gint32 *ids, guint n)
{
  return (HunchRequest){ .ids = ids, .n_ids = n, .score = TRUE, .max_tokens = 7, .sampler = HUNCH_SAMPLER_DEFAULTS };
}

/* Every token of the prompt is there with what the fake says of it. */
static void
assert_judged (const HunchAnswer *a, const gint32 *ids, guint n)
{
  g_assert_no_error (a->error);
  g_assert_cmpint (a->finish, ==, HUNCH_FINISH_LENGTH);
  g_assert_cmpuint (a->ids->len, ==, 0);
  g_assert_cmpuint (a->text->len, ==, 0);
  g_assert_cmpuint (a->log_probs->len, ==, n);
  g_assert_cmpfloat (g_array_index (a->log_probs, float, 0), ==, 0);
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (g_array_index (a->log_probs, float, i), ==, fake_log_prob (ids, i, ids[i]));
}

static HunchEngine *
start (guint n_ctx, guint n_seq, guint n_batch)
{
  fake_reset ();
  return hunch_engine_start (fake_parts_new (0, n_ctx, n_seq, n_batch, n_ctx / 16 * n_seq + n_seq));
}

static void
test_alone (void)
{
  const guint n_batches[] = { 1, 7, 64, 512 }, lengths[] = { 1, 2, 16, 17, N_IDS };
  gint32 ids[N_IDS];

  fill (ids, N_IDS, 5);
  for (guint b = 0; b < G_N_ELEMENTS (n_batches); b++)
    {
      HunchEngine *e = start (N_IDS, 2, n_batches[b]);

      for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
        {
          const HunchRequest r = judge (ids, lengths[i]);
          HunchAnswer *a = hunch_engine_run (e, &r);

          assert_judged (a, ids, lengths[i]);
          g_assert_cmpuint (a->timings.cached_n, ==, 0); /* what is not evaluated is not judged */
          hunch_answer_free (a);
        }
      hunch_engine_free (e);
    }
}

typedef struct
{
  GMutex lock;
  GCond came;
  GPtrArray *answers; /* (element-type HunchAnswer) as they end */
} Inbox;

static void
done (HunchAnswer *answer, gpointer user_data)
{
  Inbox *in = user_data;

  g_mutex_lock (&in->lock);
  g_ptr_array_add (in->answers, answer);
  g_cond_signal (&in->came);
  g_mutex_unlock (&in->lock);
}

/* Texts are written meanwhile, and a step fails. */
static void
test_among_others (void)
{
  HunchEngine *e = start (N_IDS + 16, 3, 16);
  Inbox in = { .answers = g_ptr_array_new_with_free_func ((GDestroyNotify) hunch_answer_free) };
  gint32 ids[4][N_IDS];

  g_mutex_init (&in.lock);
  g_cond_init (&in.came);
  fake_plan.fail_at[0] = 4;
  for (guint i = 0; i < 4; i++)
    {
      HunchRequest r;

      fill (ids[i], N_IDS, (gint32) i);
      r = judge (ids[i], N_IDS);
      r.score = i % 2;
      hunch_engine_submit (e, &r, NULL, done, &in);
    }
  g_mutex_lock (&in.lock);
  while (in.answers->len < 4)
    g_cond_wait (&in.came, &in.lock);
  g_mutex_unlock (&in.lock);
  g_assert_cmpuint (fake_log.n_rebuilds, ==, 1);
  for (guint i = 0; i < 4; i++)
    {
      const HunchAnswer *a = in.answers->pdata[i];
      const gint32 *prompt = (const gint32 *) (gconstpointer) a->prompt_ids->data;
      g_autoptr (GArray) text = fake_greedy (prompt, N_IDS, 7);

      if (prompt[0] % 2)
        assert_judged (a, prompt, N_IDS);
      else
        g_assert_cmpmem (a->ids->data, a->ids->len * 4, text->data, 7 * 4);
    }
  hunch_engine_free (e);
  g_ptr_array_unref (in.answers);
  g_mutex_clear (&in.lock);
  g_cond_clear (&in.came);
}

/* Numbers that are not finite end the request, and no other. */
static void
test_not_finite (void)
{
  HunchEngine *e = start (N_IDS, 2, 16);
  gint32 ids[N_IDS];
  HunchRequest r = judge (ids, N_IDS);
  HunchAnswer *a;

  fill (ids, N_IDS, 5);
  ids[40] = FAKE_NAN;
  a = hunch_engine_run (e, &r);
  g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
  g_assert_true (g_str_has_prefix (a->error->message, FAKE_PATH ": "));
  hunch_answer_free (a);
  fill (ids, N_IDS, 5);
  a = hunch_engine_run (e, &r);
  assert_judged (a, ids, N_IDS);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
test_too_long (void)
{
  HunchEngine *e = start (64, 2, 16);
  gint32 ids[N_IDS];
  HunchRequest r = judge (ids, 65);
  HunchAnswer *a;

  fill (ids, N_IDS, 5);
  a = hunch_engine_run (e, &r);
  g_assert_error (a->error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL);
  hunch_answer_free (a);
  r.n_ids = 64;
  a = hunch_engine_run (e, &r);
  assert_judged (a, ids, 64);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/score/alone", test_alone);
  g_test_add_func ("/score/among-others", test_among_others);
  g_test_add_func ("/score/not-finite", test_not_finite);
  g_test_add_func ("/score/too-long", test_too_long);
  return g_test_run ();
}
