/* ref-embed.h: rows of an embedding matrix as the file has it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* y: (n_tokens, k): row tokens[t] of w, n rows of row_bytes of the type, times scale. FALSE when the type cannot be decoded. */
gboolean hunch_ref_embed (guint32 type, const guint8 *w, gsize row_bytes, guint k, const gint32 *tokens, guint n_tokens,
                          float scale, float *y);
