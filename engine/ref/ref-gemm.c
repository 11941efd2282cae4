/* ref-gemm.c: the oracle of engine/op/op-gemm.c.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-gemm.h"

void
hunch_ref_gemm (guint m, guint n, guint k, const float *a, guint lda, const float *b, guint ldb, gboolean b_transposed,
                float *c, guint ldc, gboolean add)
{
  for (guint i = 0; i < m; i++)
    for (guint j = 0; j < n; j++)
      {
        double sum = add ? c[(gsize) i * ldc + j] : 0;

        for (guint p = 0; p < k; p++)
          sum += (double) a[(gsize) i * lda + p] * (b_transposed ? b[(gsize) j * ldb + p] : b[(gsize) p * ldb + j]);
        c[(gsize) i * ldc + j] = (float) sum;
      }
}
