/* request.c: one request's way from its copy to its end: ids, tokens, text, reasons to stop.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/request.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/answer.h"
#include "engine/session/likely.h"
#include "engine/session/prompt.h"

#include <math.h>
#include <string.h>

static double
ms_between (gint64 from, gint64 to)
{
  return (double) (to - from) / 1000;
}

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

/* Looks for the first line break that follows some text. TRUE: it is in the fresh text, which ends before it where one line is wanted. */
static gboolean
find_line_end (HunchJob *job)
{
  for (gsize i = 0; i < job->fresh->len; i++)
    {
      char c = job->fresh->str[i];

      if (job->some_text && (c == '\n' || c == '\r'))
        {
          if (job->request.one_line)
            g_string_truncate (job->fresh, i);
          return TRUE;
        }
      job->some_text |= !g_ascii_isspace (c);
    }
  return FALSE;
}

static void
stop_at (HunchJob *job, const char *matched)
{
  job->answer->finish = HUNCH_FINISH_STOP;
  job->answer->matched = g_strdup (matched);
  job->ended = TRUE;
}

/* Bytes of a token become text that is certain, and that is told; at the last one all of it is. id: -1 when none belongs to it. */
static void
tell (HunchJob *job, gint32 id, HunchText bytes, gboolean last)
{
  const char *matched = NULL;
  gboolean line_ends;

  g_string_truncate (job->fresh, 0);
  g_string_truncate (job->chunk, 0);
  hunch_utf8_stream_push (&job->utf8, bytes.data, bytes.len, job->fresh);
  if (last)
    hunch_utf8_stream_flush (&job->utf8, job->fresh);
  line_ends = find_line_end (job);
  job->some_lines |= line_ends;
  line_ends &= job->request.one_line;
  if (hunch_stop_push (job->stop, job->fresh->str, job->fresh->len, job->chunk, &matched))
    stop_at (job, matched);
  else if (line_ends)
    stop_at (job, "\n");
  if (!matched && (last || line_ends))
    hunch_stop_flush (job->stop, job->chunk);
  g_string_append_len (job->answer->text, job->chunk->str, (gssize) job->chunk->len);
  if (job->token && (id >= 0 || job->chunk->len > 0))
    job->token (id, job->chunk->str, job->chunk->len, job->user_data);
}

/* The first logits: the prompt is read. */
static gboolean
take_first (HunchJob *job, guint n_vocab, const float *logits, GError **error)
{
  HunchAnswer *a = job->answer;
  guint n = MIN (job->request.n_top, n_vocab);

  job->first = g_get_monotonic_time ();
  a->timings.prompt_ms = ms_between (job->started, job->first);
  if (n == 0)
    return TRUE;
  g_array_set_size (a->top, n);
  g_array_set_size (a->top, hunch_sampler_top (logits, n_vocab, n, (HunchTokenP *) (gpointer) a->top->data, error));
  return a->top->len > 0;
}

/* The bytes of a token that are new. Once the end of the prompt is spelt, the tokens that only did that do not count. */
static HunchText
take_spelt (HunchJob *job, gint32 id, HunchText bytes)
{
  gsize n;

  if (job->given)
    {
      n = MIN (job->n_spelt, bytes.len);
      job->n_spelt -= n;
      return (HunchText){ bytes.data + n, bytes.len - n };
    }
  if (job->spell == NULL)
    return bytes;
  n = hunch_spell_take (job->spell, id);
  bytes = (HunchText){ bytes.data + n, bytes.len - n };
  if (hunch_spell_is_done (job->spell))
    {
      g_clear_pointer (&job->spell, hunch_spell_free);
      job->wanted = job->request.max_tokens + job->answer->ids->len - (bytes.len > 0);
      job->limit = MIN (job->limit, job->wanted);
    }
  return bytes;
}

/* Time enough was spent on writing, and there is some text, which stands at a line's end or will not come to one. */
static gboolean
is_over (const HunchJob *job)
{
  gint64 limit = (gint64) job->request.soft_timeout_ms * 1000, spent = g_get_monotonic_time () - job->first;

  return limit > 0 && job->some_text && (spent >= HUNCH_SOFT_TIMES * limit || (spent >= limit && job->some_lines));
}

/* The next id, drawn or given. What is reported of it is what the model said, before anything was left out. */
static gboolean
choose (HunchJob *job, guint n_vocab, const float *logits, gint32 *id, GError **error)
{
  const guint n = job->request.n_likely;

  if (job->given)
    *id = g_array_index (job->given, gint32, job->answer->ids->len);
  else if (!hunch_sampler_sample (job->sampler, job->spell ? hunch_spell_mask (job->spell, logits) : logits, id, error))
    return FALSE;
  return n == 0 || hunch_likely_note (job->answer, *id, logits, n_vocab, n, error);
}

gboolean
hunch_job_advance (HunchJob *job, const HunchVocab *vocab, guint n_vocab, const float *logits, GError **error)
{
  HunchAnswer *a = job->answer;
  HunchText bytes = { "", 0 };
  gboolean eog, last;
  gint32 id;

  if (job->first == 0 && !take_first (job, n_vocab, logits, error))
    return FALSE;
  if (job->limit == 0)
    {
      hunch_job_end (job, HUNCH_FINISH_LENGTH);
      return TRUE;
    }
  if (!choose (job, n_vocab, logits, &id, error))
    return FALSE;

  hunch_sampler_accept (job->sampler, id);
  g_array_append_val (job->ids, id);
  g_array_append_val (a->ids, id);
  if (a->ids->len == 1)
    a->timings.first_token_ms = ms_between (job->submitted, g_get_monotonic_time ());
  eog = hunch_vocab_is_eog (vocab, id) && !job->request.ignore_eos;
  if (!eog)
    bytes = take_spelt (job, id, hunch_vocab_piece (vocab, id, FALSE));
  last = eog || a->ids->len == job->limit;
  tell (job, id, bytes, last);
  if (last && !job->ended)
    {
      a->context_full = !eog && job->limit < job->wanted;
      a->finish = eog ? HUNCH_FINISH_EOS : a->context_full ? HUNCH_FINISH_CONTEXT : HUNCH_FINISH_LENGTH;
      job->ended = TRUE;
    }
  if (!job->ended && is_over (job))
    hunch_job_end (job, HUNCH_FINISH_LENGTH);
  return TRUE;
}

gboolean
hunch_job_scored (HunchJob *job, const float *log_probs, guint n, GError **error)
{
  HunchAnswer *a = job->answer;
  guint n_known = MIN (job->n_eval + n, job->ids->len - 1) - job->n_eval;

  for (guint i = 0; i < n_known; i++)
    if (!isfinite (log_probs[i]))
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC,
                     _ ("the model gives no probability for token %u of the text: its numbers are not finite"),
                     job->n_eval + i + 2);
        return FALSE;
      }
  g_array_set_size (a->log_probs, job->n_eval + 1);
  g_array_append_vals (a->log_probs, log_probs, n_known);
  job->n_eval += n;
  if (hunch_job_left (job) > 0)
    return TRUE;
  job->first = g_get_monotonic_time ();
  a->timings.prompt_ms = ms_between (job->started, job->first);
  hunch_job_end (job, HUNCH_FINISH_LENGTH);
  return TRUE;
}

void
hunch_job_end (HunchJob *job, HunchFinish finish)
{
  if (job->stop)
    tell (job, -1, (HunchText){ "", 0 }, TRUE);
  job->answer->finish = finish;
  job->ended = TRUE;
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
    a->timings.predicted_ms = ms_between (job->first, g_get_monotonic_time ());
  job->done (a, job->user_data);
  job_free (job);
}
