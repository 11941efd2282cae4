/* gguf.c: opens a GGUF file and finds keys and tensors by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SHOWN 80

static HunchGgufPart *
part_at (const HunchGguf *g, guint i)
{
  return g_ptr_array_index (g->parts, i);
}

/* Sorted indices */

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer array)
{
  return strcmp (g_array_index ((GArray *) array, HunchKv, *(const guint *) a).key,
                 g_array_index ((GArray *) array, HunchKv, *(const guint *) b).key);
}

static int
compare_tensors (gconstpointer a, gconstpointer b, gpointer array)
{
  return strcmp (g_array_index ((GArray *) array, HunchTensor, *(const guint *) a).name,
                 g_array_index ((GArray *) array, HunchTensor, *(const guint *) b).name);
}

static guint *
sorted (GArray *array, GCompareDataFunc compare)
{
  guint *order = g_new (guint, MAX (array->len, 1));

  for (guint i = 0; i < array->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) array->len, sizeof *order, compare, array);
  return order;
}

const HunchKv *
hunch_gguf_find (const HunchGguf *g, const char *key)
{
  guint low = 0, high = g->kvs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const HunchKv *kv = &g_array_index (g->kvs, HunchKv, g->key_order[middle]);
      int c = strcmp (key, kv->key);

      if (c == 0)
        return kv;
      if (c < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}

const HunchTensor *
hunch_gguf_tensor (const HunchGguf *g, const char *name)
{
  guint low = 0, high = g->tensors->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const HunchTensor *t = &g_array_index (g->tensors, HunchTensor, g->tensor_order[middle]);
      int c = strcmp (name, t->name);

      if (c == 0)
        return t;
      if (c < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}

static gboolean
sort_keys (HunchGguf *g, GError **error)
{
  g->key_order = sorted (g->kvs, compare_keys);
  for (guint i = 1; i < g->kvs->len; i++)
    if (compare_keys (&g->key_order[i - 1], &g->key_order[i], g->kvs) == 0)
      {
        g_autofree char *shown = hunch_printable (g_array_index (g->kvs, HunchKv, g->key_order[i]).key, -1, MAX_SHOWN);

        return hunch_gguf_fail (part_at (g, 0), HUNCH_ERROR_FORMAT, error, _ ("metadata key %s is there twice"), shown);
      }
  return TRUE;
}

static gboolean
sort_tensors (HunchGguf *g, GError **error)
{
  g->tensor_order = sorted (g->tensors, compare_tensors);
  for (guint i = 1; i < g->tensors->len; i++)
    if (compare_tensors (&g->tensor_order[i - 1], &g->tensor_order[i], g->tensors) == 0)
      {
        g_autofree char *shown
            = hunch_printable (g_array_index (g->tensors, HunchTensor, g->tensor_order[i]).name, -1, 0);

        return hunch_gguf_fail (part_at (g, 0), HUNCH_ERROR_FORMAT, error, _ ("tensor %s is there twice"), shown);
      }
  return TRUE;
}

HunchGguf *
hunch_gguf_new (HunchGgufPart *part)
{
  HunchGguf *g = g_new0 (HunchGguf, 1);

  g->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) hunch_gguf_part_free);
  g_ptr_array_add (g->parts, part);
  g->names = g_string_chunk_new (4096);
  g->kvs = g_array_new (FALSE, FALSE, sizeof (HunchKv));
  g->tensors = g_array_new (FALSE, FALSE, sizeof (HunchTensor));
  return g;
}

gboolean
hunch_gguf_seal (HunchGguf *g, GError **error)
{
  return sort_keys (g, error) && sort_tensors (g, error);
}

gboolean
hunch_gguf_fail_key (const HunchGguf *g, HunchError code, const char *key, GError **error, const char *format, ...)
{
  const char *field = g->fields != NULL ? g_hash_table_lookup (g->fields, key) : NULL;
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  return hunch_gguf_fail (part_at (g, 0), code, error, "%s: %s", field != NULL ? field : key, why);
}

/* Reads one file alone, its keys in order. */
HunchGguf *
hunch_gguf_open_part (const char *path, GError **error)
{
  HunchGgufPart *part = hunch_gguf_part_open (path, error);
  HunchGguf *g;

  if (part == NULL)
    return NULL;
  g = hunch_gguf_new (part);
  if (!hunch_gguf_parse (part, g->names, g->kvs, g->tensors, error) || !sort_keys (g, error))
    g_clear_pointer (&g, hunch_gguf_free);
  return g;
}

HunchGguf *
hunch_gguf_open (const char *path, GError **error)
{
  HunchGguf *g = hunch_gguf_open_part (path, error);

  if (g != NULL && (!hunch_gguf_add_parts (g, error) || !sort_tensors (g, error)))
    g_clear_pointer (&g, hunch_gguf_free);
  return g;
}

void
hunch_gguf_free (HunchGguf *g)
{
  if (g == NULL)
    return;
  g_ptr_array_unref (g->parts);
  g_string_chunk_free (g->names);
  g_array_unref (g->kvs);
  g_array_unref (g->tensors);
  g_free (g->key_order);
  g_free (g->tensor_order);
  g_free (g->folder);
  g_clear_pointer (&g->fields, g_hash_table_unref);
  g_clear_pointer (&g->owned, g_ptr_array_unref);
  g_free (g);
}

const char *
hunch_gguf_path (const HunchGguf *g)
{
  return g->folder != NULL ? g->folder : part_at (g, 0)->path;
}

guint64
hunch_gguf_bytes (const HunchGguf *g)
{
  guint64 bytes = 0;

  for (guint i = 0; i < g->parts->len; i++)
    bytes += part_at (g, i)->size;
  return bytes;
}

gboolean
hunch_gguf_still_whole (const HunchGguf *g)
{
  for (guint i = 0; i < g->parts->len; i++)
    {
      struct stat st;

      if (fstat (part_at (g, i)->fd, &st) != 0 || (guint64) st.st_size < part_at (g, i)->size)
        return FALSE;
    }
  return TRUE;
}

guint
hunch_gguf_n_tensors (const HunchGguf *g)
{
  return g->tensors->len;
}

const HunchTensor *
hunch_gguf_tensor_at (const HunchGguf *g, guint i)
{
  return &g_array_index (g->tensors, HunchTensor, i);
}

static gboolean
is_mapped (const HunchGguf *g, const guint8 *p)
{
  for (guint i = 0; i < g->parts->len; i++)
    if (p >= part_at (g, i)->base && p < part_at (g, i)->base + part_at (g, i)->size)
      return TRUE;
  return FALSE;
}

void
hunch_gguf_drop_pages (const HunchGguf *g, const HunchTensor *t)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize begin = (gsize) t->data / page * page;

  /* Pages shared with a neighbour come back from the file when they are read again; what is ours would not. */
  if (is_mapped (g, t->data))
    madvise ((void *) begin, (gsize) t->data + t->bytes - begin, MADV_DONTNEED);
}
