/* ref-matvec.c: the oracle of cl/matvec.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-matvec.h"

#include "engine/ref/ref-matmul.h"
#include "engine/ref/ref-quantize.h"

#include <math.h>

/* What the product sees of a row: normed, then through int8 and back. */
static void
prepare_row (const HunchRefMatvec *m, const float *x, float *h, gint8 *q, float *d)
{
  double sum = 0, scale = 1;

  for (guint i = 0; i < m->k; i++)
    sum += (double) x[i] * x[i];
  if (m->norm)
    scale = 1 / sqrt (sum / m->k + m->eps);
  for (guint i = 0; i < m->k; i++)
    h[i] = x[i] * scale * (m->norm ? m->norm[i] : 1);
  hunch_ref_quantize (h, m->k, q, d);
  for (guint i = 0; i < m->k; i++)
    h[i] = q[i] * d[i / 32];
}

gboolean
hunch_ref_matvec (const HunchRefMatvec *m, const float *x, guint n_tokens, float *y)
{
  const guint n_out = m->gated ? m->n / 2 : m->n;
  g_autofree float *h = g_new (float, m->k), *out = g_new (float, m->n), *d = g_new (float, m->k / 32);
  g_autofree gint8 *q = g_new (gint8, m->k);

  for (guint t = 0; t < n_tokens; t++, x += m->k, y += n_out)
    {
      prepare_row (m, x, h, q, d);
      if (!hunch_ref_matmul (m->type, m->w, m->row_bytes, m->n, m->k, h, 1, out, FALSE))
        return FALSE;
      for (guint r = 0; r < n_out; r++)
        if (m->gated)
          y[r] = out[r] / (1 + exp (-(double) out[r])) * out[n_out + r];
        else
          y[r] = out[r] + (m->add ? y[r] : 0);
    }
  return TRUE;
}
