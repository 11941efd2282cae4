/* kv-pool.h: the blocks of the cache: who holds them, what they hold, and which one is given up next. No OpenCL.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A block is free (ref 0) or held by sequences. One whose content is known is filed: under the content of the block before it
 * and its own ids it can be found again, also while nobody holds it, until its memory is wanted. Content is named by a serial
 * number, the same for blocks that came to hold the same ids behind the same content; so a match is exact and no hash is trusted.
 * Free blocks stand in a list: those without content first, then filed ones, longest unused first. */
#pragma once

#include <glib.h>

#include "engine/kv/kv.h"

typedef struct
{
  guint ref; /* sequences that hold it */
  gint32 ids[HUNCH_KV_BLOCK];
  guint n_filed;         /* ids that it can be found by; 0: not filed; few: the end of a sequence that is gone */
  guint64 parent;        /* content before it; 0: it is the first */
  guint64 content;       /* its own; 0 unless filed with all its ids */
  gint32 previous, next; /* in the list of free blocks; -1 at its ends */
  gint32 next_in_bucket;
} HunchKvBlock;

typedef struct
{
  guint n_blocks, n_free;
  HunchKvBlock *blocks; /* (n_blocks) */
  gint32 first, last;   /* of the free list */
  gint32 *buckets;      /* (1 << bucket_bits) filed blocks by parent */
  guint bucket_bits;
  guint64 last_content;
} HunchKvPool;

void hunch_kv_pool_init (HunchKvPool *pool, guint n_blocks);
void hunch_kv_pool_finish (HunchKvPool *pool);

/* A block held once, its old content forgotten; -1 when all are held. */
gint32 hunch_kv_pool_take (HunchKvPool *pool);
void hunch_kv_pool_ref (HunchKvPool *pool, gint32 block);
void hunch_kv_pool_unref (HunchKvPool *pool, gint32 block);

/* Files a block under its first n ids behind parent. Filed already: nothing. */
void hunch_kv_pool_file (HunchKvPool *pool, gint32 block, guint64 parent, guint n);
void hunch_kv_pool_forget (HunchKvPool *pool, gint32 block);
/* The filed block behind parent that shares the most ids at its beginning, and how many; -1 when none shares any. n: 1 to HUNCH_KV_BLOCK. */
gint32 hunch_kv_pool_find (const HunchKvPool *pool, guint64 parent, const gint32 *ids, guint n, guint *n_match);
