/* tap-private.h: how the files of the forward pass offer their points.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward-private.h"
#include "engine/layer/tap.h"

#ifndef HUNCH_UNTAPPED

/* All return TRUE at once when nobody asks. Whether somebody does, and in *tap for which rows. */
gboolean hunch_tap_wanted (const HunchForward *f, HunchTapPoint point, guint layer, guint n_rows, guint n_positions,
                           HunchTap *tap);
/* Offers rows on the device. */
gboolean hunch_tap_rows (HunchForward *f, HunchTapPoint point, guint layer, guint n_rows, HunchRows rows,
                         GError **error);
/* Offers rows that are on the host already, packed. */
gboolean hunch_tap_host (HunchForward *f, HunchTapPoint point, guint n_rows, float *values);
/* Offers K or V of the batch's tokens, out of the cache. */
gboolean hunch_tap_cache (HunchForward *f, HunchTapPoint point, guint layer, const HunchKv *kv, const HunchBatch *batch,
                          GError **error);
/* Offers the softmax of scores; q is still in its place. */
gboolean hunch_tap_scores (HunchForward *f, guint layer, const HunchAttentionArgs *attend, GError **error);
#else /* the points compiled out, for bench/taps.py to compare with */

static inline gboolean
hunch_tap_wanted (const HunchForward *f, HunchTapPoint point, guint layer, guint n_rows, guint n_positions,
                  HunchTap *tap)
{
  return FALSE;
}

#define hunch_tap_rows(...)   TRUE
#define hunch_tap_host(...)   TRUE
#define hunch_tap_cache(...)  TRUE
#define hunch_tap_scores(...) TRUE

#endif

/* Builds what wo and down need when they do not add to the residual stream themselves. */
gboolean hunch_forward_prepare_apart (HunchForward *f, GError **error);
