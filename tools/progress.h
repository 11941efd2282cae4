/* progress.h: what long work is doing, on stderr: one line that is redrawn on a terminal, plain lines elsewhere.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct Progress Progress;

/* Nothing is shown before 150 ms have passed: quick work stays silent. */
Progress *progress_new (const char *what);
/* fraction below 0: unknown. detail may be NULL. */
void progress_set (Progress *p, double fraction, const char *detail);
/* Clears the line; accepts NULL. */
void progress_free (Progress *p);
