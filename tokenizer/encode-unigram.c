/* encode-unigram.c: the likeliest way to write a text as tokens, each of which has a probability of its own.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018);
 * the path is found as Viterbi (1967) does it. Sums are in single precision, and counted from a new place when they grow long, as the
 * reference has them: they decide between ways that are equally likely but for rounding. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "tokenizer/encode-private.h"
#include "tokenizer/unicode.h"

#define UNKNOWN  (-1)
#define LONG_SUM 100000.0f

/* The best way to write the text up to here, and its last token. */
typedef struct
{
  float score;
  guint32 length; /* of the token; 0: there is no way */
  gint32 id;
} Step;

static inline void
offer (Step *step, float score, guint32 length, gint32 id)
{
  if (step->length == 0 || score > step->score)
    *step = (Step){ score, length, id };
}

/* Makes the sum at at zero, and those of the places behind it that are reached the less by as much. */
static void
count_from (Step *steps, gsize at, gsize reached)
{
  float offset = steps[at].score;

  steps[at].score = 0;
  for (gsize i = at + 1; i <= reached; i++)
    if (steps[i].length > 0)
      steps[i].score -= offset;
}

/* All tokens that begin at at, each a way to go on; the farthest place that is reached. */
static gsize
go_on (const HunchVocab *v, const guint8 *text, gsize len, gsize at, gsize character, gsize reached, Step *steps)
{
  float so_far = steps[at].score;
  gboolean covered = FALSE;
  guint32 node = 0;

  for (gsize k = at; k < len && (node = hunch_trie_next (&v->trie, node, text[k])) != 0; k++)
    {
      gint32 id = v->trie.id[node];
      gsize length = k + 1 - at;

      if (id < 0)
        continue;
      offer (&steps[k + 1], v->scores[id] + so_far, length, id);
      reached = MAX (reached, k + 1);
      covered |= length == character;
    }
  if (covered)
    return reached;
  offer (&steps[at + character], v->unknown_score + so_far, character, UNKNOWN);
  return MAX (reached, at + character);
}

/* Turns the last steps of the best ways into the steps of the best way: each place that it passes gets the token that
 * begins there. */
static void
trace_back (Step *steps, gsize len)
{
  Step next = steps[len];

  for (gsize at = len; at > 0;)
    {
      Step step = next;

      at -= step.length;
      next = steps[at];
      steps[at] = step;
    }
}

gboolean
hunch_encode_unigram (HunchEncoder *e, const guint8 *text, gsize len, GError **error)
{
  const HunchVocab *v = e->v;
  g_autofree Step *steps = NULL;
  gsize reached = 0;

  if (len > HUNCH_LONGEST_WORD)
    return hunch_encoder_fail_long (len, error);
  steps = g_try_new0 (Step, len + 1);
  if (steps == NULL)
    return hunch_encoder_fail_word (len, HUNCH_BPE_NO_MEMORY, error);
  for (gsize at = 0, k; at < len; at += k)
    {
      gunichar c;

      k = MAX (hunch_utf8_decode (text + at, len - at, &c), 1);
      if (fabsf (steps[at].score) > LONG_SUM)
        count_from (steps, at, reached);
      reached = go_on (v, text, len, at, k, reached, steps);
      if (at % 1024 < 4 && hunch_encoder_is_cancelled (e))
        return hunch_encoder_fail_cancelled (error);
    }
  trace_back (steps, len);
  for (gsize at = 0; at < len; at += steps[at].length)
    if (steps[at].id == UNKNOWN)
      hunch_encode_unknown (e, text + at, steps[at].length);
    else
      hunch_encoder_emit (e, steps[at].id);
  return TRUE;
}
