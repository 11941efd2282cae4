/* request-text.c: what comes after a request's prompt: tokens, their text, and the reasons to stop.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/request.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/likely.h"

#include <math.h>

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
  a->timings.prompt_ms = hunch_job_ms (job->started, job->first);
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
    a->timings.first_token_ms = hunch_job_ms (job->submitted, g_get_monotonic_time ());
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
  a->timings.prompt_ms = hunch_job_ms (job->started, job->first);
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
