/* top.c: the likeliest tokens with their probabilities, for people to look at.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/sampler/cutoff.h"
#include "engine/sampler/sampler-private.h"
#include "engine/sampler/sampler.h"

#include <math.h>
#include <stdlib.h>

/* By logit, which p holds for the moment, best first; the lower id first among equals. */
static int
compare_rank (const void *a, const void *b)
{
  const HunchTokenP *x = a, *y = b;

  if (x->p != y->p)
    return x->p > y->p ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

guint
hunch_sampler_top (const float *logits, guint n_vocab, guint n, HunchTokenP *top, GError **error)
{
  HunchCutoff cut = HUNCH_CUTOFF_NONE;
  gint32 best;
  double sum = 0, max;
  guint n_top = 0;

  if (!hunch_sampler_argmax (logits, n_vocab, &best, error) || n == 0)
    return 0;
  max = logits[best];
  if (n < n_vocab)
    hunch_cutoff_top_k (&cut, logits, n_vocab, n);
  for (guint i = 0; i < n_vocab; i++)
    {
      sum += exp (logits[i] - max);
      if (hunch_cutoff_keeps (cut, logits[i], i))
        top[n_top++] = (HunchTokenP){ .id = (gint32) i, .p = logits[i] };
    }
  qsort (top, n_top, sizeof *top, compare_rank);
  for (guint i = 0; i < n_top; i++)
    top[i].p = (float) (exp (top[i].p - max) / sum);
  return n_top;
}

float
hunch_sampler_probability (const float *logits, gint32 id, HunchTokenP known)
{
  return (float) (known.p * exp ((double) logits[id] - logits[known.id]));
}
