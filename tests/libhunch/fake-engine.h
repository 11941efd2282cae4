/* fake-engine.h: an engine without a model, so that what stands on engines can be tested in all its turns.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

/* What it does is told by the path: words, one for each turn.
 *   "ok"          loads at once
 *   "slow"        loads in steps of 10 ms until it is cancelled, or for 300 ms
 *   "fail"        fails to load
 * A request to judge ids takes step_ms for each, and gives each minus its place times itself. A request gives the words "one", " two", … one each step_ms, until max_tokens, and echoes nothing of the prompt. */
extern volatile gint fake_engine_n_open;   /* engines that are open */
extern volatile gint fake_engine_n_loads;  /* times that one was asked for */
extern volatile gint fake_engine_step_ms;  /* time of one token */
extern volatile gint fake_engine_n_cancel; /* times that a request was cancelled */
extern volatile gint fake_engine_n_steps;  /* tokens made */
extern volatile gint fake_engine_close_ms; /* time that closing takes */
extern volatile gint fake_engine_n_full;   /* so many requests to come find their context full */

/* Waits until every engine is closed; the last reference to a model closes its own behind the caller's back. */
void fake_engine_wait_closed (void);
