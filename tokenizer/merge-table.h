/* merge-table.h: from a pair of neighbouring tokens to the rank of their merge and what it makes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/token-table.h"

#define HUNCH_NO_RANK G_MAXUINT32

typedef struct
{
  guint64 key;  /* left << 32 | right, plus 1; 0: the slot is free */
  guint32 rank; /* lower merges first */
  guint32 id;   /* what the merge makes */
} HunchMerge;

typedef struct
{
  HunchMerge *slots;
  guint shift;
  gsize mask;
  guint64 seed;
} HunchMergeTable;

/* Room for n merges. FALSE when there is no memory. */
gboolean hunch_merge_table_init (HunchMergeTable *t, guint n);
void hunch_merge_table_finish (HunchMergeTable *t);
/* FALSE when the pair is there already, which stays. */
gboolean hunch_merge_table_add (HunchMergeTable *t, guint32 left, guint32 right, guint32 rank, guint32 id);

/* The merge of the pair, or NULL. */
static inline const HunchMerge *
hunch_merge_table_find (const HunchMergeTable *t, guint32 left, guint32 right)
{
  guint64 key = ((guint64) left << 32 | right) + 1;

  for (gsize i = hunch_mix (key ^ t->seed) >> t->shift;; i = (i + 1) & t->mask)
    {
      if (t->slots[i].key == key)
        return &t->slots[i];
      if (t->slots[i].key == 0)
        return NULL;
    }
}
