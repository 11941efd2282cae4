/* ref-rope.c: turns pairs of elements by angles that grow with the position.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-rope.h"

#include <math.h>

void
hunch_ref_rope (float *head, guint rope_dim, gboolean neox, gint32 position, const float *freqs, float mscale)
{
  for (guint i = 0; i < rope_dim / 2; i++)
    {
      const float angle = position * freqs[i];
      const double c = cos (angle) * mscale, s = sin (angle) * mscale;
      float *x = head + (neox ? i : 2 * i), *y = neox ? x + rope_dim / 2 : x + 1;
      const double turned_x = *x * c - *y * s, turned_y = *y * c + *x * s;

      *x = turned_x;
      *y = turned_y;
    }
}
