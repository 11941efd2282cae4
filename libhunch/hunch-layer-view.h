/* hunch-layer-view.h: the residual stream after a layer, and what the model would say there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-candidate.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_LAYER_VIEW (hunch_layer_view_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchLayerView, hunch_layer_view, HUNCH, LAYER_VIEW, GObject)

HUNCH_AVAILABLE_IN_0_1
guint hunch_layer_view_get_layer (HunchLayerView *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_layer_view_get_rank (HunchLayerView *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_layer_view_get_probability (HunchLayerView *self);
HUNCH_AVAILABLE_IN_0_1
HunchCandidate *hunch_layer_view_get_best (HunchLayerView *self);

G_END_DECLS
