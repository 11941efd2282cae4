/* npz.h: writes arrays as numpy.load reads them, rows of many arrays in any order.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The file is a ZIP archive of .npy files, not compressed: so each array has its place as soon as its shape is known, and rows can be
 * written there as they come. At most 4 GiB, as far as ZIP goes without extensions. */
#pragma once

#include <gio/gio.h>

typedef struct Npz Npz;

/* Nothing is at path until npz_close: what is written is beside it meanwhile. */
Npz *npz_new (const char *path, GError **error);
/* Rows of float32 that follow those of the same name that came before; shape[0] is the number of all its rows. */
gboolean npz_add (Npz *npz, const char *name, const guint64 *shape, gsize n_dims, const void *data, gsize bytes,
                  GError **error);
/* Finishes the file, or, where something failed, removes it; frees npz. */
gboolean npz_close (Npz *npz, gboolean keep, GError **error);
