/* cutoff.h: the filters of a sampler as one line drawn through the ranking of all tokens.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tokens are ranked by logit, the lower index first among equals. Top-k, top-p and min-p each keep a beginning of that
 * ranking, so what they keep together is told by its last member, and no token has to be moved or sorted to find it. */
#pragma once

#include <glib.h>

/* A token stays when its logit is above z, or equals it and its index is at most i. */
typedef struct
{
  float z;
  guint i;
} HunchCutoff;

#define HUNCH_CUTOFF_NONE                                                                                              \
  {                                                                                                                    \
    -G_MAXFLOAT, G_MAXUINT                                                                                             \
  } /* everything but logits of -inf */

static inline gboolean
hunch_cutoff_keeps (HunchCutoff cut, float z, guint i)
{
  return z > cut.z || (z == cut.z && i <= cut.i);
}

/* z: (n) logits in rising order of ids, none NaN or +inf. Each tightens *cut in O(n), whatever the logits are, and
 * keeps at least one token. */

/* The first k tokens. */
void hunch_cutoff_top_k (HunchCutoff *cut, const float *z, guint n, guint k);
/* w: (n) weights that grow with z. The fewest tokens, of those that *cut keeps, that hold a weight of quota. */
void hunch_cutoff_top_p (HunchCutoff *cut, const float *z, const float *w, guint n, double quota);
