/* ref-rope.h: rotary position embedding, the oracle of cl/rope.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Turns the first rope_dim elements of a head in place. neox: elements i and i + rope_dim / 2 turn together, else 2i and 2i + 1.
 * freqs: (rope_dim / 2) angle a position. The angle is rounded to float, as transformers does; the rest is in double. */
void hunch_ref_rope (float *head, guint rope_dim, gboolean neox, gint32 position, const float *freqs, float mscale);
