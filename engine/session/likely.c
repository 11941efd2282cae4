/* likely.c: of each token that came, how likely it was and what else could have come.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/likely.h"

gboolean
hunch_likely_note (HunchAnswer *a, gint32 id, const float *logits, guint n_vocab, guint n, GError **error)
{
  const guint before = a->likely->len;
  HunchTokenP taken = { .id = id };
  guint n_top;

  n = MIN (n, n_vocab);
  g_array_set_size (a->likely, before + n);
  n_top = hunch_sampler_top (logits, n_vocab, n, &g_array_index (a->likely, HunchTokenP, before), error);
  g_array_set_size (a->likely, before + n_top);
  if (n_top == 0)
    return FALSE;
  taken.p = hunch_sampler_probability (logits, id, g_array_index (a->likely, HunchTokenP, before));
  g_array_append_val (a->chosen, taken);
  g_array_append_val (a->likely_ends, a->likely->len);
  return TRUE;
}
