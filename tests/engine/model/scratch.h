/* scratch.h: a folder of the test program's own, which goes when it ends.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The path of a file in it. (transfer full) */
char *scratch_path (const char *name);
/* Writes n bytes there, over what was there, without waiting for the disk as GLib does. */
void scratch_put (const char *name, gconstpointer bytes, gsize n);
