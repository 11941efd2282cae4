/* gguf.c: opens a GGUF file, or all parts of a split one, and finds keys and tensors by name.
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
#define MAX_SPLIT 99999 /* five digits in the name */

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

/* Split files: NAME-00001-of-0000N.gguf. The first part has the metadata, each its own tensors. */

/* Path of part i (from 1) of n, made from that of another part; NULL when the path is not named as parts are. */
static char *
part_path (const char *path, guint64 i, guint64 n)
{
  char suffix[64];
  gsize len = strlen (path), tail = strlen ("-00001-of-00002.gguf");
  const char *end;

  if (len <= tail)
    return NULL;
  end = path + len - tail;
  g_snprintf (suffix, sizeof suffix, "-of-%05" PRIu64 ".gguf", n);
  if (end[0] != '-' || strcmp (end + 6, suffix) != 0 || strspn (end + 1, "0123456789") != 5)
    return NULL;
  return g_strdup_printf ("%.*s-%05" PRIu64 "%s", (int) (len - tail), path, i, suffix);
}

/* The place of a part in its set; *count stays 1 in a file that is whole. */
static gboolean
split_place (HunchGguf *g, guint64 *no, guint64 *count, GError **error)
{
  GError *e = NULL;

  if (!hunch_gguf_get_u64 (g, "split.count", 0, MAX_SPLIT, count, &e) && e == NULL)
    *count = 1;
  if (e == NULL && !hunch_gguf_get_u64 (g, "split.no", 0, MAX_SPLIT, no, &e))
    *no = 0;
  if (e != NULL)
    {
      g_propagate_error (error, e);
      return FALSE;
    }
  *count = MAX (*count, 1);
  return TRUE;
}

static gboolean
fail_later_part (HunchGguf *g, guint64 no, guint64 count, GError **error)
{
  char *first = part_path (part_at (g, 0)->shown, 1, count);

  if (first != NULL)
    hunch_gguf_fail (part_at (g, 0), HUNCH_ERROR_FORMAT, error,
                     _ ("this is part %" PRIu64 " of %" PRIu64 ": start with the first part, %s"), no + 1, count,
                     first);
  else
    hunch_gguf_fail (part_at (g, 0), HUNCH_ERROR_FORMAT, error,
                     _ ("this is part %" PRIu64 " of %" PRIu64 ": start with the first part"), no + 1, count);
  g_free (first);
  return FALSE;
}

static HunchGguf *
new_gguf (HunchGgufPart *part)
{
  HunchGguf *g = g_new0 (HunchGguf, 1);

  g->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) hunch_gguf_part_free);
  g_ptr_array_add (g->parts, part);
  g->names = g_string_chunk_new (4096);
  g->kvs = g_array_new (FALSE, FALSE, sizeof (HunchKv));
  g->tensors = g_array_new (FALSE, FALSE, sizeof (HunchTensor));
  return g;
}

/* Reads one file alone, its keys in order. */
static HunchGguf *
open_one (const char *path, GError **error)
{
  HunchGgufPart *part = hunch_gguf_part_open (path, error);
  HunchGguf *g;

  if (part == NULL)
    return NULL;
  g = new_gguf (part);
  if (!hunch_gguf_parse (part, g->names, g->kvs, g->tensors, error) || !sort_keys (g, error))
    g_clear_pointer (&g, hunch_gguf_free);
  return g;
}

/* Moves the mapping and the tensors of part into g. The part's names are interned in its own chunk, so copy them. */
static void
adopt (HunchGguf *g, HunchGguf *part)
{
  for (guint i = 0; i < part->tensors->len; i++)
    {
      HunchTensor t = g_array_index (part->tensors, HunchTensor, i);

      t.name = g_string_chunk_insert (g->names, t.name);
      g_array_append_val (g->tensors, t);
    }
  g_ptr_array_add (g->parts, g_ptr_array_steal_index (part->parts, 0));
  hunch_gguf_free (part);
}

static gboolean
add_part (HunchGguf *g, guint64 i, guint64 count, GError **error)
{
  char *path = part_path (hunch_gguf_path (g), i + 1, count);
  HunchGguf *part;
  guint64 no, its_count;

  if (path == NULL)
    return hunch_gguf_fail (
        part_at (g, 0), HUNCH_ERROR_FORMAT, error,
        _ ("split.count: the first of %" PRIu64 " parts must be called NAME-00001-of-%05" PRIu64 ".gguf"), count,
        count);
  part = open_one (path, error);
  g_free (path);
  if (part == NULL)
    {
      g_prefix_error (error, _ ("%s: part %" PRIu64 " of %" PRIu64 " is needed: "), part_at (g, 0)->shown, i + 1,
                      count);
      return FALSE;
    }
  if (!split_place (part, &no, &its_count, error))
    {
      hunch_gguf_free (part);
      return FALSE;
    }
  if (no != i || its_count != count)
    {
      hunch_gguf_fail (part_at (part, 0), HUNCH_ERROR_FORMAT, error,
                       _ ("split.no: expected part %" PRIu64 " of %" PRIu64 ", found part %" PRIu64 " of %" PRIu64),
                       i + 1, count, no + 1, its_count);
      hunch_gguf_free (part);
      return FALSE;
    }
  adopt (g, part);
  return TRUE;
}

static gboolean
add_parts (HunchGguf *g, GError **error)
{
  GError *e = NULL;
  guint64 no = 0, count = 1, n_tensors;

  if (!split_place (g, &no, &count, error))
    return FALSE;
  if (no > 0)
    return fail_later_part (g, no, count, error);
  for (guint64 i = 1; i < count; i++)
    if (!add_part (g, i, count, error))
      return FALSE;
  if (hunch_gguf_get_u64 (g, "split.tensors.count", 0, G_MAXUINT32, &n_tensors, &e) && n_tensors != g->tensors->len)
    return hunch_gguf_fail (part_at (g, 0), HUNCH_ERROR_FORMAT, error,
                            _ ("split.tensors.count: %" PRIu64 " tensors were promised, and the parts have %u"),
                            n_tensors, g->tensors->len);
  if (e != NULL)
    g_propagate_error (error, e);
  return e == NULL;
}

HunchGguf *
hunch_gguf_open (const char *path, GError **error)
{
  HunchGguf *g = open_one (path, error);

  if (g != NULL && (!add_parts (g, error) || !sort_tensors (g, error)))
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
  g_free (g);
}

const char *
hunch_gguf_path (const HunchGguf *g)
{
  return part_at (g, 0)->path;
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

void
hunch_gguf_drop_pages (const HunchGguf *g, const HunchTensor *t)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize begin = (gsize) t->data / page * page;

  /* Pages shared with a neighbour come back from the file when they are read again. */
  madvise ((void *) begin, (gsize) t->data + t->bytes - begin, MADV_DONTNEED);
}
