/* real.h: engines on the real forward pass, cache and device, as tests start them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

/* NULL, and the test is skipped, where there is no device; nothing else may fail. */
HunchEngine *real_engine_new (const HunchEngineOptions *options);
/* On a tiny model of tests/fixtures/gen. */
HunchEngine *real_engine_open (const char *file, gboolean exact);

/* The answer came to these ids (gint32), without an error. */
void real_assert_ids (const HunchAnswer *a, const GArray *expected);
