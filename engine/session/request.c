/* request.c: one request from its copy to the ids that it starts from, and its end.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/request.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/answer.h"
#include "engine/session/prompt.h"

/* Those of the request, and for an infill where it would repeat what follows; none for a text that is given. */
static GStrv
copy_stops (const HunchRequest *request)
{
  g_autoptr (GStrvBuilder) stops = g_strv_builder_new ();
  g_autofree char *own = NULL;

  if (request->given)
    return g_strv_builder_end (stops);
  if (request->stops)
    g_strv_builder_addv (stops, (const char **) request->stops);
  if (request->suffix)
    own = hunch_prompt_suffix_stop (request->suffix, request->suffix_len);
  if (own)
    g_strv_builder_add (stops, own);
  return g_strv_builder_end (stops);
}

HunchJob *
hunch_job_new (const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done, gpointer user_data)
{
  HunchJob *job = g_new0 (HunchJob, 1);
  HunchRequest *r = &job->request;

  *r = *request;
  r->ids = g_memdup2 (request->ids, request->n_ids * sizeof *request->ids);
  r->text = g_memdup2 (request->text, request->text_len);
  if (request->suffix) /* an empty one is one too, of which g_memdup2 would make NULL */
    r->suffix = request->suffix_len > 0 ? g_memdup2 (request->suffix, request->suffix_len) : g_strdup ("");
  r->stops = (const char *const *) copy_stops (request);
  r->context = (const char *const *) g_strdupv ((GStrv) request->context);
  r->file_name = g_strdup (request->file_name);
  job->token = token;
  job->done = done;
  job->user_data = user_data;
  job->seq = -1;
  job->submitted = g_get_monotonic_time ();
  if (r->score)
    r->max_tokens = 0;
  if (r->given)
    {
      r->given = r->given_len > 0 ? g_memdup2 (request->given, request->given_len) : g_strdup ("");
      r->max_tokens = 1; /* its own number comes with its ids */
      r->soft_timeout_ms = 0;
      r->one_line = FALSE;
      r->ignore_eos = TRUE;
    }
  if (r->timeout_ms > 0)
    job->deadline = job->submitted + (gint64) r->timeout_ms * 1000;
  job->answer = hunch_answer_new ();
  job->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  job->fresh = g_string_new (NULL);
  job->chunk = g_string_new (NULL);
  return job;
}

static void
job_free (HunchJob *job)
{
  g_free ((gpointer) job->request.ids);
  g_free ((char *) job->request.text);
  g_free ((char *) job->request.suffix);
  g_strfreev ((GStrv) job->request.stops);
  g_strfreev ((GStrv) job->request.context);
  g_free ((char *) job->request.file_name);
  g_free ((char *) job->request.given);
  g_clear_pointer (&job->given, g_array_unref);
  hunch_spell_free (job->spell);
  hunch_answer_free (job->answer);
  hunch_sampler_free (job->sampler);
  hunch_stop_free (job->stop);
  g_array_unref (job->ids);
  g_string_free (job->fresh, TRUE);
  g_string_free (job->chunk, TRUE);
  g_free (job);
}

/* A prompt may fill the context if nothing is to follow it; each token that is to follow needs a position more. */
static gboolean
check_room (HunchJob *job, guint n_ctx, GError **error)
{
  guint n = job->ids->len, room = job->request.max_tokens > 0 ? n_ctx - 1 : n_ctx;

  if (n > room)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL,
                   _ ("The prompt has %u tokens and the context has room for %u: shorten the prompt, or load the model "
                      "with a larger context"),
                   n, room);
      return FALSE;
    }
  job->limit = MIN (job->wanted, n_ctx - n);
  return TRUE;
}

/* Ids and stop strings come from outside. The messages number them, and never show them. */
static gboolean
check_input (HunchJob *job, guint n_vocab, GError **error)
{
  const HunchRequest *r = &job->request;

  for (guint i = 0; r->ids && i < r->n_ids; i++)
    if (r->ids[i] < 0 || (guint) r->ids[i] >= n_vocab)
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                     _ ("Number %u of the prompt's ids is none of the %u that the model has"), i + 1, n_vocab);
        return FALSE;
      }
  for (guint i = 0; r->stops && r->stops[i]; i++)
    if (!g_utf8_validate (r->stops[i], -1, NULL))
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("Stop string %u is not valid UTF-8"), i + 1);
        return FALSE;
      }
  return TRUE;
}

/* A text that is there already: it is cut into tokens together with the end of the prompt that is to be spelt. */
static gboolean
build_given (HunchJob *job, const HunchVocab *vocab, guint n_vocab, const GString *spell, GError **error)
{
  g_autoptr (GString) text = g_string_new_len (spell->str, (gssize) spell->len);

  g_string_append_len (text, job->request.given, (gssize) job->request.given_len);
  job->given = g_array_new (FALSE, FALSE, sizeof (gint32));
  if (!hunch_vocab_encode (vocab, text->str, text->len, 0, &job->cancelled, job->given, error))
    return FALSE;
  job->wanted = job->given->len;
  job->n_spelt = spell->len;
  for (guint i = 0; i < job->given->len; i++)
    if ((guint) g_array_index (job->given, gint32, i) >= n_vocab)
      {
        g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                             _ ("The text has a token that the model cannot write"));
        return FALSE;
      }
  return TRUE;
}

/* The ids to start from, and with healing what the first tokens have to spell; a text that they cannot spell is not healed. */
static gboolean
build (HunchJob *job, const HunchVocab *vocab, guint n_vocab, GError **error)
{
  g_autoptr (GString) spell = g_string_new (NULL);

  job->request.heal &= job->request.max_tokens > 0;
  if (!hunch_prompt_build (vocab, &job->request, &job->cancelled, job->ids, spell, &job->answer->note, error))
    return FALSE;
  if (job->request.given)
    return build_given (job, vocab, n_vocab, spell, error);
  job->wanted = job->request.max_tokens + (guint) spell->len; /* until it is known how few tokens spell it */
  if (spell->len == 0)
    return TRUE;
  job->spell = hunch_spell_new (vocab, n_vocab, spell->str, spell->len);
  if (job->spell)
    return TRUE;
  job->request.heal = FALSE;
  g_array_set_size (job->ids, 0);
  g_clear_pointer (&job->answer->note, g_free);
  return build (job, vocab, n_vocab, error);
}

gboolean
hunch_job_prepare (HunchJob *job, const HunchVocab *vocab, guint n_vocab, guint n_ctx, GError **error)
{
  if (!check_input (job, n_vocab, error))
    return FALSE;
  job->sampler = hunch_sampler_new (&job->request.sampler, n_vocab, error);
  if (job->sampler == NULL)
    return FALSE;
  if (!build (job, vocab, n_vocab, error))
    return FALSE;
  g_array_append_vals (job->answer->prompt_ids, job->ids->data, job->ids->len);
  job->answer->timings.prompt_n = job->ids->len;
  if (!check_room (job, n_ctx, error))
    return FALSE;

  for (guint i = 0; i < job->ids->len; i++)
    hunch_sampler_accept (job->sampler, g_array_index (job->ids, gint32, i));
  job->stop = hunch_stop_new (job->request.stops);
  return TRUE;
}

void
hunch_job_fail (HunchJob *job, GError *error)
{
  g_clear_error (&job->answer->error);
  job->answer->error = error;
  job->answer->finish = HUNCH_FINISH_CANCELLED;
  job->ended = TRUE;
}

void
hunch_job_deliver (HunchJob *job)
{
  HunchAnswer *a = g_steal_pointer (&job->answer);

  a->timings.predicted_n = a->ids->len;
  if (job->first)
    a->timings.predicted_ms = hunch_job_ms (job->first, g_get_monotonic_time ());
  job->done (a, job->user_data);
  job_free (job);
}
