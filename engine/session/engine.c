/* engine.c: the thread that a model runs on, and the door to it: submit, cancel, run.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/engine.h"
#include "engine/session/parts.h"
#include "engine/session/scheduler.h"

typedef struct
{
  HunchErrand run;
  const volatile gint *cancelled; /* or NULL */
  gpointer user_data;
} Errand;

struct HunchEngine
{
  HunchParts *parts;
  HunchScheduler *scheduler; /* the thread's alone */
  gboolean tidy;             /* the thread's: nothing has run since the device was idle */
  GThread *thread;
  gint quit; /* atomic */

  GMutex lock; /* of what follows */
  GCond wake;
  guint64 last_number;
  GQueue incoming;  /* HunchJob; submitted, and not yet seen by the thread */
  GQueue errands;   /* Errand */
  GHashTable *jobs; /* guint64 number -> HunchJob; all that have not ended */
};

static void
job_gone (HunchJob *job, gpointer user_data)
{
  HunchEngine *e = user_data;

  g_mutex_lock (&e->lock);
  g_hash_table_remove (e->jobs, &job->number);
  g_mutex_unlock (&e->lock);
}

static gboolean
nothing_to_do (const HunchEngine *e)
{
  return !g_atomic_int_get (&e->quit) && e->incoming.length == 0 && e->errands.length == 0
         && hunch_scheduler_idle (e->scheduler);
}

/* With the lock held: sleeps while there is nothing at all to do. After a while the device may tidy up. */
static void
wait_for_work (HunchEngine *e)
{
  gint64 idle_at = g_get_monotonic_time () + e->parts->idle_after_ms * G_TIME_SPAN_MILLISECOND;

  while (nothing_to_do (e))
    if (e->tidy)
      g_cond_wait (&e->wake, &e->lock);
    else if (!g_cond_wait_until (&e->wake, &e->lock, idle_at))
      {
        g_mutex_unlock (&e->lock);
        e->tidy = !e->parts->idle (e->parts);
        g_mutex_lock (&e->lock);
      }
}

static gboolean
is_cancelled (const Errand *errand)
{
  return errand->cancelled != NULL && g_atomic_int_get (errand->cancelled);
}

/* With the lock held: one that was cancelled, or whose turn it is; or NULL. */
static Errand *
take_errand (HunchEngine *e)
{
  for (GList *l = e->errands.head; l; l = l->next)
    if (is_cancelled (l->data))
      {
        Errand *errand = l->data;

        g_queue_delete_link (&e->errands, l);
        return errand;
      }
  return hunch_scheduler_idle (e->scheduler) ? g_queue_pop_head (&e->errands) : NULL;
}

/* Waits for work and hands over what came in. An errand's turn comes when all requests that are running have ended, and new ones wait
 * for it; one that was cancelled is told at once. FALSE: the engine is to end. */
static gboolean
next_step (HunchEngine *e, Errand **errand)
{
  gboolean quit;

  *errand = NULL;
  g_mutex_lock (&e->lock);
  wait_for_work (e);
  quit = g_atomic_int_get (&e->quit);
  if (!quit)
    *errand = take_errand (e);
  while (e->incoming.length > 0 && (quit || (*errand == NULL && e->errands.length == 0)))
    hunch_scheduler_add (e->scheduler, g_queue_pop_head (&e->incoming));
  g_mutex_unlock (&e->lock);
  return !quit;
}

static void
run_errand (HunchEngine *e, Errand *errand, HunchParts *parts)
{
  errand->run (is_cancelled (errand) ? NULL : parts, &e->quit, errand->user_data);
  g_free (errand);
}

/* Those whose turn does not come any more. */
static void
drop_errands (HunchEngine *e)
{
  Errand *errand;

  do
    {
      g_mutex_lock (&e->lock);
      errand = g_queue_pop_head (&e->errands);
      g_mutex_unlock (&e->lock);
      if (errand)
        run_errand (e, errand, NULL);
    }
  while (errand);
}

static gpointer
engine_thread (gpointer user_data)
{
  HunchEngine *e = user_data;
  Errand *errand;

  while (next_step (e, &errand))
    {
      if (errand)
        run_errand (e, errand, e->parts);
      else
        hunch_scheduler_step (e->scheduler);
      e->tidy = e->parts->idle == NULL;
    }
  while (!hunch_scheduler_idle (e->scheduler)) /* callbacks may still submit */
    {
      hunch_scheduler_cancel_all (e->scheduler);
      next_step (e, &errand);
    }
  drop_errands (e);
  return NULL;
}

HunchEngine *
hunch_engine_start (HunchParts *parts)
{
  HunchEngine *e = g_new0 (HunchEngine, 1);

  e->parts = parts;
  g_mutex_init (&e->lock);
  g_cond_init (&e->wake);
  g_queue_init (&e->incoming);
  g_queue_init (&e->errands);
  e->jobs = g_hash_table_new (g_int64_hash, g_int64_equal);
  e->tidy = parts->idle == NULL;
  e->scheduler = hunch_scheduler_new (parts, &e->quit, job_gone, e);
  e->thread = g_thread_new ("hunch-engine", engine_thread, e);
  return e;
}

void
hunch_engine_free (HunchEngine *e)
{
  if (e == NULL)
    return;
  g_return_if_fail (g_thread_self () != e->thread);
  g_mutex_lock (&e->lock);
  g_atomic_int_set (&e->quit, 1);
  g_cond_signal (&e->wake);
  g_mutex_unlock (&e->lock);
  g_thread_join (e->thread);
  hunch_scheduler_free (e->scheduler);
  g_hash_table_unref (e->jobs);
  g_mutex_clear (&e->lock);
  g_cond_clear (&e->wake);
  e->parts->free (e->parts);
  g_free (e);
}

void
hunch_engine_info (HunchEngine *e, HunchEngineInfo *info)
{
  *info = e->parts->info;
}

HunchVocab *
hunch_engine_vocab (HunchEngine *e)
{
  return e->parts->vocab;
}

const char *const *
hunch_engine_warnings (HunchEngine *e)
{
  return (const char *const *) e->parts->warnings;
}

guint64
hunch_engine_submit (HunchEngine *e, const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done,
                     gpointer user_data)
{
  HunchJob *job = hunch_job_new (request, token, done, user_data);
  guint64 number;

  g_mutex_lock (&e->lock);
  number = job->number = ++e->last_number;
  g_hash_table_insert (e->jobs, &job->number, job);
  g_queue_push_tail (&e->incoming, job);
  g_cond_signal (&e->wake);
  g_mutex_unlock (&e->lock);
  return number;
}

void
hunch_engine_errand (HunchEngine *e, HunchErrand run, const volatile gint *cancelled, gpointer user_data)
{
  Errand *errand = g_new (Errand, 1);

  *errand = (Errand){ run, cancelled, user_data };
  g_mutex_lock (&e->lock);
  g_queue_push_tail (&e->errands, errand);
  g_cond_signal (&e->wake);
  g_mutex_unlock (&e->lock);
}

void
hunch_engine_cancel (HunchEngine *e, guint64 request)
{
  HunchJob *job;

  g_mutex_lock (&e->lock);
  job = g_hash_table_lookup (e->jobs, &request);
  if (job)
    g_atomic_int_set (&job->cancelled, 1);
  g_mutex_unlock (&e->lock);
}

typedef struct
{
  GMutex lock;
  GCond done;
  HunchAnswer *answer;
} Waiter;

static void
waiter_done (HunchAnswer *answer, gpointer user_data)
{
  Waiter *w = user_data;

  g_mutex_lock (&w->lock);
  w->answer = answer;
  g_cond_signal (&w->done);
  g_mutex_unlock (&w->lock);
}

HunchAnswer *
hunch_engine_run (HunchEngine *e, const HunchRequest *request)
{
  Waiter w = { 0 };

  g_return_val_if_fail (g_thread_self () != e->thread, NULL);
  g_mutex_init (&w.lock);
  g_cond_init (&w.done);
  hunch_engine_submit (e, request, NULL, waiter_done, &w);
  g_mutex_lock (&w.lock);
  while (w.answer == NULL)
    g_cond_wait (&w.done, &w.lock);
  g_mutex_unlock (&w.lock);
  g_mutex_clear (&w.lock);
  g_cond_clear (&w.done);
  return w.answer;
}
