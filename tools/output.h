/* output.h: files that a person asked for by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The file that a name leads to, through links, so that a new one can be renamed over it and links stay; the name itself where nothing is there.
 * NULL and an error for what is no regular file: renaming would take a device's or a pipe's place. The caller frees it. */
char *output_target (const char *path, GError **error);

/* Writes all of a file at once: an older one is replaced when the new one is whole; a device or a pipe is written to. */
gboolean output_write (const char *path, const char *data, gsize bytes, GError **error);
