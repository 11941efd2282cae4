/* rig.c: a scheduler on the fake, driven step by step, without a thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/session/rig.h"

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

void
rig_init (Rig *r, guint n_ctx, guint n_seq, guint n_batch, guint n_blocks)
{
  fake_reset ();
  r->parts = fake_parts_new (0, n_ctx, n_seq, n_batch, n_blocks);
  r->quit = 0;
  r->s = hunch_scheduler_new (r->parts, &r->quit, gone, NULL);
  r->callers = g_ptr_array_new_with_free_func (caller_free);
}

void
rig_finish (Rig *r)
{
  hunch_scheduler_cancel_all (r->s);
  hunch_scheduler_free (r->s);
  r->parts->free (r->parts);
  g_ptr_array_unref (r->callers);
}

Caller *
rig_ask_with (Rig *r, HunchRequest request)
{
  Caller *c = g_new0 (Caller, 1);

  g_ptr_array_add (r->callers, c);
  c->job = hunch_job_new (&request, told, done, c);
  hunch_scheduler_add (r->s, c->job);
  return c;
}

Caller *
rig_ask (Rig *r, gint32 first, guint n, guint max_tokens)
{
  g_autofree gint32 *ids = g_new (gint32, n);
  HunchRequest request = { .ids = ids, .n_ids = n, .max_tokens = max_tokens, .sampler = HUNCH_SAMPLER_DEFAULTS };

  for (guint i = 0; i < n; i++)
    ids[i] = i == 0 ? first : (gint32) (i * 7 % 256);
  return rig_ask_with (r, request);
}

void
rig_run (Rig *r)
{
  for (guint i = 0; !hunch_scheduler_idle (r->s); i++)
    {
      g_assert_cmpuint (i, <, 10000);
      hunch_scheduler_step (r->s);
    }
}

void
rig_assert_greedy (const Caller *c, guint n)
{
  const GArray *prompt = c->answer->prompt_ids;
  g_autoptr (GArray) expected = fake_greedy ((gint32 *) (gpointer) prompt->data, prompt->len, n);

  g_assert_no_error (c->answer->error);
  g_assert_cmpmem (c->answer->ids->data, c->answer->ids->len * 4, expected->data, n * 4);
  g_assert_cmpuint (c->n_tokens, ==, n);
}
