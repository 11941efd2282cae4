/* bpe.c: byte-pair merging, short and long.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/bpe.h"

/* The merge of two neighbours: its rank, or HUNCH_NO_RANK, and what it makes. */
typedef struct
{
  guint32 rank, id;
} Pair;

static inline Pair
look_up (const HunchMergeTable *t, guint32 left, guint32 right)
{
  const HunchMerge *m = hunch_merge_table_find (t, left, right);

  return m != NULL ? (Pair){ m->rank, m->id } : (Pair){ HUNCH_NO_RANK, 0 };
}

guint
hunch_bpe_merge_short (const HunchMergeTable *t, guint32 *ids, guint n)
{
  Pair pairs[HUNCH_BPE_SHORT]; /* of ids i and i + 1 */

  for (guint i = 0; i + 1 < n; i++)
    pairs[i] = look_up (t, ids[i], ids[i + 1]);
  while (n > 1)
    {
      guint best = 0;

      for (guint i = 1; i + 1 < n; i++)
        if (pairs[i].rank < pairs[best].rank)
          best = i;
      if (pairs[best].rank == HUNCH_NO_RANK)
        break;
      ids[best] = pairs[best].id;
      n--;
      memmove (ids + best + 1, ids + best + 2, (n - best - 1) * sizeof *ids);
      memmove (pairs + best, pairs + best + 1, (n - best) * sizeof *pairs);
      if (best + 1 < n)
        pairs[best] = look_up (t, ids[best], ids[best + 1]);
      if (best > 0)
        pairs[best - 1] = look_up (t, ids[best - 1], ids[best]);
    }
  return n;
}

/* A long word lives in ids itself. A token made of k first ids takes k places: its id is in the first, and in the
 * last, when k > 1, the number of the first, marked. So both neighbours of a token are found without links, and the
 * places between are marked as well. */
#define INSIDE 0x80000000u

typedef struct
{
  const HunchMergeTable *merges;
  const guint32 *starts;
  guint32 *ids;
  gsize n;
  guint64 *heap; /* of rank << 32 | place: a 4-ary heap, least first; entries whose pair is gone are dropped when met */
  gsize n_heap, room;
} Long;

static inline gsize
next_of (const Long *w, gsize at)
{
  return at + (w->starts[w->ids[at] + 1] - w->starts[w->ids[at]]);
}

static inline gsize
previous_of (const Long *w, gsize at)
{
  guint32 last = w->ids[at - 1];

  return last & INSIDE ? last & ~INSIDE : at - 1;
}

static void
sift_up (guint64 *heap, gsize i)
{
  guint64 entry = heap[i];

  for (gsize parent; i > 0 && heap[parent = (i - 1) / 4] > entry; i = parent)
    heap[i] = heap[parent];
  heap[i] = entry;
}

static void
sift_down (guint64 *heap, gsize n, gsize i)
{
  guint64 entry = heap[i];

  for (;;)
    {
      gsize first = 4 * i + 1, least = first;

      if (first >= n)
        break;
      for (gsize c = first + 1; c < first + 4 && c < n; c++)
        if (heap[c] < heap[least])
          least = c;
      if (heap[least] >= entry)
        break;
      heap[i] = heap[least];
      i = least;
    }
  heap[i] = entry;
}

/* The merge of the token at at with the next one, or NULL. */
static const HunchMerge *
merge_at (const Long *w, gsize at)
{
  gsize next = next_of (w, at);

  return next < w->n ? hunch_merge_table_find (w->merges, w->ids[at], w->ids[next]) : NULL;
}

/* Puts the pair at at on the end of the heap, out of order. FALSE: no memory. */
static gboolean
append_pair (Long *w, gsize at)
{
  const HunchMerge *m = merge_at (w, at);

  if (m == NULL)
    return TRUE;
  if (w->n_heap == w->room)
    {
      gsize room = w->room + w->room / 2 + 1024;
      guint64 *heap = g_try_renew (guint64, w->heap, room);

      if (heap == NULL)
        return FALSE;
      w->heap = heap;
      w->room = room;
    }
  w->heap[w->n_heap++] = (guint64) m->rank << 32 | at;
  return TRUE;
}

static gboolean
push_pair (Long *w, gsize at)
{
  gsize before = w->n_heap;

  if (!append_pair (w, at))
    return FALSE;
  if (w->n_heap > before)
    sift_up (w->heap, before);
  return TRUE;
}

/* Merges the pair on top of the heap, if it is still there. */
static gboolean
merge_top (Long *w)
{
  gsize at = w->heap[0] & G_MAXUINT32, next;
  guint32 rank = w->heap[0] >> 32;
  const HunchMerge *m;

  w->heap[0] = w->heap[--w->n_heap];
  if (w->n_heap > 0)
    sift_down (w->heap, w->n_heap, 0);
  if (w->ids[at] & INSIDE)
    return TRUE;
  m = merge_at (w, at);
  if (m == NULL || m->rank != rank)
    return TRUE;
  next = next_of (w, at);
  w->ids[next_of (w, next) - 1] = INSIDE | at;
  w->ids[next] |= INSIDE;
  w->ids[at] = m->id;
  return push_pair (w, at) && (at == 0 || push_pair (w, previous_of (w, at)));
}

static HunchBpeResult
merge_all (Long *w, const volatile gint *cancelled)
{
  for (gsize i = 0; i + 1 < w->n; i++)
    if (!append_pair (w, i))
      return HUNCH_BPE_NO_MEMORY;
  for (gsize i = w->n_heap / 4 + 1; i-- > 0;)
    if (i < w->n_heap)
      sift_down (w->heap, w->n_heap, i);
  for (guint turn = 0; w->n_heap > 0; turn++)
    {
      if (turn % 1024 == 0 && cancelled != NULL && g_atomic_int_get (cancelled))
        return HUNCH_BPE_CANCELLED;
      if (!merge_top (w))
        return HUNCH_BPE_NO_MEMORY;
    }
  return HUNCH_BPE_DONE;
}

HunchBpeResult
hunch_bpe_merge_long (const HunchMergeTable *t, const guint32 *starts, guint32 *ids, gsize *n,
                      const volatile gint *cancelled)
{
  Long w = { .merges = t, .starts = starts, .ids = ids, .n = *n };
  HunchBpeResult result = merge_all (&w, cancelled);
  gsize n_left = 0;

  for (gsize at = 0, next; result == HUNCH_BPE_DONE && at < *n; at = next)
    {
      next = next_of (&w, at);
      ids[n_left++] = ids[at];
    }
  if (result == HUNCH_BPE_DONE)
    *n = n_left;
  g_free (w.heap);
  return result;
}
