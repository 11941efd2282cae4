/* ref-quantize.c: the oracle of cl/quantize.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-quantize.h"

#include <math.h>

void
hunch_ref_quantize (const float *x, guint k, gint8 *q, float *d)
{
  for (guint b = 0; b < k / 32; b++)
    {
      float top = 0, inv;

      for (guint i = 0; i < 32; i++)
        top = fmaxf (top, fabsf (x[b * 32 + i]));
      inv = top > 1e-30f ? 127.0f / top : 0; /* finite */
      d[b] = top / 127.0f;
      for (guint i = 0; i < 32; i++)
        q[b * 32 + i] = (gint8) rintf (x[b * 32 + i] * inv);
    }
}
