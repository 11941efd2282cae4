/* ref-attention-probs.c: softmax (scale * q K^T), in double.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-attention-probs.h"

#include <math.h>

static double
score (const HunchRefAttention *a, const float *q, const float *k)
{
  double dot = 0;

  for (guint d = 0; d < a->head_dim; d++)
    dot += (double) q[d] * k[d];
  dot *= a->scale;
  return a->softcap > 0 ? a->softcap * tanh (dot / a->softcap) : dot;
}

void
hunch_ref_attention_probs (const HunchRefAttention *a, const float *q, const float *k, guint n_positions, float *p)
{
  g_autofree double *e = g_new (double, n_positions);

  for (guint h = 0; h < a->n_head; h++)
    {
      const float *kh = k + h / (a->n_head / a->n_head_kv) * a->head_dim;
      double top = -INFINITY, sum = 0;

      for (guint j = 0; j < n_positions; j++)
        {
          e[j] = score (a, q + h * a->head_dim, kh + (gsize) j * a->n_head_kv * a->head_dim);
          top = fmax (top, e[j]);
        }
      for (guint j = 0; j < n_positions; j++)
        sum += e[j] = exp (e[j] - top);
      for (guint j = 0; j < n_positions; j++)
        p[(gsize) h * n_positions + j] = e[j] / sum;
    }
}
