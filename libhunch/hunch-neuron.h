/* hunch-neuron.h: a feed-forward key, and the tokens that its value pushes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-contribution.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_NEURON (hunch_neuron_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchNeuron, hunch_neuron, HUNCH, NEURON, GObject)

HUNCH_AVAILABLE_IN_0_1
guint hunch_neuron_get_index (HunchNeuron *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_neuron_get_key (HunchNeuron *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_neuron_get_pushes (HunchNeuron *self);

G_END_DECLS
