/* hunch-candidate.h: a token that could have come, and how likely it was.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_CANDIDATE (hunch_candidate_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchCandidate, hunch_candidate, HUNCH, CANDIDATE, GObject)

HUNCH_AVAILABLE_IN_0_1
gint32 hunch_candidate_get_id (HunchCandidate *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_candidate_get_text (HunchCandidate *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_candidate_get_probability (HunchCandidate *self);

G_END_DECLS
