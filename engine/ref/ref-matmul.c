/* ref-matmul.c: the oracle of cl/matmul.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-matmul.h"

#include "engine/ref/ref-dequant.h"

gboolean
hunch_ref_matmul (guint32 type, const guint8 *w, gsize row_bytes, guint n, guint k, const float *x, guint n_tokens,
                  float *y, gboolean add)
{
  float *row = g_new (float, k);
  gboolean ok = TRUE;

  for (guint r = 0; r < n && ok; r++)
    {
      ok = hunch_ref_dequant_row (type, w + r * row_bytes, k, row);
      for (guint t = 0; t < n_tokens && ok; t++)
        {
          double sum = add ? y[t * n + r] : 0;

          for (guint i = 0; i < k; i++)
            sum += (double) row[i] * x[t * k + i];
          y[t * n + r] = (float) sum;
        }
    }
  g_free (row);
  return ok;
}
