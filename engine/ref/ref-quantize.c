/* ref-quantize.c: the oracle of cl/quantize.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-quantize.h"

#include "engine/base/half.h"

#include <math.h>

static float
largest (const float *x) /* (32) */
{
  float top = 0;

  for (guint i = 0; i < 32; i++)
    top = fmaxf (top, fabsf (x[i]));
  return top;
}

void
hunch_ref_quantize (const float *x, guint k, gint8 *q, float *d)
{
  for (guint b = 0; b < k / 32; b++)
    {
      const float top = largest (x + b * 32);
      const float inv = top > 1e-30f ? 127.0f / top : 0; /* finite */

      d[b] = top / 127.0f;
      for (guint i = 0; i < 32; i++)
        q[b * 32 + i] = (gint8) rintf (x[b * 32 + i] * inv);
    }
}

void
hunch_ref_halve (const float *x, guint k, guint16 *q, float *d)
{
  for (guint b = 0; b < k / 32; b++)
    {
      const float top = largest (x + b * 32);
      const float inv = top > 1e-30f ? 1.0f / top : 0;

      d[b] = top;
      for (guint i = 0; i < 32; i++)
        q[b * 32 + i] = hunch_half_from_float (x[b * 32 + i] * inv);
    }
}
