/* trace-step.h: steps through a prompt as a debugger steps through a program.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tools/trace.h"

/* Runs the trace as often as it takes; it may be changed. */
typedef HunchTraceResult *(*TraceRun) (HunchTrace *trace, GError **error);

/* Commands come from a file, or, script NULL, from standard input. FALSE: a script had a command that failed, or the file cannot be
 * read; *error says which. */
gboolean trace_step (const TraceShown *t, HunchTrace *trace, TraceRun run, const char *script, GError **error);
