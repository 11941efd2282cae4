/* merge-table.c: filling the table of merges.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/merge-table.h"

gboolean
hunch_merge_table_init (HunchMergeTable *t, guint n)
{
  guint bits = 4;

  while ((G_GUINT64_CONSTANT (1) << bits) / 2 < n) /* half full at most: most look-ups find nothing */
    bits++;
  *t = (HunchMergeTable){ .shift = 64 - bits, .mask = ((gsize) 1 << bits) - 1 };
  t->seed = (guint64) g_random_int () << 32 | g_random_int ();
  t->slots = g_try_new0 (HunchMerge, (gsize) 1 << bits);
  return t->slots != NULL;
}

void
hunch_merge_table_finish (HunchMergeTable *t)
{
  g_clear_pointer (&t->slots, g_free);
}

gboolean
hunch_merge_table_add (HunchMergeTable *t, guint32 left, guint32 right, guint32 rank, guint32 id)
{
  guint64 key = ((guint64) left << 32 | right) + 1;
  gsize i = hunch_mix (key ^ t->seed) >> t->shift;

  for (; t->slots[i].key != 0; i = (i + 1) & t->mask)
    if (t->slots[i].key == key)
      return FALSE;
  t->slots[i] = (HunchMerge){ .key = key, .rank = rank, .id = id };
  return TRUE;
}
