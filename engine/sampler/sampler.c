/* sampler.c: one token from logits, by the filters and the draw that sampler.h describes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/sampler/sampler.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/sampler/cutoff.h"
#include "engine/sampler/random.h"
#include "engine/sampler/sampler-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Weights below e^-80 of the likeliest count as 0: no draw of 53 bits can tell, and denormals are slow. */
#define MIN_EXPONENT -80.0

struct HunchSampler
{
  HunchSamplerParams params;
  guint n_vocab;
  guint64 n_drawn;
  float *z;     /* (n_vocab) penalized logits; NULL when there is no penalty */
  GArray *seen; /* gint32; the last repeat_last_n tokens, a ring once it is full */
  guint oldest; /* index in seen of the next to be forgotten */

  /* What the filters have left, in rising order of ids; room for n_vocab each, NULL when greedy. */
  guint n_left;
  gint32 *left_id;
  float *left_z;
  float *left_w; /* e^((z - max) / temperature): the probability, over that of the likeliest */
};

static gboolean
in_range (const char *name, double value, gboolean ok, GError **error)
{
  if (ok)
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("%s cannot be %g"), name, value);
  return FALSE;
}

gboolean
hunch_sampler_params_check (const HunchSamplerParams *p, GError **error)
{
  /* NaN fails every comparison. */
  return in_range ("temperature", p->temperature, p->temperature >= 0 && isfinite (p->temperature), error)
         && in_range ("top_p", p->top_p, p->top_p >= 0 && p->top_p <= 1, error)
         && in_range ("min_p", p->min_p, p->min_p >= 0 && p->min_p <= 1, error)
         && in_range ("repeat_penalty", p->repeat_penalty, p->repeat_penalty > 0 && isfinite (p->repeat_penalty),
                      error);
}

static gboolean
penalizes (const HunchSamplerParams *p)
{
  return p->repeat_penalty != 1 && p->repeat_last_n > 0;
}

HunchSampler *
hunch_sampler_new (const HunchSamplerParams *params, guint n_vocab, GError **error)
{
  HunchSampler *s;

  if (!hunch_sampler_params_check (params, error))
    return NULL;

  s = g_new0 (HunchSampler, 1);
  s->params = *params;
  s->n_vocab = n_vocab;
  if (penalizes (params))
    {
      s->z = g_new (float, n_vocab);
      s->seen = g_array_new (FALSE, FALSE, sizeof (gint32));
    }
  if (params->temperature > 0)
    {
      s->left_id = g_new (gint32, n_vocab);
      s->left_z = g_new (float, n_vocab);
      s->left_w = g_new (float, n_vocab);
    }
  return s;
}

void
hunch_sampler_free (HunchSampler *s)
{
  if (s == NULL)
    return;
  g_free (s->z);
  g_free (s->left_id);
  g_free (s->left_z);
  g_free (s->left_w);
  g_clear_pointer (&s->seen, g_array_unref);
  g_free (s);
}

void
hunch_sampler_accept (HunchSampler *s, gint32 id)
{
  if (s->seen == NULL || id < 0 || (guint) id >= s->n_vocab)
    return;
  if (s->seen->len < s->params.repeat_last_n)
    {
      g_array_append_val (s->seen, id);
      return;
    }
  g_array_index (s->seen, gint32, s->oldest) = id;
  s->oldest = (s->oldest + 1) % s->seen->len;
}

/* What is not finite is left for hunch_sampler_argmax to find, and what is stays so. */
static float
penalized (float z, float penalty)
{
  float r = z > 0 ? z / penalty : z * penalty;

  return isfinite (z) ? CLAMP (r, -FLT_MAX, FLT_MAX) : z;
}

/* Logits with the penalty on them. Each is computed from the original, so that a token seen twice is penalized once. */
static const float *
penalize (HunchSampler *s, const float *logits)
{
  if (s->seen == NULL || s->seen->len == 0)
    return logits;
  memcpy (s->z, logits, s->n_vocab * sizeof *logits);
  for (guint i = 0; i < s->seen->len; i++)
    {
      gint32 id = g_array_index (s->seen, gint32, i);

      s->z[id] = penalized (logits[id], s->params.repeat_penalty);
    }
  return s->z;
}

gboolean
hunch_sampler_argmax (const float *z, guint n, gint32 *id, GError **error)
{
  float best = -INFINITY;
  gint32 best_id = -1;
  gboolean finite = TRUE;

  for (guint i = 0; i < n; i++)
    {
      finite &= z[i] <= FLT_MAX; /* not for NaN, nor for +inf */
      if (z[i] > best)
        {
          best = z[i];
          best_id = (gint32) i;
        }
    }
  if (!finite || best_id < 0)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC,
                   _ ("the model's output is not finite; check the file, or try another device"));
      return FALSE;
    }
  *id = best_id;
  return TRUE;
}

/* The tokens that cut keeps, with their weights. */
static void
gather (HunchSampler *s, const float *z, float max, HunchCutoff cut)
{
  double scale = 1.0 / s->params.temperature;

  s->n_left = 0;
  for (guint i = 0; i < s->n_vocab; i++)
    {
      /* A tiny temperature makes scale infinite: the maximum must not become 0 * inf. */
      double x = z[i] < max ? ((double) z[i] - max) * scale : 0;

      if (x > MIN_EXPONENT && hunch_cutoff_keeps (cut, z[i], i))
        {
          s->left_id[s->n_left] = (gint32) i;
          s->left_z[s->n_left] = z[i];
          s->left_w[s->n_left++] = expf ((float) x);
        }
    }
}

/* Drops what is left of weight below min_w, or cut off. */
static void
drop (HunchSampler *s, float min_w, HunchCutoff cut)
{
  guint n = 0;

  for (guint i = 0; i < s->n_left; i++)
    if (s->left_w[i] >= min_w && hunch_cutoff_keeps (cut, s->left_z[i], i))
      {
        s->left_id[n] = s->left_id[i];
        s->left_z[n] = s->left_z[i];
        s->left_w[n++] = s->left_w[i];
      }
  s->n_left = n;
}

static void
drop_outside_nucleus (HunchSampler *s, double p)
{
  HunchCutoff cut = HUNCH_CUTOFF_NONE;
  double total = 0;

  for (guint i = 0; i < s->n_left; i++)
    total += s->left_w[i];
  /* All tokens below this weight have less than 1 - p together: none is in the nucleus, and most of a vocabulary is
   * below. */
  drop (s, (float) ((1 - p) * total / s->n_left * 0.999), cut);
  hunch_cutoff_top_p (&cut, s->left_z, s->left_w, s->n_left, p * total);
  drop (s, 0, cut);
}

static void
filter (HunchSampler *s, const float *z, float max)
{
  static const HunchCutoff none = HUNCH_CUTOFF_NONE;
  const HunchSamplerParams *p = &s->params;
  HunchCutoff cut = none;

  if (p->top_k > 0 && p->top_k < s->n_vocab)
    hunch_cutoff_top_k (&cut, z, s->n_vocab, p->top_k);
  gather (s, z, max, cut);
  if (p->top_p < 1)
    drop_outside_nucleus (s, p->top_p);
  if (p->min_p > 0)
    drop (s, p->min_p, none);
}

guint
hunch_sampler_pick (const float *w, guint n, double u)
{
  double total = 0, sum = 0;
  guint last = 0;

  for (guint i = 0; i < n; i++)
    total += w[i];
  for (guint i = 0; i < n && sum <= u * total; i++)
    if (w[i] > 0)
      {
        last = i;
        sum += w[i];
      }
  return last;
}

gboolean
hunch_sampler_sample (HunchSampler *s, const float *logits, gint32 *id, GError **error)
{
  const float *z = penalize (s, logits);
  gint32 best;

  if (!hunch_sampler_argmax (z, s->n_vocab, &best, error))
    return FALSE;
  if (s->params.temperature > 0)
    {
      filter (s, z, z[best]);
      best = s->left_id[hunch_sampler_pick (s->left_w, s->n_left, hunch_random_uniform (s->params.seed, s->n_drawn++))];
    }
  *id = best;
  return TRUE;
}
