/* ref-matvec.h: norm, quantization, product and what follows it, in scalar C.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  guint32 type;    /* of w */
  const guint8 *w; /* n rows of row_bytes */
  gsize row_bytes;
  guint n, k;
  const float *norm; /* (k) weights of the RMS norm, or NULL: none */
  float eps;
  gboolean add;   /* y is added to */
  gboolean gated; /* SwiGLU of the first and second half of the rows */
} HunchRefMatvec;

/* x: (n_tokens, k); y: (n_tokens, n), or half as many columns when gated. */
gboolean hunch_ref_matvec (const HunchRefMatvec *m, const float *x, guint n_tokens, float *y);
