/* suggester-job.c: questions to the completer, and what becomes of the answers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include "plugin/core-policy.h"
#include "plugin/core-trim.h"
#include "plugin/query-private.h"
#include "plugin/suggester-private.h"

#define ALTERNATIVE_TEMPERATURE 0.8
#define MAX_ATTEMPTS            3  /* to get an alternative that is another text */
#define LEISURE                 8  /* how much more is read when nothing is typed */
#define PAINTING_MS             50 /* a few frames, and no person is that quick to accept */
#define FIRST_QUIET_MS          1000
#define MAX_QUIET_MS            60000

static void
job_free (SuggesterJob *job)
{
  g_weak_ref_clear (&job->suggester);
  core_context_unref (job->context);
  g_object_unref (job->cancellable);
  g_signal_handler_disconnect (job->query, job->handler);
  g_object_unref (job->query);
  g_string_free (job->come, TRUE);
  g_strfreev (job->texts);
  g_free (job->prompt);
  g_free (job);
}

/* Forgets a job: its answer will be dropped. */
void
suggester_cancel (SuggesterJob **slot)
{
  SuggesterJob *job = g_steal_pointer (slot);

  if (job != NULL)
    g_cancellable_cancel (job->cancellable);
}

/* Where the prompt for a place begins: what can be read in time; at leisure, several times as much, but not so much that the
 * begin would be out of sight after the next lines. */
static const char *
prompt_begin (HunchSuggester *self, const CoreContext *context, gboolean at_leisure)
{
  gsize budget = core_pace_budget (&self->memory->pace, self->settings->prompt_time_limit_ms);
  guint n_lines = self->settings->lines_before - self->settings->lines_before / 4;
  const char *begin;

  if (!at_leisure)
    return core_prompt_begin (context->prefix, self->read, budget);
  begin = core_prompt_begin (context->prefix, NULL, LEISURE * budget);
  return MAX (begin, core_text_last_lines (context->prefix, n_lines, G_MAXSIZE));
}

void
suggester_forget_read (HunchSuggester *self)
{
  g_clear_pointer (&self->read, g_free);
  g_clear_pointer (&self->texts, g_strfreev);
}

/* What of recent text is read: half of what can be read at leisure, the rest is for the text itself. In a hurry it is what was read then. */
static char **
choose_texts (HunchSuggester *self, const CoreContext *context, gboolean at_leisure)
{
  gsize budget = core_pace_budget (&self->memory->pace, self->settings->prompt_time_limit_ms);

  if (!at_leisure)
    return g_strdupv (self->texts);
  return core_ring_get (self->memory->ring, context->prefix, context->suffix, LEISURE / 2 * budget);
}

static HunchQuery *
make_query (HunchSuggester *self, SuggesterJob *job)
{
  const CoreContext *context = job->context;
  gsize budget = core_pace_budget (&self->memory->pace, self->settings->prompt_time_limit_ms);
  g_autofree char *suffix = NULL;
  HunchQuery *query;

  if (self->memory->reader != self) /* another text was read since, and may have taken the place of this one */
    suggester_forget_read (self);
  job->n_suffix = core_prompt_suffix (context->suffix, budget / 4);
  job->prompt = g_strdup (prompt_begin (self, context, job->kind == JOB_WARM));
  suffix = g_strndup (context->suffix, job->n_suffix);
  query = hunch_query_new (job->prompt, suffix);
  query->language = g_strdup (context->language);
  query->filename = g_strdup (context->filename);
  job->texts = choose_texts (self, context, job->kind == JOB_WARM);
  query->context = g_strdupv (job->texts);
  query->max_tokens = job->kind == JOB_WARM ? 0 : self->settings->max_tokens;
  query->time_limit_ms = self->settings->time_limit_ms;
  query->one_line = core_trim_wants_one_line (context->prefix, context->suffix);
  if (job->kind == JOB_EXPLAIN)
    query->explain = g_strdup (hunch_suggester_get_text (self));
  if (job->kind == JOB_ALTERNATIVE)
    {
      query->temperature = ALTERNATIVE_TEMPERATURE;
      query->seed = job->seed;
    }
  return query;
}

/* Whether the cursor is still where the job was for, as the host itself says. */
static gboolean
is_current (HunchSuggester *self, const SuggesterJob *job)
{
  g_autoptr (CoreContext) now = NULL;

  if (self->host == NULL)
    return FALSE;
  now = core_context_read (self->host, self->settings);
  return core_context_equal (now, job->context) && core_policy_blocks (now, self->settings) == NULL;
}

static void
take_suggestion (HunchSuggester *self, const SuggesterJob *job, const char *text)
{
  if (text != NULL)
    suggester_grow (self, job, text);
  else if (!is_current (self, job))
    suggester_reset (self);
  else if (self->shown == NULL)
    suggester_set_status (self, _ ("Nothing to suggest here"));
}

static void start (HunchSuggester *self, SuggesterJob **slot, JobKind kind, CoreContext *context, guint seed);

static void
take_alternative (HunchSuggester *self, const SuggesterJob *job, const char *text)
{
  if (self->shown == NULL || !is_current (self, job))
    return;
  if (text != NULL && !g_ptr_array_find_with_equal_func (self->shown, text, g_str_equal, NULL))
    {
      g_ptr_array_add (self->shown, g_strdup (text));
      suggester_show_index (self, self->shown->len - 1);
    }
  else if (job->seed % MAX_ATTEMPTS != 0)
    start (self, &self->job, JOB_ALTERNATIVE, job->context, job->seed + 1);
  else
    suggester_show_index (self, 0);
}

/* What was read need not be read again. Whether the other texts were read depends on the model, so that with them nobody can tell how many
 * bytes a token has. */
static void
note_reading (HunchSuggester *self, const SuggesterJob *job, const HunchReply *reply)
{
  gboolean has_texts = job->texts != NULL && *job->texts != NULL;

  core_pace_add (&self->memory->pace, reply->n_prompt - MIN (reply->n_cached, reply->n_prompt), reply->prompt_ms,
                 reply->n_prompt, has_texts ? 0 : strlen (job->prompt) + job->n_suffix);
  suggester_forget_read (self);
  self->read = g_strdup (job->prompt);
  self->texts = g_strdupv (job->texts);
  self->memory->reader = self;
}

static void
take_reply (HunchSuggester *self, const SuggesterJob *job, HunchReply *reply)
{
  g_autofree char *text = core_trim (job->context->prefix, job->context->suffix, reply->text);

  self->n_failures = 0;
  self->quiet_until = 0;
  note_reading (self, job, reply);
  if (job->kind == JOB_EXPLAIN)
    {
      if (is_current (self, job))
        suggester_explained (self, job->query, reply);
      return;
    }
  if (*reply->text != '\0') /* nothing at all says only that the time was over */
    core_cache_add (self->memory->cache, job->context, text, self->settings->cache_size);
  if (job->kind == JOB_AHEAD || job->kind == JOB_WARM)
    return;
  suggester_tell_reply (self, reply);
  if (job->kind == JOB_SUGGEST)
    take_suggestion (self, job, text);
  else
    take_alternative (self, job, text);
}

/* One quiet line, and a wait that doubles: an engine that is not there must not be asked at each key. */
static void
take_error (HunchSuggester *self, const SuggesterJob *job, const GError *error)
{
  guint wait_ms = MIN (FIRST_QUIET_MS << MIN (self->n_failures, 10), MAX_QUIET_MS);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->n_failures++;
  self->quiet_until = self->clock->now_us (self->clock) + 1000 * (gint64) wait_ms;
  if (job->kind != JOB_AHEAD && job->kind != JOB_WARM)
    suggester_set_status (self, error->message);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SuggesterJob *job = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HunchReply) reply = hunch_completer_complete_finish (HUNCH_COMPLETER (source), result, &error);
  g_autoptr (HunchSuggester) self = g_weak_ref_get (&job->suggester);

  if (self != NULL && (self->job == job || self->ahead == job))
    {
      *(self->job == job ? &self->job : &self->ahead) = NULL;
      if (reply != NULL)
        take_reply (self, job, reply);
      else
        take_error (self, job, error);
      suggester_notify (self, "busy");
    }
  job_free (job);
}

static void
on_text (HunchQuery *query, const char *text, SuggesterJob *job)
{
  g_autoptr (HunchSuggester) self = g_weak_ref_get (&job->suggester);

  g_string_append (job->come, text);
  if (self != NULL && self->job == job && job->kind == JOB_SUGGEST && strchr (text, '\n') != NULL)
    suggester_grow (self, job, NULL);
}

static void
start (HunchSuggester *self, SuggesterJob **slot, JobKind kind, CoreContext *context, guint seed)
{
  SuggesterJob *job = g_new0 (SuggesterJob, 1);

  suggester_cancel (slot);
  g_weak_ref_init (&job->suggester, self);
  job->context = core_context_ref (context);
  job->cancellable = g_cancellable_new ();
  job->kind = kind;
  job->seed = seed;
  *slot = job;
  job->come = g_string_new (NULL);
  job->query = make_query (self, job);
  job->handler = g_signal_connect (job->query, "text", G_CALLBACK (on_text), job);
  hunch_completer_complete_async (self->completer, job->query, job->cancellable, on_done, job);
  suggester_notify (self, "busy");
}

void
suggester_ask (HunchSuggester *self, CoreContext *context)
{
  suggester_stop_ahead (self); /* the device is for what somebody waits for */
  start (self, &self->job, JOB_SUGGEST, context, 0);
}

void
suggester_ask_alternative (HunchSuggester *self)
{
  suggester_stop_ahead (self);
  start (self, &self->job, JOB_ALTERNATIVE, self->place, 1 + MAX_ATTEMPTS * self->shown->len);
}

void
suggester_ask_explanation (HunchSuggester *self)
{
  suggester_stop_ahead (self);
  start (self, &self->job, JOB_EXPLAIN, self->place, 0);
}

static gboolean
on_painted (gpointer data)
{
  HunchSuggester *self = data;
  g_autoptr (CoreContext) context = NULL;
  g_autoptr (GPtrArray) known = NULL;

  core_clock_drop (self->clock, &self->painting);
  if (self->shown == NULL)
    return G_SOURCE_REMOVE;
  context = core_context_after (self->place, g_ptr_array_index (self->shown, self->index));
  known = core_cache_lookup (self->memory->cache, context);
  if (known == NULL && core_policy_blocks_auto (context, self->settings) == NULL)
    start (self, &self->ahead, JOB_AHEAD, context, 0);
  return G_SOURCE_REMOVE;
}

/* The device may compute on the processors that the host and the display need to paint what is shown: they go first. */
void
suggester_ask_ahead (HunchSuggester *self)
{
  suggester_stop_ahead (self);
  if (self->settings->speculate && self->settings->auto_trigger && self->settings->cache_size > 0)
    self->painting = self->clock->add (self->clock, PAINTING_MS, on_painted, self);
}

void
suggester_stop_ahead (HunchSuggester *self)
{
  core_clock_drop (self->clock, &self->painting);
  suggester_cancel (&self->ahead);
}

static gboolean
same_texts (char **a, char **b)
{
  char *none[] = { NULL };

  return g_strv_equal ((const char *const *) (a != NULL ? a : none), (const char *const *) (b != NULL ? b : none));
}

/* Reads more of the context while nobody waits, so that later prompts, which begin there too, find it read. */
void
suggester_ask_warm (HunchSuggester *self)
{
  const CoreContext *last = self->last;
  g_auto (GStrv) texts = NULL;

  if (last == NULL || self->read == NULL)
    return;
  texts = choose_texts (self, last, TRUE);
  if (prompt_begin (self, last, TRUE) < prompt_begin (self, last, FALSE) || !same_texts (texts, self->texts))
    start (self, &self->ahead, JOB_WARM, self->last, 0);
}

/* If what was asked ahead is for this place, it is what somebody waits for now. */
gboolean
suggester_adopt_ahead (HunchSuggester *self, const CoreContext *context)
{
  if (self->ahead == NULL || self->ahead->kind != JOB_AHEAD || !core_context_equal (self->ahead->context, context))
    return FALSE;
  suggester_cancel (&self->job);
  self->job = g_steal_pointer (&self->ahead);
  self->job->kind = JOB_SUGGEST;
  suggester_notify (self, "busy");
  suggester_grow (self, self->job, NULL);
  return TRUE;
}
