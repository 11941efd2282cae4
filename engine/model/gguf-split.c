/* gguf-split.c: adds the other parts of a model in several files.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parts are called NAME-00001-of-0000N.gguf. The first has the metadata, and each its own tensors. */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>
#include <string.h>

#define MAX_SPLIT 99999 /* five digits in the name */

static HunchGgufPart *
part_at (const HunchGguf *g, guint i)
{
  return g_ptr_array_index (g->parts, i);
}

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
  part = hunch_gguf_open_part (path, error);
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

gboolean
hunch_gguf_add_parts (HunchGguf *g, GError **error)
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
