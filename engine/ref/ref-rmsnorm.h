/* ref-rmsnorm.h: RMS norm, the oracle of cl/rmsnorm.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* x, y: (n_rows, n); w: (n), or NULL for ones. y may be x. */
void hunch_ref_rmsnorm (const float *x, const float *w, float *y, guint n_rows, guint n, float eps);
