/* ref-add.c: y = a + b + bias.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-add.h"

void
hunch_ref_add (const float *a, const float *b, const float *bias, float *y, guint n_rows, guint n)
{
  for (gsize i = 0; i < (gsize) n_rows * n; i++)
    y[i] = (double) a[i] + (b ? b[i] : 0) + (bias ? bias[i % n] : 0);
}
