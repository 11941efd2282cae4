/* encode-unigram.c: the likeliest way to write a text as tokens, each of which has a probability of its own.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018);
 * the path is found as Viterbi (1967) does it, with sums in single precision, as the reference has them. */
#include "config.h"

#include <string.h>

#include "tokenizer/encode-private.h"
#include "tokenizer/unicode.h"

#define UNKNOWN (-1)

/* The best way to write the text up to here, and its last token. */
typedef struct
{
  float score;
  guint32 length; /* of the token; 0: there is no way */
  gint32 id;
} Step;

static inline void
offer (Step *step, double score, guint32 length, gint32 id)
{
  if (step->length == 0 || score > step->score)
    *step = (Step){ score, length, id };
}

/* All tokens that begin at at, each a way to go on. */
static void
go_on (const HunchVocab *v, const guint8 *text, gsize len, gsize at, gsize character, Step *steps)
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
      if (v->kinds[id] == HUNCH_TOKEN_USER_DEFINED)
        offer (&steps[k + 1], (double) (length * v->best_score) - 0.1 + so_far, length, id);
      else
        offer (&steps[k + 1], v->scores[id] + so_far, length, id);
      covered |= length == character;
    }
  if (!covered)
    offer (&steps[at + character], v->unknown_score + so_far, character, UNKNOWN);
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

  if (len > HUNCH_LONGEST_WORD)
    return hunch_encoder_fail_long (len, error);
  steps = g_try_new0 (Step, len + 1);
  if (steps == NULL)
    return hunch_encoder_fail_word (len, HUNCH_BPE_NO_MEMORY, error);
  for (gsize at = 0, k; at < len; at += k)
    {
      gunichar c;

      k = MAX (hunch_utf8_decode (text + at, len - at, &c), 1);
      go_on (v, text, len, at, k, steps);
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
