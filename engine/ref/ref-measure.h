/* ref-measure.h: what the kernels of cl/measure.cl give.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define HUNCH_MEASURE_CHAINS 8

/* The sum of n words, modulo 2^32. */
guint32 hunch_ref_measure_read (const guint32 *x, guint64 n);
/* What each lane of an item has after n rounds; floats: of float32, else of bytes. seed + item is small and not negative. */
gint32 hunch_ref_measure_multiply (guint n, gint32 seed, guint item, gboolean floats);
