/* ref-rmsnorm.c: y = x / sqrt (mean (x^2) + eps) * w.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-rmsnorm.h"

#include <math.h>

void
hunch_ref_rmsnorm (const float *x, const float *w, float *y, guint n_rows, guint n, float eps)
{
  for (guint t = 0; t < n_rows; t++, x += n, y += n)
    {
      double sum = 0;

      for (guint i = 0; i < n; i++)
        sum += (double) x[i] * x[i];
      for (guint i = 0; i < n; i++)
        y[i] = x[i] / sqrt (sum / n + eps) * (w ? w[i] : 1);
    }
}
