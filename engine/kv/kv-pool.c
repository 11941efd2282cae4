/* kv-pool.c: blocks, their holders, and the file of what they hold.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/kv/kv-pool.h"

#include <string.h>

void
hunch_kv_pool_init (HunchKvPool *pool, guint n_blocks)
{
  *pool = (HunchKvPool){ n_blocks, n_blocks, g_new0 (HunchKvBlock, n_blocks), 0, (gint32) n_blocks - 1 };
  pool->bucket_bits = MAX (g_bit_storage (n_blocks), 4);
  pool->buckets = g_new (gint32, (gsize) 1 << pool->bucket_bits);
  memset (pool->buckets, 0xff, sizeof (gint32) << pool->bucket_bits);
  for (guint i = 0; i < n_blocks; i++)
    {
      pool->blocks[i].previous = (gint32) i - 1;
      pool->blocks[i].next = i + 1 < n_blocks ? (gint32) i + 1 : -1;
    }
}

void
hunch_kv_pool_finish (HunchKvPool *pool)
{
  g_clear_pointer (&pool->blocks, g_free);
  g_clear_pointer (&pool->buckets, g_free);
}

static void
unlink_free (HunchKvPool *pool, HunchKvBlock *b)
{
  *(b->previous < 0 ? &pool->first : &pool->blocks[b->previous].next) = b->next;
  *(b->next < 0 ? &pool->last : &pool->blocks[b->next].previous) = b->previous;
  pool->n_free--;
}

/* At the end, where it is kept longest, or at the beginning. */
static void
link_free (HunchKvPool *pool, HunchKvBlock *b, gboolean at_end)
{
  const gint32 i = b - pool->blocks;

  b->previous = at_end ? pool->last : -1;
  b->next = at_end ? -1 : pool->first;
  *(b->previous < 0 ? &pool->first : &pool->blocks[b->previous].next) = i;
  *(b->next < 0 ? &pool->last : &pool->blocks[b->next].previous) = i;
  pool->n_free++;
}

gint32
hunch_kv_pool_take (HunchKvPool *pool)
{
  const gint32 block = pool->first;

  if (block < 0)
    return -1;
  unlink_free (pool, &pool->blocks[block]);
  pool->blocks[block].ref = 1;
  hunch_kv_pool_forget (pool, block);
  return block;
}

void
hunch_kv_pool_ref (HunchKvPool *pool, gint32 block)
{
  HunchKvBlock *b = &pool->blocks[block];

  if (b->ref++ == 0)
    unlink_free (pool, b);
}

void
hunch_kv_pool_unref (HunchKvPool *pool, gint32 block)
{
  HunchKvBlock *b = &pool->blocks[block];

  g_assert (b->ref > 0);
  if (--b->ref == 0)
    link_free (pool, b, b->n_filed > 0);
}

static gint32 *
bucket (const HunchKvPool *pool, guint64 parent)
{
  return &pool->buckets[parent * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - pool->bucket_bits)];
}

static guint
n_common (const HunchKvBlock *b, const gint32 *ids, guint n)
{
  guint i = 0;

  for (n = MIN (n, b->n_filed); i < n && b->ids[i] == ids[i]; i++)
    ;
  return i;
}

gint32
hunch_kv_pool_find (const HunchKvPool *pool, guint64 parent, const gint32 *ids, guint n, guint *n_match)
{
  gint32 best = -1;

  *n_match = 0;
  for (gint32 i = *bucket (pool, parent); i >= 0 && *n_match < n; i = pool->blocks[i].next_in_bucket)
    if (pool->blocks[i].parent == parent)
      {
        const guint match = n_common (&pool->blocks[i], ids, n);

        if (match > *n_match)
          {
            best = i;
            *n_match = match;
          }
      }
  return best;
}

void
hunch_kv_pool_file (HunchKvPool *pool, gint32 block, guint64 parent, guint n)
{
  HunchKvBlock *b = &pool->blocks[block];
  gint32 *head = bucket (pool, parent);
  guint n_match;

  if (b->n_filed > 0 || n == 0)
    return;
  if (n == HUNCH_KV_BLOCK)
    {
      const gint32 twin = hunch_kv_pool_find (pool, parent, b->ids, n, &n_match);

      b->content = n_match == n ? pool->blocks[twin].content : ++pool->last_content;
    }
  b->parent = parent;
  b->n_filed = n;
  b->next_in_bucket = *head;
  *head = block;
}

void
hunch_kv_pool_forget (HunchKvPool *pool, gint32 block)
{
  HunchKvBlock *b = &pool->blocks[block];
  gint32 *link = bucket (pool, b->parent);

  if (b->n_filed == 0)
    return;
  while (*link != block)
    link = &pool->blocks[*link].next_in_bucket;
  *link = b->next_in_bucket;
  b->n_filed = 0;
  b->content = 0;
  if (b->ref == 0) /* worth nothing now: the next to be taken */
    {
      unlink_free (pool, b);
      link_free (pool, b, FALSE);
    }
}
