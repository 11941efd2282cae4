/* hunch-contribution.h: what one part of a model added to a number.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_CONTRIBUTION (hunch_contribution_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchContribution, hunch_contribution, HUNCH, CONTRIBUTION, GObject)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_contribution_get_name (HunchContribution *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_contribution_get_value (HunchContribution *self);

G_END_DECLS
