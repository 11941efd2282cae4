/* kv.h: the paged key-value cache: one pool of blocks, a block table for each sequence, shared prefixes, copy on write.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A block holds HUNCH_KV_BLOCK positions of every layer. On the device each layer has one buffer for K and one for V:
 *   K (block, head_kv, head_dim, HUNCH_KV_BLOCK)  a vector of 16 positions for each channel: scores need no horizontal sums
 *   V (block, head_kv, HUNCH_KV_BLOCK, head_dim_padded)  head_dim rounded up to 16
 * in half, or in float when exact. Reference counts and tables live on the host; tables are uploaded with each batch. */
#pragma once

#include "engine/device/device.h"

#define HUNCH_KV_BLOCK 16

typedef struct HunchKv HunchKv;

typedef struct
{
  guint n_layer, n_head_kv, head_dim;
  guint n_blocks; /* size of the pool */
  gboolean exact; /* float instead of half */
} HunchKvParams;

/* HUNCH_ERROR_NO_MEMORY when the device has not the memory. Keeps a reference on dev. */
HunchKv *hunch_kv_new (HunchDevice *dev, const HunchKvParams *params, GError **error);
void hunch_kv_free (HunchKv *kv);               /* accepts NULL */
guint64 hunch_kv_bytes (const HunchKv *kv);     /* on the device, both sides, all layers */
guint hunch_kv_free_blocks (const HunchKv *kv); /* blocks that nobody uses, cached ones included */
guint hunch_kv_serial (const HunchKv *kv);      /* not 0; of no other cache of this process */
cl_mem hunch_kv_k (const HunchKv *kv, guint layer);
cl_mem hunch_kv_v (const HunchKv *kv, guint layer);

/* A sequence is a small number, reused after it is freed. */
gint hunch_kv_seq_new (HunchKv *kv);
void hunch_kv_seq_free (HunchKv *kv, gint seq); /* what was evaluated stays findable until its memory is wanted (LRU) */
guint hunch_kv_seq_length (const HunchKv *kv, gint seq); /* positions */
/* Adopts cached blocks for the longest prefix of ids that the pool still holds, the last one perhaps in part; gives the positions
 * that need no evaluation, which the sequence then has. Only on an empty sequence. At most n - 1, so that there is always a token
 * left to evaluate. */
guint hunch_kv_seq_reuse (HunchKv *kv, gint seq, const gint32 *ids, guint n);
/* Makes room for n more positions holding ids (they name the content for later reuse); copies a shared last block first.
 * HUNCH_ERROR_NO_MEMORY when the pool is used up: nothing changed. */
gboolean hunch_kv_seq_append (HunchKv *kv, gint seq, const gint32 *ids, guint n, GError **error);
/* Says that K and V of the positions below length are computed, or are on their way in the queue: the forward pass calls it when a
 * batch has succeeded. Only such positions are found by hunch_kv_seq_reuse, so an evaluation that failed leaves no trace. */
void hunch_kv_seq_evaluated (HunchKv *kv, gint seq, guint length);
void hunch_kv_seq_truncate (HunchKv *kv, gint seq, guint length);
/* A second sequence with the same content, sharing its blocks. */
gint hunch_kv_seq_fork (HunchKv *kv, gint seq);
/* The device block of each HUNCH_KV_BLOCK positions; (n_entries) valid until the next change of the sequence. */
const gint32 *hunch_kv_seq_table (const HunchKv *kv, gint seq, guint *n_entries);
/* Forgets all cached content that no sequence uses. */
void hunch_kv_clear_cache (HunchKv *kv);
