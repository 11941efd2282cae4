/* ref-group.c: the oracle of cl/group.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-group.h"

double
hunch_ref_group_sum (const float *x, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

float
hunch_ref_group_max (const float *x, guint n)
{
  float top = x[0];

  for (guint i = 1; i < n; i++)
    top = MAX (top, x[i]);
  return top;
}
