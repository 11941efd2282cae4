/* answer.h: asks a model for the text that follows, and waits for it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

/* What may follow text, by the model and on the device of the person's settings; GIMP's progress bar says how far it is. query
 * gives the text and the limits. NULL with error set, in one line, on failure. */
char *answer_wait (HunchQuery *query, GError **error);
