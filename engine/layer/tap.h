/* tap.h: the named points of the forward pass, where whoever asks can read the numbers and put others in their place.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A batch passes the points in the order of the enumeration, those of layers once a layer. Each point has a row for each token of the
 * batch; its numbers are those that the computation goes on with, not a copy made beside it. With no taps set nothing of this file
 * runs and nothing is kept; with taps set, products are not fused with the norm before them, so that the norm's outcome exists, and
 * each read waits for the device. Only what is asked for is read, one point at a time: memory is bounded by one point of one batch. */
#pragma once

#include "engine/layer/forward.h"
#include "engine/layer/tap-point.h"

/* One reading. Of points outside of layers the layer is 0. */
typedef struct
{
  HunchTapPoint point;
  guint layer;
  guint first_row, n_rows; /* tokens of the batch, or rows of its logits */
  guint n_heads, width;    /* a row is (n_heads, width) */
} HunchTap;

typedef struct
{
  /* Whether a point is to be read; may narrow first_row and n_rows, which come with all there are. Must say the same when asked
   * again. */
  gboolean (*wants) (HunchTap *tap, gpointer user_data);
  /* values: (n_rows, n_heads, width), valid until it returns. TRUE: they were changed, and the computation goes on with them; at
   * points from which nothing is computed (K, V, SCORES and the two norms) a change is lost. */
  gboolean (*take) (const HunchTap *tap, float *values, gpointer user_data);
  gpointer user_data;
  guint first_layer; /* layers before it are left out: whoever has a residual stream puts it in at HUNCH_TAP_EMBD */
} HunchTaps;

/* Shape of a row; n_positions is of HUNCH_TAP_SCORES. */
void hunch_tap_shape (const HunchHparams *hp, HunchTapPoint point, guint n_positions, guint *n_heads, guint *width);

/* Sets taps, copied, for all batches until others are set; NULL: none. Builds what reading takes. */
gboolean hunch_forward_set_taps (HunchForward *f, const HunchTaps *taps, GError **error);
