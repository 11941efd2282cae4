/* manual-clock.h: a clock whose hands a test turns.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/core-clock.h"

G_BEGIN_DECLS

/* Freed by whoever the core's clock is given to; stays good until then. */
CoreClock *manual_clock_new (void);
/* Lets ms milliseconds pass: what is due runs, in its order. */
void manual_clock_advance (CoreClock *clock, guint ms);

G_END_DECLS
