/* ghost-rows.h: a suggestion as the rows that a view can show.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Splits text at its line ends, expands tabs to columns of `tab_width`, and drops control characters, which have no look. The
 * first row begins in column `column`. Rows longer than `n_columns` go on in the next row, if possible after a blank; 0 for no
 * limit. At least one row. */
GPtrArray *ghost_rows (const char *text, guint column, guint tab_width, guint n_columns); /* (utf8) */

G_END_DECLS
