/* kv-private.h: the inside of the cache, for its own files and its tests.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/kv/kv-pool.h"

typedef struct
{
  gboolean used;
  guint length;    /* positions */
  guint evaluated; /* positions whose K and V are there, or are on their way in the queue */
  guint capacity;  /* of table; kept when the number is free */
  gint32 *table;   /* (ceil (length / HUNCH_KV_BLOCK)) */
} HunchKvSeq;

struct HunchKv
{
  HunchDevice *dev; /* NULL: tables only, for tests */
  HunchKvParams params;
  guint serial;
  HunchKvPool pool;
  cl_mem *k, *v;          /* (n_layer) */
  gsize k_bytes, v_bytes; /* of a block in one layer */
  HunchKvSeq *seqs;       /* (n_seqs) */
  guint n_seqs;
  /* Copies a block in every layer; replaced by tests. */
  cl_int (*copy_block) (HunchKv *kv, gint32 from, gint32 to);
};
