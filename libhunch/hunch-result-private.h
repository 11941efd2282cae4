/* hunch-result-private.h: how results are made of the engine's answers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"
#include "libhunch/hunch-result.h"

/* Takes the text. */
HunchCandidate *hunch_candidate_new (gint32 id, char *text, double probability);
/* Takes the answer, which must have no error. */
HunchResult *hunch_result_new (HunchAnswer *answer, const HunchVocab *vocab);
