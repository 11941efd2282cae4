/* ref-dot.c: the oracle of cl/lib-dot.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-dot.h"

gint32
hunch_ref_dot (gint32 acc, const guint8 u[4], gint32 s)
{
  for (guint j = 0; j < 4; j++)
    acc += u[j] * (gint8) ((guint32) s >> (8 * j));
  return acc;
}
