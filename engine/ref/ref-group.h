/* ref-group.h: the sum and the maximum of a row, the oracle of cl/group.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* x: (n), n > 0. */
double hunch_ref_group_sum (const float *x, guint n);
float hunch_ref_group_max (const float *x, guint n);
