/* ref-attention.c: softmax (scale * q K^T) V in three plain passes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-attention.h"

#include <math.h>

/* Scores of one head; returns the largest. */
static double
scores (const HunchRefAttention *a, const float *q, const float *k, guint n_positions, double *score)
{
  double top = -INFINITY;

  for (guint p = 0; p < n_positions; p++, k += a->n_head_kv * a->head_dim)
    {
      double dot = 0;

      for (guint d = 0; d < a->head_dim; d++)
        dot += (double) q[d] * k[d];
      score[p] = a->softcap > 0 ? a->softcap * tanh (a->scale * dot / a->softcap) : a->scale * dot;
      top = fmax (top, score[p]);
    }
  return top;
}

void
hunch_ref_attention (const HunchRefAttention *a, const float *q, const float *k, const float *v, guint n_positions,
                     float *y)
{
  const guint n_group = a->n_head / a->n_head_kv;
  g_autofree double *score = g_new (double, n_positions);

  for (guint h = 0; h < a->n_head; h++)
    {
      const guint column = h / n_group * a->head_dim;
      const double top = scores (a, q + h * a->head_dim, k + column, n_positions, score);
      double sum = 0;

      for (guint p = 0; p < n_positions; p++)
        sum += score[p] = exp (score[p] - top);
      for (guint d = 0; d < a->head_dim; d++)
        {
          double acc = 0;

          for (guint p = 0; p < n_positions; p++)
            acc += score[p] * v[(gsize) p * a->n_head_kv * a->head_dim + column + d];
          y[h * a->head_dim + d] = acc / sum;
        }
    }
}
