/* sampler-private.h: parts of the sampler that its files and its tests share.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The lowest id with the highest logit. HUNCH_ERROR_NUMERIC when a logit is NaN or +inf, or all are -inf. */
gboolean hunch_sampler_argmax (const float *z, guint n, gint32 *id, GError **error);
/* The first of n weights at which their running sum exceeds u, 0 <= u < 1, of the whole. Where rounding lets none
 * exceed it, the last that is not 0. One must be above 0. */
guint hunch_sampler_pick (const float *w, guint n, double u);
