/* ref-measure.c: the oracle of cl/measure.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-dot.h"
#include "engine/ref/ref-measure.h"

guint32
hunch_ref_measure_read (const guint32 *x, guint64 n)
{
  guint32 sum = 0;

  for (guint64 i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

gint32
hunch_ref_measure_multiply (guint n, gint32 seed, guint item, gboolean floats)
{
  const guint32 x = (guint32) seed + item;
  const guint8 u[4] = { x & 15, x >> 8 & 15, x >> 16 & 15, x >> 24 & 15 };
  gint32 sum = 0, f = 0x01020304;

  for (guint i = 0; i < n; i++)
    {
      if (floats)
        sum += i % 2 ? -u[0] : u[0];
      else
        sum = hunch_ref_dot (sum, u, f);
      f = (f + 0x01020304) & 0x0f0f0f0f;
    }
  return sum * HUNCH_MEASURE_CHAINS;
}
