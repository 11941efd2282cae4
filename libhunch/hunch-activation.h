/* hunch-activation.h: numbers out of a forward pass, with their shape.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_ACTIVATION (hunch_activation_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchActivation, hunch_activation, HUNCH, ACTIVATION, GObject)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_activation_get_name (HunchActivation *self);
HUNCH_AVAILABLE_IN_0_1
const guint64 *hunch_activation_get_shape (HunchActivation *self, gsize *n_dims);
HUNCH_AVAILABLE_IN_0_1
GBytes *hunch_activation_get_bytes (HunchActivation *self);

G_END_DECLS
