/* kv-test.c: a paged cache for tests.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/op/kv-test.h"

#include "engine/base/checked.h"
#include "engine/base/half.h"

void
kv_test_init (KvTest *kv, guint n_seqs, guint n_positions, guint n_head_kv, guint head_dim, gboolean exact)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_positions);
  const guint stride = hunch_div_up (n_positions, KV_TEST_BLOCK) + 1;
  g_autofree gint32 *order = NULL;

  *kv = (KvTest){ n_head_kv, head_dim, exact, n_seqs, stride, n_seqs * stride + 3 };
  order = g_new (gint32, kv->n_blocks);
  for (guint i = 0; i < kv->n_blocks; i++)
    {
      const guint j = g_rand_int_range (rand, 0, i + 1);

      order[i] = order[j];
      order[j] = i;
    }
  kv->tables = g_new (gint32, n_seqs * stride);
  for (guint i = 0; i < n_seqs * stride; i++)
    kv->tables[i] = order[i];
  kv->k_size = (gsize) kv->n_blocks * n_head_kv * head_dim * KV_TEST_BLOCK;
  kv->v_size = (gsize) kv->n_blocks * n_head_kv * KV_TEST_BLOCK * hunch_round_up (head_dim, 16);
}

void
kv_test_finish (KvTest *kv)
{
  g_clear_pointer (&kv->tables, g_free);
}

static gsize
plane (const KvTest *kv, guint seq, guint position, guint head)
{
  g_assert_cmpuint (position / KV_TEST_BLOCK, <, kv->table_stride);
  return (gsize) kv->tables[seq * kv->table_stride + position / KV_TEST_BLOCK] * kv->n_head_kv + head;
}

gsize
kv_test_k (const KvTest *kv, guint seq, guint position, guint head, guint d)
{
  return (plane (kv, seq, position, head) * kv->head_dim + d) * KV_TEST_BLOCK + position % KV_TEST_BLOCK;
}

gsize
kv_test_v (const KvTest *kv, guint seq, guint position, guint head, guint d)
{
  return (plane (kv, seq, position, head) * KV_TEST_BLOCK + position % KV_TEST_BLOCK)
             * hunch_round_up (kv->head_dim, 16)
         + d;
}

cl_mem
kv_test_upload (const KvTest *kv, const float *elements, gsize n)
{
  g_autofree guint16 *halves = NULL;

  if (kv->exact)
    return op_test_upload (elements, n * sizeof (float));
  halves = g_new (guint16, n);
  for (gsize i = 0; i < n; i++)
    halves[i] = hunch_half_from_float (elements[i]);
  return op_test_upload (halves, n * sizeof (guint16));
}

void
kv_test_download (const KvTest *kv, cl_mem mem, float *elements, gsize n)
{
  g_autofree guint16 *halves = NULL;

  if (kv->exact)
    {
      op_test_download (mem, elements, n * sizeof (float));
      return;
    }
  halves = g_new (guint16, n);
  op_test_download (mem, halves, n * sizeof (guint16));
  for (gsize i = 0; i < n; i++)
    elements[i] = hunch_half_to_float (halves[i]);
}

float
kv_test_round (const KvTest *kv, float x)
{
  return kv->exact ? x : hunch_half_to_float (hunch_half_from_float (x));
}

HunchOpBatch
kv_test_batch (const KvTest *kv, guint n_tokens, const gint32 *positions, const gint32 *seqs)
{
  HunchOpBatch batch = { n_tokens };

  batch.positions = op_test_upload (positions, n_tokens * sizeof (gint32));
  batch.seq_rows = op_test_upload (seqs, n_tokens * sizeof (gint32));
  batch.tables = op_test_upload (kv->tables, (gsize) kv->n_seqs * kv->table_stride * sizeof (gint32));
  batch.table_stride = kv->table_stride;
  for (guint i = 0; i < n_tokens; i++)
    batch.max_position = MAX (batch.max_position, (guint) positions[i]);
  return batch;
}

void
kv_test_batch_release (HunchOpBatch *batch)
{
  op_test_release (&batch->positions);
  op_test_release (&batch->seq_rows);
  op_test_release (&batch->tables);
}
