/* scheduler.c: one step after the other: who leaves, who comes in, what the batch holds, and what came of it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/scheduler.h"
#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/pace.h"
#include "engine/session/score.h"

struct HunchScheduler
{
  HunchParts *parts;
  const volatile gint *quit;
  HunchJobGone gone;
  gpointer gone_data;

  GQueue waiting;     /* HunchJob, in the order of submission */
  GPtrArray *running; /* HunchJob, in the order of admission */
  guint n_reserved;   /* blocks set aside for those that run */
  HunchPace pace;

  /* The batch; arrays hold n_batch and n_seq. */
  HunchBatch batch;
  gint32 *tokens, *positions, *seqs, *rows;
  HunchJob **row_jobs; /* (n_seq) whose logits a row is */
  float *logits;       /* (n_seq, n_logits) */

  GError *off;  /* why the device is not used any more; NULL while it is */
  guint n_good; /* steps since the last rebuild */
};

HunchScheduler *
hunch_scheduler_new (HunchParts *parts, const volatile gint *quit, HunchJobGone gone, gpointer user_data)
{
  HunchScheduler *s = g_new0 (HunchScheduler, 1);

  s->parts = parts;
  s->quit = quit;
  s->gone = gone;
  s->gone_data = user_data;
  g_queue_init (&s->waiting);
  s->running = g_ptr_array_new ();
  hunch_pace_init (&s->pace, parts->n_batch);
  s->tokens = g_new (gint32, parts->n_batch);
  s->positions = g_new (gint32, parts->n_batch);
  s->seqs = g_new (gint32, parts->n_batch);
  s->rows = g_new (gint32, parts->n_seq);
  s->row_jobs = g_new (HunchJob *, parts->n_seq);
  s->logits = g_new (float, (gsize) parts->n_seq * parts->n_logits);
  s->batch = (HunchBatch){ .tokens = s->tokens, .positions = s->positions, .seqs = s->seqs, .rows = s->rows };
  s->n_good = HUNCH_FORGIVE_STEPS;
  return s;
}

void
hunch_scheduler_free (HunchScheduler *s)
{
  if (s == NULL)
    return;
  g_assert (hunch_scheduler_idle (s));
  g_ptr_array_unref (s->running);
  g_free (s->tokens);
  g_free (s->positions);
  g_free (s->seqs);
  g_free (s->rows);
  g_free (s->row_jobs);
  g_free (s->logits);
  g_clear_error (&s->off);
  g_free (s);
}

void
hunch_scheduler_add (HunchScheduler *s, HunchJob *job)
{
  g_queue_push_tail (&s->waiting, job);
}

gboolean
hunch_scheduler_idle (const HunchScheduler *s)
{
  return s->waiting.length == 0 && s->running->len == 0;
}

static HunchJob *
running_at (const HunchScheduler *s, guint i)
{
  return s->running->pdata[i];
}

/* Gives blocks and sequence back. Full blocks stay findable: the next prompt often begins like this one. */
static void
release (HunchScheduler *s, HunchJob *job)
{
  if (job->seq >= 0 && s->parts->kv)
    hunch_kv_seq_free (s->parts->kv, job->seq);
  job->seq = -1;
  s->n_reserved -= job->n_blocks;
  job->n_blocks = 0;
}

static void
deliver (HunchScheduler *s, HunchJob *job)
{
  release (s, job);
  s->gone (job, s->gone_data);
  hunch_job_deliver (job);
}

/* Ends a job that nobody wants any more, or whose time is over. */
static gboolean
expire (HunchScheduler *s, HunchJob *job, gint64 now)
{
  if (job->ended)
    return TRUE;
  if (g_atomic_int_get (&job->cancelled))
    hunch_job_end (job, HUNCH_FINISH_CANCELLED);
  else if (job->deadline && now >= job->deadline)
    hunch_job_end (job, HUNCH_FINISH_LENGTH);
  else if (s->off)
    hunch_job_fail (job, g_error_copy (s->off));
  return job->ended;
}

/* Delivers every job that has ended, or must. The callbacks may submit and cancel, for they see neither list. */
static void
reap (HunchScheduler *s)
{
  gint64 now = g_get_monotonic_time ();
  GList *next;

  for (guint i = 0; i < s->running->len;)
    if (expire (s, running_at (s, i), now))
      deliver (s, g_ptr_array_remove_index (s->running, i));
    else
      i++;
  for (GList *l = s->waiting.head; l; l = next)
    {
      HunchJob *job = l->data;

      next = l->next;
      if (expire (s, job, now))
        {
          g_queue_delete_link (&s->waiting, l);
          deliver (s, job);
        }
    }
}

/* Makes the ids of the job at the head of the queue; one that has none for a fault of its own ends. */
static void
prepare (HunchScheduler *s, HunchJob *job)
{
  GError *error = NULL;

  if (hunch_job_prepare (job, s->parts->vocab, s->parts->n_vocab, s->parts->n_ctx, &error))
    return;
  if (g_atomic_int_get (&job->cancelled))
    {
      g_clear_error (&error);
      hunch_job_end (job, HUNCH_FINISH_CANCELLED);
    }
  else
    hunch_job_fail (job, error);
}

static GError *
no_room_error (void)
{
  return g_error_new_literal (
      HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
      _ ("The cache is too small for this request: ask for fewer tokens, or shorten the prompt"));
}

/* Gives a job its sequence, and what the cache still has of its beginning. */
static gboolean
enter (HunchScheduler *s, HunchJob *job)
{
  job->seq = hunch_kv_seq_new (s->parts->kv);
  if (job->seq < 0)
    return FALSE;
  job->n_eval = 0;
  if (!job->request.score)
    job->n_eval = hunch_kv_seq_reuse (s->parts->kv, job->seq, &g_array_index (job->ids, gint32, 0), job->ids->len);
  return TRUE;
}

/* FALSE: not now. */
static gboolean
try_enter (HunchScheduler *s, HunchJob *job)
{
  /* One more, for a shared last block is copied before it is given up. */
  guint n_blocks = (guint) hunch_div_up (hunch_job_positions (job), HUNCH_KV_BLOCK) + 1;

  if (s->n_reserved + n_blocks > s->parts->n_blocks || !enter (s, job))
    return FALSE;
  job->n_blocks = n_blocks;
  s->n_reserved += n_blocks;
  job->started = g_get_monotonic_time ();
  job->answer->timings.cached_n = job->n_eval;
  g_ptr_array_add (s->running, job);
  return TRUE;
}

static void
admit (HunchScheduler *s)
{
  HunchJob *job;

  while (s->running->len < s->parts->n_seq && (job = g_queue_peek_head (&s->waiting)))
    {
      if (job->ids->len == 0)
        prepare (s, job);
      if (!job->ended && !try_enter (s, job))
        {
          if (s->running->len > 0)
            return;
          hunch_job_fail (job, no_room_error ()); /* nothing would ever make room */
        }
      g_queue_pop_head (&s->waiting);
      if (job->ended)
        deliver (s, job);
    }
}

/* Puts the next n ids of a job into the batch, and asks for logits when the last one is among them. FALSE: the device failed. */
static gboolean
put (HunchScheduler *s, HunchJob *job, guint n, GError **error)
{
  HunchBatch *b = &s->batch;
  const gint32 *ids = &g_array_index (job->ids, gint32, job->n_eval);
  GError *e = NULL;

  if (!hunch_kv_seq_append (s->parts->kv, job->seq, ids, n, &e))
    {
      if (!g_error_matches (e, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY))
        {
          g_propagate_error (error, e);
          return FALSE;
        }
      hunch_job_fail (job, e);
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    {
      s->tokens[b->n_tokens] = ids[i];
      s->positions[b->n_tokens] = (gint32) (job->n_eval + i);
      s->seqs[b->n_tokens++] = job->seq;
    }
  job->n_take = n;
  if (n == hunch_job_left (job))
    {
      s->row_jobs[b->n_rows] = job;
      s->rows[b->n_rows++] = (gint32) b->n_tokens - 1;
    }
  return TRUE;
}

/* One token for each that writes; the rest of the chunk in equal shares for those that read, what one leaves going to the next. */
static gboolean
plan (HunchScheduler *s, GError **error)
{
  guint n_reading = 0, room;

  s->batch.n_tokens = s->batch.n_rows = 0;
  for (guint i = 0; i < s->running->len; i++)
    running_at (s, i)->n_take = 0;
  for (guint i = 0; i < s->running->len; i++)
    if (running_at (s, i)->request.score)
      continue;
    else if (hunch_job_left (running_at (s, i)) > 1)
      n_reading++;
    else if (!put (s, running_at (s, i), 1, error))
      return FALSE;
  room = MIN (s->pace.chunk, s->parts->n_batch - s->batch.n_tokens);
  for (guint i = 0; i < s->running->len && n_reading > 0; i++)
    {
      HunchJob *job = running_at (s, i);
      guint n;

      if (job->request.score || hunch_job_left (job) == 1)
        continue;
      n = MIN (hunch_job_left (job), room / n_reading);
      n_reading--;
      room -= n;
      if (n > 0 && !put (s, job, n, error))
        return FALSE;
    }
  return TRUE;
}

/* The device is off: the reason, which every request gets. */
static void
turn_off (HunchScheduler *s, GError *error)
{
  s->off = g_error_new (error->domain, error->code, _ ("The device failed twice and is not used any more: %s"),
                        error->message);
  g_error_free (error);
}

/* After a failed step (error: transfer full). Every sequence begins anew; its ids, and what was drawn, are ours and not lost. */
static void
recover (HunchScheduler *s, GError *error)
{
  HunchParts *p = s->parts;
  GError *again = NULL;

  if (p->rebuild == NULL || s->n_good < HUNCH_FORGIVE_STEPS)
    {
      turn_off (s, error);
      return;
    }
  s->n_good = 0;
  if (!p->rebuild (p, s->quit, &again))
    {
      g_error_free (error);
      turn_off (s, again);
      return;
    }
  g_error_free (error);
  for (guint i = 0; i < s->running->len; i++)
    if (!enter (s, running_at (s, i)))
      hunch_job_fail (running_at (s, i), no_room_error ());
}

/* Logits to tokens. Numbers that are not finite end their own request only, but nothing that the cache holds is trusted then. */
static void
draw (HunchScheduler *s)
{
  HunchParts *p = s->parts;

  for (guint i = 0; i < s->running->len; i++)
    {
      HunchJob *job = running_at (s, i);

      job->n_eval += job->n_take;
      if (job->n_take > 0)
        hunch_kv_seq_evaluated (p->kv, job->seq, job->n_eval);
    }
  for (guint r = 0; r < s->batch.n_rows; r++)
    {
      HunchJob *job = s->row_jobs[r];
      GError *error = NULL;

      if (g_atomic_int_get (&job->cancelled))
        continue;
      if (!hunch_job_advance (job, p->vocab, p->n_vocab, s->logits + (gsize) r * p->n_logits, &error))
        {
          hunch_parts_name_file (p, error);
          hunch_job_fail (job, error);
          release (s, job);
          hunch_kv_clear_cache (p->kv);
        }
    }
}

/* Runs the batch that there is, if any. */
static gboolean
run (HunchScheduler *s, GError **error)
{
  HunchParts *p = s->parts;
  gint64 start = g_get_monotonic_time ();

  if (s->batch.n_tokens == 0)
    return TRUE;
  if (!hunch_forward_run (p->forward, p->kv, &s->batch, s->logits, error))
    return FALSE;
  hunch_pace_add (&s->pace, s->batch.n_tokens, (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  s->n_good = MIN (s->n_good + 1, HUNCH_FORGIVE_STEPS);
  return TRUE;
}

/* A piece of the first prompt that is to be judged, beside the batch. */
static gboolean
score (HunchScheduler *s, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  HunchJob *job = NULL;
  guint n;

  for (guint i = 0; i < s->running->len && job == NULL; i++)
    if (running_at (s, i)->request.score)
      job = running_at (s, i);
  if (job == NULL)
    return TRUE;
  n = MIN (hunch_job_left (job), s->pace.chunk);
  if (!hunch_score_step (s->parts, job, n, error))
    return FALSE;
  hunch_pace_add (&s->pace, n, (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  return TRUE;
}

void
hunch_scheduler_step (HunchScheduler *s)
{
  GError *error = NULL;
  gboolean ok;

  reap (s);
  if (s->off == NULL)
    admit (s);
  if (s->running->len == 0)
    return;
  ok = plan (s, &error) && run (s, &error) && score (s, &error);
  if (s->parts->end_step)
    s->parts->end_step (s->parts, ok);
  if (ok)
    draw (s);
  else
    recover (s, error);
  reap (s);
}

void
hunch_scheduler_cancel_all (HunchScheduler *s)
{
  for (guint i = 0; i < s->running->len; i++)
    g_atomic_int_set (&running_at (s, i)->cancelled, 1);
  for (GList *l = s->waiting.head; l; l = l->next)
    g_atomic_int_set (&((HunchJob *) l->data)->cancelled, 1);
  reap (s);
}
