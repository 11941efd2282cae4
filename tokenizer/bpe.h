/* bpe.h: byte-pair merging of one word: the pair of lowest rank, the leftmost of equals, is merged until none is left.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units" (2016). */
#pragma once

#include "tokenizer/merge-table.h"

/* Words of up to this many tokens are merged by looking through all pairs each time, longer ones with a heap. */
#define HUNCH_BPE_SHORT 64

/* Merges ids (n <= HUNCH_BPE_SHORT) in place; how many are left. */
guint hunch_bpe_merge_short (const HunchMergeTable *t, guint32 *ids, guint n);

typedef enum
{
  HUNCH_BPE_DONE,
  HUNCH_BPE_CANCELLED,
  HUNCH_BPE_NO_MEMORY,
} HunchBpeResult;

/* The same for any *n below HUNCH_BPE_LONGEST, in O(n log n) time and 16 n bytes at most besides ids. Each of ids
 * must be a token of one byte; starts, as in HunchTokenTable, gives the length of the others. *cancelled is looked
 * at now and then (NULL for never). Unless the result is HUNCH_BPE_DONE, ids are worthless. */
HunchBpeResult hunch_bpe_merge_long (const HunchMergeTable *t, const guint32 *starts, guint32 *ids, gsize *n,
                                     const volatile gint *cancelled);

#define HUNCH_BPE_LONGEST G_GUINT64_CONSTANT (0x7fffffff)
