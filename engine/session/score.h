/* score.h: reads a prompt and keeps what the model says of each of its tokens.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/parts.h"
#include "engine/session/request.h"

/* Evaluates the next n ids of a job in a batch of their own. A fault of the job's own ends the job; FALSE: the device
 * failed. */
gboolean hunch_score_step (HunchParts *parts, HunchJob *job, guint n, GError **error);
