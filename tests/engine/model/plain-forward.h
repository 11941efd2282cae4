/* plain-forward.h: the forward pass of any family in plain double arithmetic, straight from the model file.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/model-file.h"

/* Logits (n_vocab_rows; transfer full) after the last of n ids. Slow; for tiny models. */
double *plain_forward (const HunchModelFile *m, const gint32 *ids, guint n);
