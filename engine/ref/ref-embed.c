/* ref-embed.c: the oracle of cl/embed.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-embed.h"

#include "engine/ref/ref-dequant.h"

gboolean
hunch_ref_embed (guint32 type, const guint8 *w, gsize row_bytes, guint k, const gint32 *tokens, guint n_tokens,
                 float scale, float *y)
{
  for (guint t = 0; t < n_tokens; t++, y += k)
    {
      if (!hunch_ref_dequant_row (type, w + tokens[t] * row_bytes, k, y))
        return FALSE;
      for (guint i = 0; i < k; i++)
        y[i] *= scale;
    }
  return TRUE;
}
