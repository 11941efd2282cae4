/* ref-add.h: sums of rows, the oracle of cl/add.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* y = a + b + bias. a, b, y: (n_rows, n); bias: (n); b and bias may be NULL. */
void hunch_ref_add (const float *a, const float *b, const float *bias, float *y, guint n_rows, guint n);
