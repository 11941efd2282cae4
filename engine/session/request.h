/* request.h: one request on its way through the engine: its copy, its tokens so far, and the answer that grows.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A job is a sequence of ids of which the first n_eval are in the cache. Reading a prompt and writing a text are the same to it:
 * the ids that are left are evaluated, in as many steps as the scheduler likes, and the logits of the last one give the next id. */
#pragma once

#include "engine/sampler/stop.h"
#include "engine/session/engine.h"
#include "engine/session/spell.h"
#include "tokenizer/utf8-stream.h"

typedef struct
{
  guint64 number;
  gint cancelled;       /* atomic; set by any thread, the rest is the engine thread's */
  HunchRequest request; /* its pointers are owned */
  HunchTokenFunc token;
  HunchDoneFunc done;
  gpointer user_data;

  HunchAnswer *answer;
  HunchSampler *sampler;
  HunchSpell *spell; /* while the end of the prompt is being written again; NULL otherwise */
  HunchStop *stop;
  HunchUtf8Stream utf8;
  GString *fresh, *chunk; /* scratch: text of a token as it came, and what of it is certain */
  gboolean some_text;     /* a character other than white space has come; only then may a line break end the text */
  gboolean some_lines;    /* and a line break after it */
  gint64 submitted, started, first, deadline; /* µs of the monotonic clock; 0: not yet, or none */

  GArray *ids;    /* gint32; prompt, then what was generated */
  GArray *given;  /* gint32; NULL: tokens are drawn, else these come */
  gsize n_spelt;  /* with given: bytes of them that belong to the end of the prompt */
  guint wanted;   /* tokens to generate: max_tokens, and those that spell the end of the prompt */
  guint limit;    /* tokens that may be generated: as wanted, or fewer where the context ends before */
  gboolean ended; /* answer->finish is final */

  /* The scheduler's. */
  gint seq;       /* in the cache; -1: none */
  guint n_eval;   /* ids whose keys and values are in the cache */
  guint n_take;   /* ids in the batch that is being made */
  guint n_blocks; /* blocks of the cache that are set aside for it */
} HunchJob;

HunchJob *hunch_job_new (const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done, gpointer user_data);

/* Makes ids and whatever else a start needs. n_vocab: tokens that have logits. */
gboolean hunch_job_prepare (HunchJob *job, const HunchVocab *vocab, guint n_vocab, guint n_ctx, GError **error);
/* Takes the logits that follow the last id: draws a token, appends it, tells of its text, and sees whether that was the end.
 * HUNCH_ERROR_NUMERIC as the sampler. */
gboolean hunch_job_advance (HunchJob *job, const HunchVocab *vocab, guint n_vocab, const float *logits, GError **error);
/* Takes what the model says of the next n ids: log_probs (n - 1 for the last piece, else n) belong to the ids after each. The end of the
 * prompt is the end of the job. HUNCH_ERROR_NUMERIC when one is not finite. */
gboolean hunch_job_scored (HunchJob *job, const float *log_probs, guint n, GError **error);
/* Ends between tokens, for a reason from outside; what is held back of the text is told. */
void hunch_job_end (HunchJob *job, HunchFinish finish);
/* Ends with an error (transfer full); what was generated stays in the answer. */
void hunch_job_fail (HunchJob *job, GError *error);
/* Gives the answer to the caller and frees the job, which has ended. */
void hunch_job_deliver (HunchJob *job);

/* Milliseconds between two times of the monotonic clock. */
static inline double
hunch_job_ms (gint64 from, gint64 to)
{
  return (double) (to - from) / 1000;
}

static inline guint
hunch_job_left (const HunchJob *job)
{
  return job->ids->len - job->n_eval;
}

/* Most positions that the job will ever have in the cache: the last token generated is not evaluated. */
static inline guint
hunch_job_positions (const HunchJob *job)
{
  return job->answer->prompt_ids->len + MAX (job->limit, 1) - 1;
}
