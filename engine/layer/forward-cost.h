/* forward-cost.h: what a batch costs at least: bytes of weights and cache that have to be read, products that have to be made.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * With the time it took and the limits of the device this says what bounds it. (Williams, Waterman and Patterson: Roofline, 2009) */
#pragma once

#include "engine/layer/forward.h"

typedef struct
{
  guint64 bytes;      /* read from the device's memory, each weight and each position of the cache once */
  guint64 operations; /* of products; a multiplication and its addition are two */
} HunchCost;

/* Of n tokens of one sequence from position first on, n_rows of them with logits. */
HunchCost hunch_forward_cost (const HunchForward *f, guint first, guint n, guint n_rows);
