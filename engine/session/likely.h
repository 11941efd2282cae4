/* likely.h: of each token that came, how likely it was and what else could have come.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

/* Adds to an answer what the logits say of the token that was taken, and the n likeliest. HUNCH_ERROR_NUMERIC as hunch_sampler_top. */
gboolean hunch_likely_note (HunchAnswer *a, gint32 id, const float *logits, guint n_vocab, guint n, GError **error);
