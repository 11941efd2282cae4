/* ref-quantize.h: a row of float32 to int8 in blocks of 32, as cl/quantize.cl does it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* x: (k), k a multiple of 32. q: (k). d: (k / 32), x ~ d q. Ties of rounding go to even. */
void hunch_ref_quantize (const float *x, guint k, gint8 *q, float *d);
/* The same with -DDOT_HALF: q in half precision, |q| <= 1. */
void hunch_ref_halve (const float *x, guint k, guint16 *q, float *d);
