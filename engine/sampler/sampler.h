/* sampler.h: logits to one token: repeat penalty, temperature, top-k, top-p, min-p, a seeded draw; greedy at temperature 0.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The filters act in this order, which is that of transformers, so its settings give the same distribution here:
 *   1. repeat penalty: the logit of each token seen is divided by the penalty when positive, multiplied when not
 *   2. temperature 0 takes the highest logit and ends here; else logits are divided by the temperature
 *   3. top-k keeps the k likeliest
 *   4. top-p keeps the fewest of those whose probabilities, made to sum to 1 again, reach p
 *   5. min-p drops those less likely than min_p times the likeliest
 *   6. the draw: the n-th token of a seed depends on both and on the logits alone (random.h); ids are walked in rising order, so that
 *      a rounding error in the logits moves the borders between tokens by as little.
 * Ties, in the ranking and for greedy, go to the lower id. */
#pragma once

#include <glib.h>

typedef struct
{
  float temperature;    /* 0: greedy, ties to the lowest id */
  guint top_k;          /* 0: off; more than there are tokens: all */
  float top_p;          /* 0 to 1; 1: off; 0 keeps one token (Holtzman et al., 2019) */
  float min_p;          /* 0 to 1; 0: off */
  float repeat_penalty; /* above 0; 1: off (Keskar et al., 2019) */
  guint repeat_last_n;  /* tokens that count as seen; 0: off */
  guint64 seed;
} HunchSamplerParams;

#define HUNCH_SAMPLER_DEFAULTS                                                                                         \
  {                                                                                                                    \
    .temperature = 0, .top_k = 0, .top_p = 1, .min_p = 0, .repeat_penalty = 1, .repeat_last_n = 64, .seed = 0          \
  }

typedef struct
{
  gint32 id;
  float p;
} HunchTokenP;

typedef struct HunchSampler HunchSampler;

/* HUNCH_ERROR_ARGUMENT names the parameter that is out of range or not a number. */
gboolean hunch_sampler_params_check (const HunchSamplerParams *params, GError **error);
HunchSampler *hunch_sampler_new (const HunchSamplerParams *params, guint n_vocab, GError **error);
void hunch_sampler_free (HunchSampler *s); /* accepts NULL */
/* Remembers a token for the repeat penalty (prompt tokens too). */
void hunch_sampler_accept (HunchSampler *s, gint32 id);
/* logits: (n_vocab), left as they are. HUNCH_ERROR_NUMERIC when one is NaN or +inf, or all are -inf; nothing is drawn then. O(n_vocab). */
gboolean hunch_sampler_sample (HunchSampler *s, const float *logits, gint32 *id, GError **error);
/* The n likeliest tokens under a plain softmax at temperature 1, best first, ties to the lowest id; returns how many: fewer than n
 * when there are fewer with a logit above -inf. 0 with error as above. */
guint hunch_sampler_top (const float *logits, guint n_vocab, guint n, HunchTokenP *top, GError **error);
/* The probability of any token, given that of one: the likeliest serves best. */
float hunch_sampler_probability (const float *logits, gint32 id, HunchTokenP known);
