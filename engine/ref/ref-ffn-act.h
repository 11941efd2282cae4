/* ref-ffn-act.h: activations of a feed-forward, the oracle of cl/ffn-act.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

double hunch_ref_silu (double x);      /* x / (1 + exp (-x)) */
double hunch_ref_gelu_tanh (double x); /* x / 2 * (1 + tanh (sqrt (2 / pi) * (x + 0.044715 x^3))) */
double hunch_ref_relu2 (double x);     /* max (x, 0)^2 */

/* With a gate y = f (gate) * (up + bias), without one y = f (up + bias). gate (NULL for none), up, y: (n_rows, n); bias: (n) or NULL. */
void hunch_ref_ffn_act (double (*f) (double), const float *gate, const float *up, const float *bias, float *y,
                        guint n_rows, guint n);
