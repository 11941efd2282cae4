/* complete.h: runs a completion and prints what comes; shared by complete and infill.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

/* Loads the model of the completion, runs it, and prints: text as it comes on a terminal, else at the end, or one object of JSON.
 * Ctrl-C ends it with what there is. explain: each token with what else could have come, in place of the text or in the object. An exit
 * status. */
int complete_and_print (HunchCompletion *completion, gboolean json, gboolean explain);
