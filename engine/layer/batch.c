/* batch.c: the ids, positions and block tables of a batch on their way to the device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/forward-private.h"

#include <string.h>

/* Row of the tables for a sequence; appends it when it is new. Batches hold few sequences. */
static gint32
seq_row (HunchBatchData *b, gint seq)
{
  for (guint i = b->seqs->len; i-- > 0;)
    if (g_array_index (b->seqs, gint, i) == seq)
      return i;
  g_array_append_val (b->seqs, seq);
  return b->seqs->len - 1;
}

static cl_int
write_ints (HunchForward *f, cl_mem mem, const gint32 *values, guint n)
{
  return clEnqueueWriteBuffer (f->dev->queue, mem, CL_FALSE, 0, n * sizeof *values, values, 0, NULL, NULL);
}

gboolean
hunch_forward_upload (HunchForward *f, const HunchKv *kv, const HunchBatch *batch, HunchOpBatch *out, GError **error)
{
  HunchBatchData *b = &f->batch;
  guint stride = 1, n;
  gint32 *tables;
  cl_int e;

  g_array_set_size (b->seqs, 0);
  *out = (HunchOpBatch){ .n_tokens = batch->n_tokens };
  for (guint i = 0; i < batch->n_tokens; i++)
    {
      b->seq_rows_host[i] = seq_row (b, batch->seqs[i]);
      out->max_position = MAX (out->max_position, (guint) batch->positions[i]);
    }
  for (guint i = 0; i < b->seqs->len; i++)
    {
      hunch_kv_seq_table (kv, g_array_index (b->seqs, gint, i), &n);
      stride = MAX (stride, n);
    }
  g_array_set_size (b->tables_host, b->seqs->len * stride);
  tables = (gint32 *) (void *) b->tables_host->data;
  for (guint i = 0; i < b->seqs->len; i++)
    {
      const gint32 *t = hunch_kv_seq_table (kv, g_array_index (b->seqs, gint, i), &n);

      memcpy (tables + i * stride, t, n * sizeof *t);
      memset (tables + i * stride + n, 0, (stride - n) * sizeof *t);
    }
  if (b->tables_host->len > b->tables_n)
    {
      hunch_device_buffer_free (f->dev, &b->tables);
      b->tables_n = 0;
      if (!hunch_forward_alloc (f, &b->tables, 2 * b->tables_host->len, "block tables", error))
        return FALSE;
      b->tables_n = 2 * b->tables_host->len;
    }
  e = write_ints (f, b->tokens, batch->tokens, batch->n_tokens);
  e = e ? e : write_ints (f, b->positions, batch->positions, batch->n_tokens);
  e = e ? e : write_ints (f, b->seq_rows, b->seq_rows_host, batch->n_tokens);
  e = e ? e : write_ints (f, b->tables, tables, b->tables_host->len);
  out->positions = b->positions;
  out->seq_rows = b->seq_rows;
  out->tables = b->tables;
  out->table_stride = stride;
  return hunch_device_check (f->dev, e, "writing a batch", error);
}
