/* kv.c: the device side of the cache: buffers of each layer, and the copy of a block.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/kv/kv-private.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/op/op-types.h"

G_STATIC_ASSERT (HUNCH_KV_BLOCK == HUNCH_OP_KV_BLOCK);

static cl_int
copy_block (HunchKv *kv, gint32 from, gint32 to)
{
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < kv->params.n_layer && e == CL_SUCCESS; i++)
    {
      e = clEnqueueCopyBuffer (kv->dev->queue, kv->k[i], kv->k[i], from * kv->k_bytes, to * kv->k_bytes, kv->k_bytes, 0,
                               NULL, NULL);
      if (e == CL_SUCCESS)
        e = clEnqueueCopyBuffer (kv->dev->queue, kv->v[i], kv->v[i], from * kv->v_bytes, to * kv->v_bytes, kv->v_bytes,
                                 0, NULL, NULL);
    }
  return e;
}

static cl_int
copy_nothing (HunchKv *kv, gint32 from, gint32 to)
{
  return CL_SUCCESS;
}

static gboolean
allocate (HunchKv *kv, GError **error)
{
  guint64 k_bytes, v_bytes;

  if (!hunch_mul_u64 (kv->k_bytes, kv->params.n_blocks, &k_bytes)
      || !hunch_mul_u64 (kv->v_bytes, kv->params.n_blocks, &v_bytes))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, _ ("A cache of %u blocks is larger than any memory"),
                   kv->params.n_blocks);
      return FALSE;
    }
  for (guint i = 0; i < kv->params.n_layer; i++)
    {
      kv->k[i] = hunch_device_buffer (kv->dev, CL_MEM_READ_WRITE, k_bytes, _ ("key cache"), error);
      if (kv->k[i] == NULL)
        return FALSE;
      kv->v[i] = hunch_device_buffer (kv->dev, CL_MEM_READ_WRITE, v_bytes, _ ("value cache"), error);
      if (kv->v[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gint last_serial;

HunchKv *
hunch_kv_new (HunchDevice *dev, const HunchKvParams *params, GError **error)
{
  const gsize element = params->exact ? sizeof (cl_float) : sizeof (cl_half);
  HunchKv *kv;

  if (params->n_blocks == 0 || params->n_blocks > G_MAXINT32 / HUNCH_KV_BLOCK)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("A cache cannot have %u blocks"), params->n_blocks);
      return NULL;
    }
  kv = g_new0 (HunchKv, 1);
  kv->params = *params;
  kv->serial = (guint) g_atomic_int_add (&last_serial, 1) + 1;
  kv->k_bytes = (gsize) params->n_head_kv * params->head_dim * HUNCH_KV_BLOCK * element;
  kv->v_bytes = (gsize) params->n_head_kv * hunch_round_up (params->head_dim, 16) * HUNCH_KV_BLOCK * element;
  kv->k = g_new0 (cl_mem, params->n_layer);
  kv->v = g_new0 (cl_mem, params->n_layer);
  kv->copy_block = dev ? copy_block : copy_nothing;
  kv->dev = dev ? hunch_device_ref (dev) : NULL;
  if (dev && !allocate (kv, error))
    {
      hunch_kv_free (kv);
      return NULL;
    }
  hunch_kv_pool_init (&kv->pool, params->n_blocks);
  return kv;
}

void
hunch_kv_free (HunchKv *kv)
{
  if (kv == NULL)
    return;
  for (guint i = 0; kv->dev && i < kv->params.n_layer; i++)
    {
      hunch_device_buffer_free (kv->dev, &kv->k[i]);
      hunch_device_buffer_free (kv->dev, &kv->v[i]);
    }
  for (guint i = 0; i < kv->n_seqs; i++)
    g_free (kv->seqs[i].table);
  g_free (kv->seqs);
  g_free (kv->k);
  g_free (kv->v);
  hunch_kv_pool_finish (&kv->pool);
  hunch_device_unref (kv->dev);
  g_free (kv);
}

guint64
hunch_kv_bytes (const HunchKv *kv)
{
  return (guint64) kv->params.n_layer * kv->params.n_blocks * (kv->k_bytes + kv->v_bytes);
}

guint
hunch_kv_free_blocks (const HunchKv *kv)
{
  return kv->pool.n_free;
}

guint
hunch_kv_serial (const HunchKv *kv)
{
  return kv->serial;
}

cl_mem
hunch_kv_k (const HunchKv *kv, guint layer)
{
  return kv->k[layer];
}

cl_mem
hunch_kv_v (const HunchKv *kv, guint layer)
{
  return kv->v[layer];
}

void
hunch_kv_clear_cache (HunchKv *kv)
{
  for (guint i = 0; i < kv->pool.n_blocks; i++)
    if (kv->pool.blocks[i].ref == 0)
      hunch_kv_pool_forget (&kv->pool, i);
}
