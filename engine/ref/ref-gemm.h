/* ref-gemm.h: C = A B (+ C) in scalar C.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Row-major: a (m, k), b (k, n) or, with b_transposed, (n, k), c (m, n) with leading dimensions; sums in double. */
void hunch_ref_gemm (guint m, guint n, guint k, const float *a, guint lda, const float *b, guint ldb,
                     gboolean b_transposed, float *c, guint ldc, gboolean add);
