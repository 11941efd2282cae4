/* ref-layernorm.h: layer norm, the oracle of cl/layernorm.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* x, y: (n_rows, n); w: (n); b: (n), or NULL for zeros. y may be x. */
void hunch_ref_layernorm (const float *x, const float *w, const float *b, float *y, guint n_rows, guint n, float eps);
