/* ref-matmul.h: y = x W^T (+ y) in scalar C, W as the file has it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* w: n rows of row_bytes of the type; x: (n_tokens, k); y: (n_tokens, n), set, or added to with add. Sums in double.
 * FALSE when the type cannot be decoded. */
gboolean hunch_ref_matmul (guint32 type, const guint8 *w, gsize row_bytes, guint n, guint k, const float *x,
                           guint n_tokens, float *y, gboolean add);
