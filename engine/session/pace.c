/* pace.c: the fit behind the size of a chunk.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/pace.h"

#define DECAY         0.9
#define PROBE_SECONDS 1.0 /* a device slower than this with the first chunk is not asked to try a larger one */

void
hunch_pace_init (HunchPace *p, guint max)
{
  *p = (HunchPace){ .chunk = MIN (HUNCH_PACE_MIN_CHUNK, max), .max = max };
}

static void
count (HunchPace *p, double n_tokens, double seconds)
{
  p->n = p->n * DECAY + 1;
  p->x = p->x * DECAY + n_tokens;
  p->y = p->y * DECAY + seconds;
  p->xx = p->xx * DECAY + n_tokens * n_tokens;
  p->xy = p->xy * DECAY + n_tokens * seconds;
}

static void
fit (HunchPace *p)
{
  double x = p->x / p->n, y = p->y / p->n;
  double var = p->xx / p->n - x * x, cov = p->xy / p->n - x * y;

  if (var > 0.01 * x * x && cov > 0)
    {
      p->b = cov / var;
      p->a = MAX (y - p->b * x, 0);
    }
  else
    { /* steps of one size tell no slope: keep the proportion known */
      double ratio = p->b > 0 ? y / (p->a + p->b * x) : 0;

      p->a *= ratio;
      p->b = p->b > 0 ? p->b * ratio : y / x;
    }
}

void
hunch_pace_add (HunchPace *p, guint n_tokens, double seconds)
{
  double want;

  if (n_tokens < MIN (HUNCH_PACE_MIN_CHUNK, p->max) || seconds <= 0)
    return;
  count (p, n_tokens, seconds);
  fit (p);
  if (!p->probed && p->chunk * 2 <= p->max && seconds < PROBE_SECONDS)
    {
      p->probed = TRUE; /* two sizes are a line */
      p->chunk *= 2;
      return;
    }
  want = MAX ((HUNCH_PACE_SECONDS - p->a) / p->b, p->a / p->b);
  while (p->chunk * 2 <= p->max && want > 2.2 * p->chunk)
    p->chunk *= 2;
  while (p->chunk / 2 >= HUNCH_PACE_MIN_CHUNK && want < 0.9 * p->chunk)
    p->chunk /= 2;
}
