/* kv-seq.c: sequences: their tables of blocks, and what of them is filed for others to find.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/kv/kv-private.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <string.h>

static HunchKvSeq *
get (const HunchKv *kv, gint seq)
{
  g_assert (seq >= 0 && (guint) seq < kv->n_seqs && kv->seqs[seq].used);
  return &kv->seqs[seq];
}

static guint
blocks_of (guint length)
{
  return hunch_div_up (length, HUNCH_KV_BLOCK);
}

static HunchKvBlock *
block_of (const HunchKv *kv, const HunchKvSeq *s, guint i)
{
  return &kv->pool.blocks[s->table[i]];
}

static void
reserve (HunchKvSeq *s, guint n_blocks)
{
  if (n_blocks <= s->capacity)
    return;
  s->capacity = MAX (n_blocks, MAX (2 * s->capacity, 16));
  s->table = g_renew (gint32, s->table, s->capacity);
}

gint
hunch_kv_seq_new (HunchKv *kv)
{
  guint i = 0;

  while (i < kv->n_seqs && kv->seqs[i].used)
    i++;
  if (i == kv->n_seqs)
    {
      const guint n = MAX (2 * kv->n_seqs, 4);

      kv->seqs = g_renew (HunchKvSeq, kv->seqs, n);
      memset (kv->seqs + kv->n_seqs, 0, (n - kv->n_seqs) * sizeof *kv->seqs);
      kv->n_seqs = n;
    }
  kv->seqs[i].used = TRUE;
  return i;
}

void
hunch_kv_seq_free (HunchKv *kv, gint seq)
{
  HunchKvSeq *s = get (kv, seq);
  const guint n_full = s->evaluated / HUNCH_KV_BLOCK, n_rest = s->evaluated % HUNCH_KV_BLOCK;

  /* The last block is filed too if it would be forgotten otherwise: what was begun may be continued. */
  if (n_rest > 0 && block_of (kv, s, n_full)->ref == 1)
    hunch_kv_pool_file (&kv->pool, s->table[n_full], n_full ? block_of (kv, s, n_full - 1)->content : 0, n_rest);
  hunch_kv_seq_truncate (kv, seq, 0);
  s->used = FALSE;
}

guint
hunch_kv_seq_length (const HunchKv *kv, gint seq)
{
  return get (kv, seq)->length;
}

const gint32 *
hunch_kv_seq_table (const HunchKv *kv, gint seq, guint *n_entries)
{
  const HunchKvSeq *s = get (kv, seq);

  *n_entries = blocks_of (s->length);
  return s->table;
}

void
hunch_kv_seq_truncate (HunchKv *kv, gint seq, guint length)
{
  HunchKvSeq *s = get (kv, seq);

  if (length >= s->length)
    return;
  /* From the end: the beginning, which more sequences share, is then given up last. */
  for (guint i = blocks_of (s->length); i > blocks_of (length); i--)
    hunch_kv_pool_unref (&kv->pool, s->table[i - 1]);
  s->length = length;
  s->evaluated = MIN (s->evaluated, length);
}

gint
hunch_kv_seq_fork (HunchKv *kv, gint seq)
{
  const gint to = hunch_kv_seq_new (kv); /* may move the array */
  const HunchKvSeq *s = get (kv, seq);
  HunchKvSeq *d = get (kv, to);

  reserve (d, blocks_of (s->length));
  d->length = s->length;
  d->evaluated = s->evaluated;
  for (guint i = 0; i < blocks_of (s->length); i++)
    {
      d->table[i] = s->table[i];
      hunch_kv_pool_ref (&kv->pool, d->table[i]);
    }
  return to;
}

guint
hunch_kv_seq_reuse (HunchKv *kv, gint seq, const gint32 *ids, guint n)
{
  HunchKvSeq *s = get (kv, seq);
  guint64 parent = 0;
  guint n_match = HUNCH_KV_BLOCK;

  g_assert (s->length == 0);
  reserve (s, blocks_of (n));
  while (s->length + 1 < n && n_match == HUNCH_KV_BLOCK)
    {
      const guint n_left = n - 1 - s->length;
      const gint32 block
          = hunch_kv_pool_find (&kv->pool, parent, ids + s->length, MIN (n_left, HUNCH_KV_BLOCK), &n_match);

      if (n_match == 0)
        break;
      hunch_kv_pool_ref (&kv->pool,
                         block); /* one that goes on differently is copied when it is written to, if others hold it */
      s->table[s->length / HUNCH_KV_BLOCK] = block;
      s->length += n_match;
      parent = kv->pool.blocks[block].content;
    }
  s->evaluated = s->length;
  return s->length;
}

/* Copies the begun last block, which others hold or may want, to one of one's own. There is a free one. */
static gboolean
copy_last_block (HunchKv *kv, HunchKvSeq *s, GError **error)
{
  const guint i = s->length / HUNCH_KV_BLOCK;
  const gint32 shared = s->table[i], own = hunch_kv_pool_take (&kv->pool);

  if (!hunch_device_check (kv->dev, kv->copy_block (kv, shared, own), "clEnqueueCopyBuffer", error))
    {
      /* Whatever the code: it is the device that failed, for there was a block. */
      if (error)
        (*error)->code = HUNCH_ERROR_DEVICE;
      hunch_kv_pool_unref (&kv->pool, own);
      return FALSE;
    }
  memcpy (kv->pool.blocks[own].ids, kv->pool.blocks[shared].ids, sizeof kv->pool.blocks[own].ids);
  hunch_kv_pool_unref (&kv->pool, shared);
  s->table[i] = own;
  return TRUE;
}

gboolean
hunch_kv_seq_append (HunchKv *kv, gint seq, const gint32 *ids, guint n, GError **error)
{
  HunchKvSeq *s = get (kv, seq);
  const guint n_have = blocks_of (s->length);
  const guint64 n_want = ((guint64) s->length + n + HUNCH_KV_BLOCK - 1) / HUNCH_KV_BLOCK;
  const guint n_begun = s->length % HUNCH_KV_BLOCK;
  const gboolean shared = n_begun > 0 && block_of (kv, s, n_have - 1)->ref > 1;
  /* One that nobody holds, and which was filed with more than is ours, stays findable while there is room: all that follows it in the
   * cache is found through it. */
  const gboolean worth
      = n_begun > 0 && block_of (kv, s, n_have - 1)->n_filed > n_begun && n_want - n_have + 1 <= kv->pool.n_free;

  if (n == 0)
    return TRUE;
  if (n_want - n_have + shared > kv->pool.n_free)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
                   _ ("The cache is full: %u of its %u blocks are free, which is too few for %u more tokens"),
                   kv->pool.n_free, kv->pool.n_blocks, n);
      return FALSE;
    }
  if ((shared || worth) && !copy_last_block (kv, s, error))
    return FALSE;
  if (n_begun > 0)
    hunch_kv_pool_forget (&kv->pool, s->table[n_have - 1]); /* nobody may find what is about to change */
  reserve (s, n_want);
  for (guint i = n_have; i < n_want; i++)
    s->table[i] = hunch_kv_pool_take (&kv->pool);
  for (guint i = 0; i < n; i++, s->length++)
    block_of (kv, s, s->length / HUNCH_KV_BLOCK)->ids[s->length % HUNCH_KV_BLOCK] = ids[i];
  return TRUE;
}

void
hunch_kv_seq_evaluated (HunchKv *kv, gint seq, guint length)
{
  HunchKvSeq *s = get (kv, seq);

  length = MIN (length, s->length);
  if (length <= s->evaluated)
    return;
  for (guint i = s->evaluated / HUNCH_KV_BLOCK; i < length / HUNCH_KV_BLOCK; i++)
    hunch_kv_pool_file (&kv->pool, s->table[i], i ? block_of (kv, s, i - 1)->content : 0, HUNCH_KV_BLOCK);
  s->evaluated = length;
}
