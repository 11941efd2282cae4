/* fake-engine.c: an engine without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/libhunch/fake-engine.h"
#include "engine/base/hunch-error.h"
#include "engine/session/devices.h"
#include "engine/session/vocab-file.h"

#include <string.h>

volatile gint fake_engine_n_open, fake_engine_n_loads, fake_engine_step_ms, fake_engine_n_cancel, fake_engine_n_steps,
    fake_engine_close_ms, fake_engine_n_full;

typedef struct
{
  guint64 number;
  guint max_tokens, made;
  HunchTokenFunc token;
  HunchDoneFunc done;
  gpointer user_data;
  gboolean cancelled;
  HunchAnswer *answer;
} Job;

struct HunchEngine
{
  GThread *thread;
  GMutex lock;
  GCond changed;
  GQueue jobs;
  guint64 last_number;
  gboolean quit;
  HunchVocab *vocab;
};

static const char *const words[] = { "one", " two", " three", " four" };

void
hunch_answer_free (HunchAnswer *a)
{
  if (a == NULL)
    return;
  g_clear_error (&a->error);
  g_array_unref (a->prompt_ids);
  g_array_unref (a->ids);
  g_array_unref (a->top);
  g_clear_pointer (&a->log_probs, g_array_unref);
  g_string_free (a->text, TRUE);
  g_free (a->matched);
  g_free (a->note);
  g_free (a);
}

static void
step (Job *job)
{
  gint32 id = job->made % G_N_ELEMENTS (words);

  g_usleep (g_atomic_int_get (&fake_engine_step_ms) * 1000);
  g_array_append_val (job->answer->ids, id);
  g_string_append (job->answer->text, words[id]);
  job->made++;
  g_atomic_int_inc (&fake_engine_n_steps);
  if (job->token)
    job->token (id, words[id], strlen (words[id]), job->user_data);
}

static void
end (Job *job)
{
  job->answer->finish = job->cancelled ? HUNCH_FINISH_CANCELLED : HUNCH_FINISH_LENGTH;
  job->answer->timings.predicted_n = job->made;
  if (g_atomic_int_get (&fake_engine_n_full) > 0)
    {
      g_atomic_int_add (&fake_engine_n_full, -1);
      job->answer->error = g_error_new (HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL, "the context is full");
    }
  job->done (job->answer, job->user_data);
  g_free (job);
}

static gpointer
serve (gpointer data)
{
  HunchEngine *e = data;

  g_mutex_lock (&e->lock);
  while (!e->quit || e->jobs.length > 0)
    {
      Job *job = g_queue_peek_head (&e->jobs);
      gboolean over;

      if (job == NULL)
        {
          g_cond_wait (&e->changed, &e->lock);
          continue;
        }
      over = job->cancelled || e->quit || job->made == job->max_tokens;
      if (over)
        {
          job->cancelled |= e->quit;
          g_queue_pop_head (&e->jobs);
        }
      g_mutex_unlock (&e->lock);
      if (over)
        end (job);
      else
        step (job);
      g_mutex_lock (&e->lock);
    }
  g_mutex_unlock (&e->lock);
  return NULL;
}

static HunchVocab *
make_vocab (void)
{
  static const HunchText tokens[] = { { "one", 3 },
                                      { "\xc4\xa0two", 5 },
                                      { "\xc4\xa0three", 7 },
                                      { "\xc4\xa0"
                                        "four",
                                        6 } };
  const HunchVocabSource source = {
    .model = "gpt2",
    .pre = "gpt-2",
    .n_tokens = G_N_ELEMENTS (tokens),
    .tokens = tokens,
    .bos = -1,
    .eos = -1,
    .eot = -1,
    .unk = -1,
    .pad = -1,
    .fim_prefix = -1,
    .fim_suffix = -1,
    .fim_middle = -1,
    .fim_pad = -1,
    .fim_repo = -1,
    .fim_sep = -1,
    .add_bos = 0,
    .add_eos = 0,
  };
  GError *error = NULL;
  HunchVocab *vocab = hunch_vocab_new (&source, &error);

  g_assert_no_error (error);
  return vocab;
}

HunchEngine *
hunch_engine_new (const HunchEngineOptions *options, HunchEngineProgress progress, gpointer user_data,
                  const volatile gint *cancelled, GError **error)
{
  HunchEngine *e;

  g_atomic_int_inc (&fake_engine_n_loads);
  progress ("weights", 0, user_data);
  if (g_str_equal (options->model_path, "fail"))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, "fail: this one never loads");
      return NULL;
    }
  for (guint i = 0; g_str_equal (options->model_path, "slow") && i < 30 && !g_atomic_int_get (cancelled); i++)
    {
      g_usleep (10000);
      progress ("weights", i / 30.0, user_data);
    }
  if (g_atomic_int_get (cancelled))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, "cancelled");
      return NULL;
    }
  progress ("weights", 1, user_data);
  e = g_new0 (HunchEngine, 1);
  e->vocab = make_vocab ();
  e->thread = g_thread_new ("fake-engine", serve, e);
  g_atomic_int_inc (&fake_engine_n_open);
  return e;
}

void
hunch_engine_free (HunchEngine *e)
{
  if (e == NULL)
    return;
  g_usleep (g_atomic_int_get (&fake_engine_close_ms) * 1000);
  g_mutex_lock (&e->lock);
  e->quit = TRUE;
  g_cond_signal (&e->changed);
  g_mutex_unlock (&e->lock);
  g_thread_join (e->thread);
  hunch_vocab_unref (e->vocab);
  g_free (e);
  g_atomic_int_add (&fake_engine_n_open, -1);
}

void
hunch_engine_leave (void)
{
}

void
fake_engine_wait_closed (void)
{
  for (guint i = 0; g_atomic_int_get (&fake_engine_n_open) > 0 && i < 3000; i++)
    g_usleep (10000);
  g_assert_cmpint (g_atomic_int_get (&fake_engine_n_open), ==, 0);
}

void
hunch_engine_info (HunchEngine *e, HunchEngineInfo *info)
{
  memset (info, 0, sizeof *info);
  info->name = "Fake";
  info->arch = "fake";
  info->device = "nothing";
  info->path = "nowhere";
  info->n_ctx = 128;
  info->n_vocab = G_N_ELEMENTS (words);
}

HunchVocab *
hunch_engine_vocab (HunchEngine *e)
{
  return e->vocab;
}

const char *const *
hunch_engine_warnings (HunchEngine *e)
{
  static const char *const none[] = { NULL };

  return none;
}

guint64
hunch_engine_submit (HunchEngine *e, const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done,
                     gpointer user_data)
{
  Job *job = g_new0 (Job, 1);
  guint64 number;

  job->max_tokens = request->score ? request->n_ids : request->max_tokens;
  job->token = token;
  job->done = done;
  job->user_data = user_data;
  job->answer = g_new0 (HunchAnswer, 1);
  job->answer->prompt_ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  job->answer->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  job->answer->top = g_array_new (FALSE, FALSE, sizeof (HunchTokenP));
  job->answer->text = g_string_new (NULL);
  job->answer->log_probs = g_array_new (FALSE, TRUE, sizeof (float));
  for (guint i = 0; request->score && i < request->n_ids; i++)
    {
      float p = -(float) i * request->ids[i];

      g_array_append_val (job->answer->log_probs, p);
    }
  for (guint i = 0; i < request->n_top; i++)
    {
      HunchTokenP t = { i % G_N_ELEMENTS (words), 1.0f / (i + 2) };

      g_array_append_val (job->answer->top, t);
    }
  g_mutex_lock (&e->lock);
  number = job->number = ++e->last_number;
  g_queue_push_tail (&e->jobs, job);
  g_cond_signal (&e->changed);
  g_mutex_unlock (&e->lock);
  return number;
}

void
hunch_engine_cancel (HunchEngine *e, guint64 request)
{
  g_mutex_lock (&e->lock);
  for (GList *l = e->jobs.head; l != NULL; l = l->next)
    {
      Job *job = l->data;

      if (job->number == request)
        {
          job->cancelled = TRUE;
          g_atomic_int_inc (&fake_engine_n_cancel);
        }
    }
  g_mutex_unlock (&e->lock);
}

GError *
hunch_engine_gone_error (void)
{
  return g_error_new_literal (HUNCH_ERROR, HUNCH_ERROR_FAILED, "the model was unloaded");
}

/* What the library wants besides, and these tests do not. */
GPtrArray *
hunch_device_lines (GStrv *notices, GError **error)
{
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE, "no device");
  return NULL;
}

void
hunch_device_line_free (HunchDeviceLine *line)
{
  g_free (line);
}
