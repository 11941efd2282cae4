/* bpe.h: byte-pair merging of one word: the pair of lowest rank, the leftmost of equals, is merged until none is left.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units" (2016); Kudo and Richardson,
 * "SentencePiece" (2018). */
#pragma once

#include "tokenizer/merge-table.h"

/* Words of up to this many tokens are merged by looking through all pairs each time, longer ones with a heap. */
#define HUNCH_BPE_SHORT 64

/* What two neighbours make. */
typedef struct
{
  const HunchMergeTable
      *merges;           /* a list of merges; NULL: whatever token their bytes are together, SentencePiece's way */
  const guint32 *starts; /* as in HunchTokenTable: the length of each token in bytes */
  const HunchTokenTable *tokens; /* without merges only; so the others */
  const guint32 *ranks;          /* (n_tokens) of the merge that makes the token */
  guint32 longest;               /* no token has more bytes */
} HunchBpeRule;

/* Merges ids (n <= HUNCH_BPE_SHORT) in place; how many are left. text is what the ids spell, at most 255 bytes; it may
 * be NULL where there is a list of merges. */
guint hunch_bpe_merge_short (const HunchBpeRule *rule, const guint8 *text, guint32 *ids, guint n);

typedef enum
{
  HUNCH_BPE_DONE,
  HUNCH_BPE_CANCELLED,
  HUNCH_BPE_NO_MEMORY,
} HunchBpeResult;

/* A token of a long word takes as many places of ids as it has bytes: hunch_bpe_place puts it there. */
#define HUNCH_BPE_INSIDE 0x80000000u

static inline void
hunch_bpe_place (guint32 *ids, gsize at, guint32 id, gsize n_bytes)
{
  for (gsize i = 1; i < n_bytes; i++)
    ids[at + i] = HUNCH_BPE_INSIDE | at;
  ids[at] = id;
}

/* The same for any *n below HUNCH_BPE_LONGEST, in O(n log n) time and 16 n bytes at most besides ids: n places, of which
 * *n are tokens afterwards. *cancelled is looked at now and then (NULL for never). Unless the result is HUNCH_BPE_DONE,
 * ids are worthless. */
HunchBpeResult hunch_bpe_merge_long (const HunchBpeRule *rule, const guint8 *text, guint32 *ids, gsize *n,
                                     const volatile gint *cancelled);

#define HUNCH_BPE_LONGEST G_GUINT64_CONSTANT (0x7fffffff)
