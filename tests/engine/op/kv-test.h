/* kv-test.h: a paged cache in the hands of a test: tables in random order, elements by their meaning.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tests/engine/op/op-test.h"

#define KV_TEST_BLOCK 16

typedef struct
{
  guint n_head_kv, head_dim;
  gboolean exact;
  guint n_seqs, table_stride, n_blocks; /* n_blocks: some belong to nobody */
  gint32 *tables;                       /* (n_seqs, table_stride) */
  gsize k_size, v_size;                 /* elements */
} KvTest;

/* Room for n_positions of each sequence. */
void kv_test_init (KvTest *kv, guint n_seqs, guint n_positions, guint n_head_kv, guint head_dim, gboolean exact);
void kv_test_finish (KvTest *kv);

/* Where an element lies, by the contract of engine/kv/kv.h. */
gsize kv_test_k (const KvTest *kv, guint seq, guint position, guint head, guint d);
gsize kv_test_v (const KvTest *kv, guint seq, guint position, guint head, guint d);

/* Elements to the device and back as the cache stores them. */
cl_mem kv_test_upload (const KvTest *kv, const float *elements, gsize n);
void kv_test_download (const KvTest *kv, cl_mem mem, float *elements, gsize n);
/* What the cache makes of a number. */
float kv_test_round (const KvTest *kv, float x);

/* A batch of n_tokens at the given positions and sequences. */
HunchOpBatch kv_test_batch (const KvTest *kv, guint n_tokens, const gint32 *positions, const gint32 *seqs);
void kv_test_batch_release (HunchOpBatch *batch);
