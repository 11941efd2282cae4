/* interrupt.h: Ctrl-C ends what runs in good order; a second one ends the program.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* From here on SIGINT and SIGTERM cancel this and are noted; (transfer none). */
GCancellable *interrupt_cancellable (void);
/* A GAsyncReadyCallback that leaves the result (transfer full) in a GAsyncResult *, which is NULL at first, and the waiting for it in the main
 * context, where Ctrl-C is heard. */
void interrupt_ready (GObject *source, GAsyncResult *result, gpointer out);
void interrupt_wait (GAsyncResult **result);
/* If one came, the program ends by it, so that a shell's loop ends too. At the very end. */
void interrupt_finish (void);
