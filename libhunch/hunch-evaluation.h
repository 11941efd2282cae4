/* hunch-evaluation.h: one run through all layers: of a prompt, or of a token after it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-layer-view.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_EVALUATION (hunch_evaluation_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchEvaluation, hunch_evaluation, HUNCH, EVALUATION, GObject)

HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_evaluation_get_layers (HunchEvaluation *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_evaluation_get_top (HunchEvaluation *self);

G_END_DECLS
