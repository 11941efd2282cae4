/* ref-ffn-act.c: gated and plain activations.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-ffn-act.h"

#include <math.h>

double
hunch_ref_silu (double x)
{
  return x / (1 + exp (-x));
}

double
hunch_ref_gelu_tanh (double x)
{
  return x / 2 * (1 + tanh (sqrt (2 / G_PI) * (x + 0.044715 * x * x * x)));
}

double
hunch_ref_relu2 (double x)
{
  return x < 0 ? 0 : x * x;
}

void
hunch_ref_ffn_act (double (*f) (double), const float *gate, const float *up, const float *bias, float *y, guint n_rows,
                   guint n)
{
  for (gsize i = 0; i < (gsize) n_rows * n; i++)
    {
      const double u = (double) up[i] + (bias ? bias[i % n] : 0);

      y[i] = gate ? f (gate[i]) * u : f (u);
    }
}
