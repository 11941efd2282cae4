/* answer.h: the making of an empty answer; engine.h has the rest.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

HunchAnswer *hunch_answer_new (void);
