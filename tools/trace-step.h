/* trace-step.h: steps through a prompt as a debugger steps through a program.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tools/trace-lines.h"

/* Commands come from a file, or, script NULL, from standard input. FALSE: a script had a command that failed, or the file cannot be
 * read; *error says which. */
gboolean trace_step (const TraceShown *t, HunchTrace *trace, TraceRun run, const char *script, GError **error);
