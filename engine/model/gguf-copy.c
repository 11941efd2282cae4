/* gguf-copy.c: keys of one file into another.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/cursor.h"
#include "engine/model/gguf-private.h"
#include "engine/model/gguf-write.h"

/* Bytes of n values of a type in a file. */
static gsize
value_bytes (HunchKvType type, const guint8 *raw, guint64 n)
{
  gsize bytes = 0;

  if (type != HUNCH_KV_STRING)
    return n * hunch_kv_size (type);
  for (guint64 i = 0; i < n; i++)
    bytes += 8 + hunch_le64 (raw + bytes);
  return bytes;
}

/* A folder's numbers are as wide as they come; others read 32 bits. */
static void
copy_folder_number (HunchGgufWriter *w, const HunchKv *kv)
{
  if (kv->type == HUNCH_KV_F64)
    hunch_gguf_writer_add_f32 (w, kv->key, (float) hunch_lef64 (kv->raw));
  else
    hunch_gguf_writer_add_u32 (w, kv->key, (guint32) hunch_le64 (kv->raw));
}

void
hunch_gguf_writer_copy (HunchGgufWriter *w, const HunchGguf *g, HunchGgufKeep keep, gpointer user_data)
{
  for (guint i = 0; i < g->kvs->len; i++)
    {
      const HunchKv *kv = &g_array_index (g->kvs, HunchKv, i);

      if (!keep (kv->key, user_data))
        continue;
      if (kv->type == HUNCH_KV_ARRAY)
        hunch_gguf_writer_add_array (w, kv->key, kv->element, kv->n, kv->raw,
                                     value_bytes (kv->element, kv->raw, kv->n));
      else if (kv->type == HUNCH_KV_STRING)
        hunch_gguf_writer_add_string (w, kv->key, (const char *) kv->raw, kv->n);
      else if (g->folder != NULL && (kv->type == HUNCH_KV_I64 || kv->type == HUNCH_KV_F64))
        copy_folder_number (w, kv);
      else
        hunch_gguf_writer_add (w, kv->key, kv->type, kv->raw, hunch_kv_size (kv->type));
    }
}

gboolean
hunch_gguf_is_folder (const HunchGguf *g)
{
  return g->folder != NULL;
}
