/* ref-layernorm.c: y = (x - mean) / sqrt (var + eps) * w + b.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-layernorm.h"

#include <math.h>

void
hunch_ref_layernorm (const float *x, const float *w, const float *b, float *y, guint n_rows, guint n, float eps)
{
  for (guint t = 0; t < n_rows; t++, x += n, y += n)
    {
      double mean = 0, var = 0;

      for (guint i = 0; i < n; i++)
        mean += x[i];
      mean /= n;
      for (guint i = 0; i < n; i++)
        var += (x[i] - mean) * (x[i] - mean);
      var /= n;
      for (guint i = 0; i < n; i++)
        y[i] = (x[i] - mean) / sqrt (var + eps) * w[i] + (b ? b[i] : 0);
    }
}
