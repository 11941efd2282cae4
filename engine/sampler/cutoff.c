/* cutoff.c: finds the last token of a top-k or a nucleus by counting digits of logits, without a sort.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A logit's bits, made monotonous, are read as three digits. A histogram over the highest digit, taken from the top,
 * tells which bucket holds the token where the quota is used up; the next digit divides that bucket, and so on. Three
 * passes whatever the logits are: a model file cannot pick them so as to make this slow, as it could with a
 * quickselect. */
#include "config.h"

#include "engine/sampler/cutoff.h"

#include <string.h>

#define DIGITS      3
#define MAX_BUCKETS 2048

static const guint shift[DIGITS] = { 21, 10, 0 };
static const guint bits[DIGITS] = { 11, 11, 10 };

/* Larger floats have larger keys; both zeros have one key. */
static guint32
key_of (float z)
{
  guint32 u;

  z += 0.0f; /* -0 becomes 0 */
  memcpy (&u, &z, sizeof u);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}

static float
float_of (guint32 key)
{
  guint32 u = key & 0x80000000u ? key & 0x7fffffffu : ~key;
  float z;

  memcpy (&z, &u, sizeof z);
  return z;
}

/* Weight of a token: 1 each when there are no weights. */
static inline double
weight (const float *w, guint i)
{
  return w ? w[i] : 1.0;
}

/* Finds the bucket in which the weight of the higher ones first reaches quota; takes theirs off the quota. With
 * rounding none may reach it: then it is the lowest bucket that holds anything. */
static guint
divide (const double *sum, guint n_buckets, double *quota)
{
  guint last = n_buckets - 1;
  double left = *quota;

  for (guint b = n_buckets; b-- > 0;)
    {
      if (sum[b] <= 0)
        continue;
      last = b;
      *quota = left;
      if (left <= sum[b])
        break;
      left -= sum[b];
    }
  return last;
}

/* Moves *cut to the token at which the weight of the ranking reaches quota > 0. */
static void
tighten (HunchCutoff *cut, const float *z, const float *w, guint n, double quota)
{
  double sum[MAX_BUCKETS];
  guint32 prefix = 0;
  HunchCutoff before = *cut;
  float edge;

  for (guint d = 0; d < DIGITS; d++)
    {
      guint n_buckets = 1u << bits[d], mask = n_buckets - 1;
      guint above = shift[d] + bits[d];

      memset (sum, 0, n_buckets * sizeof *sum);
      for (guint i = 0; i < n; i++)
        {
          guint32 key = key_of (z[i]);

          if ((above == 32 || key >> above == prefix) && hunch_cutoff_keeps (*cut, z[i], i))
            sum[key >> shift[d] & mask] += weight (w, i);
        }
      prefix = prefix << bits[d] | divide (sum, n_buckets, &quota);
    }

  /* All that is left has one logit, and so one weight: the quota goes to the lowest indices. */
  edge = float_of (prefix);
  for (guint i = 0; i < n; i++)
    if (z[i] == edge && hunch_cutoff_keeps (before, z[i], i))
      {
        cut->i = i;
        quota -= weight (w, i);
        if (quota <= 0)
          break;
      }
  cut->z = edge;
}

void
hunch_cutoff_top_k (HunchCutoff *cut, const float *z, guint n, guint k)
{
  tighten (cut, z, NULL, n, MAX (k, 1));
}

void
hunch_cutoff_top_p (HunchCutoff *cut, const float *z, const float *w, guint n, double quota)
{
  tighten (cut, z, w, n, MAX (quota, G_MINDOUBLE)); /* 0 would be used up before the first token */
}
