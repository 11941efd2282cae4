/* draws.h: what a sampler draws, counted.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/sampler/sampler.h"

#define N_DRAWS 10000

/* How often each id (n) comes in N_DRAWS draws from the logits z (n); none may fail. To be freed with g_free (). */
guint *draws_count (const HunchSamplerParams *params, const float *z, guint n);
