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

/* text: the bytes of both, n together. Which rule it is, is known where this is inlined. */
static inline Pair
look_up (const HunchBpeRule *rule, gboolean by_bytes, guint32 left, guint32 right, const guint8 *text, gsize n)
{
  if (!by_bytes)
    {
      const HunchMerge *m = hunch_merge_table_find (rule->merges, left, right);

      if (m != NULL)
        return (Pair){ m->rank, m->id };
    }
  else if (n <= rule->longest)
    {
      const HunchTokenSlot *slot = hunch_token_table_find (rule->tokens, text, n);

      if (slot != NULL)
        return (Pair){ rule->ranks[slot->id_plus_1 - 1], slot->id_plus_1 - 1 };
    }
  return (Pair){ HUNCH_NO_RANK, 0 };
}

static inline gsize
length_of (const HunchBpeRule *rule, guint32 id)
{
  return rule->starts[id + 1] - rule->starts[id];
}

/* A short word: its tokens, where they begin and end, and what each makes with the next. */
typedef struct
{
  const HunchBpeRule *rule;
  const guint8 *text;
  guint32 *ids;
  guint8 at[HUNCH_BPE_SHORT + 1]; /* by bytes only */
  Pair pairs[HUNCH_BPE_SHORT];
} Short;

static inline void
look_at_pair (Short *w, gboolean by_bytes, guint i)
{
  if (by_bytes)
    w->pairs[i] = look_up (w->rule, TRUE, 0, 0, w->text + w->at[i], w->at[i + 2] - w->at[i]);
  else
    w->pairs[i] = look_up (w->rule, FALSE, w->ids[i], w->ids[i + 1], NULL, 0);
}

static inline __attribute__ ((always_inline)) guint
merge_short (Short *w, gboolean by_bytes, guint n)
{
  for (guint i = 0; by_bytes && i < n; i++)
    w->at[i + 1] = w->at[i] + length_of (w->rule, w->ids[i]);
  for (guint i = 0; i + 1 < n; i++)
    look_at_pair (w, by_bytes, i);
  while (n > 1)
    {
      guint best = 0;

      for (guint i = 1; i + 1 < n; i++)
        if (w->pairs[i].rank < w->pairs[best].rank)
          best = i;
      if (w->pairs[best].rank == HUNCH_NO_RANK)
        break;
      w->ids[best] = w->pairs[best].id;
      n--;
      memmove (w->ids + best + 1, w->ids + best + 2, (n - best - 1) * sizeof *w->ids);
      memmove (w->pairs + best, w->pairs + best + 1, (n - best) * sizeof *w->pairs);
      if (by_bytes)
        memmove (w->at + best + 1, w->at + best + 2, n - best);
      if (best + 1 < n)
        look_at_pair (w, by_bytes, best);
      if (best > 0)
        look_at_pair (w, by_bytes, best - 1);
    }
  return n;
}

guint
hunch_bpe_merge_short (const HunchBpeRule *rule, const guint8 *text, guint32 *ids, guint n)
{
  Short w;

  w.rule = rule;
  w.text = text;
  w.ids = ids;
  w.at[0] = 0;
  return rule->merges != NULL ? merge_short (&w, FALSE, n) : merge_short (&w, TRUE, n);
}

/* A long word lives in ids itself. A token of k bytes takes k places: its id is in the first, and in the last, when
 * k > 1, the number of the first, marked. So both neighbours of a token are found without links, and the
 * places between are marked as well. */
#define INSIDE HUNCH_BPE_INSIDE

typedef struct
{
  const HunchBpeRule *rule;
  const guint8 *text;
  guint32 *ids;
  gsize n;
  guint64 *heap; /* of rank << 32 | place: a 4-ary heap, least first; entries whose pair is gone are dropped when met */
  gsize n_heap, room;
} Long;

static inline gsize
next_of (const Long *w, gsize at)
{
  return at + length_of (w->rule, w->ids[at]);
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

/* The merge of the token at at with the next one. */
static Pair
merge_at (const Long *w, gsize at)
{
  gsize next = next_of (w, at);

  if (next >= w->n)
    return (Pair){ HUNCH_NO_RANK, 0 };
  if (w->rule->merges != NULL)
    return look_up (w->rule, FALSE, w->ids[at], w->ids[next], NULL, 0);
  return look_up (w->rule, TRUE, 0, 0, w->text + at, next_of (w, next) - at);
}

/* Puts the pair at at on the end of the heap, out of order. FALSE: no memory. */
static gboolean
append_pair (Long *w, gsize at)
{
  Pair m = merge_at (w, at);

  if (m.rank == HUNCH_NO_RANK)
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
  w->heap[w->n_heap++] = (guint64) m.rank << 32 | at;
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
  Pair m;

  w->heap[0] = w->heap[--w->n_heap];
  if (w->n_heap > 0)
    sift_down (w->heap, w->n_heap, 0);
  if (w->ids[at] & INSIDE)
    return TRUE;
  m = merge_at (w, at);
  if (m.rank != rank)
    return TRUE;
  next = next_of (w, at);
  w->ids[next_of (w, next) - 1] = INSIDE | at;
  w->ids[next] |= INSIDE;
  w->ids[at] = m.id;
  return push_pair (w, at) && (at == 0 || push_pair (w, previous_of (w, at)));
}

static HunchBpeResult
merge_all (Long *w, const volatile gint *cancelled)
{
  for (gsize i = 0; i < w->n; i = next_of (w, i))
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
hunch_bpe_merge_long (const HunchBpeRule *rule, const guint8 *text, guint32 *ids, gsize *n,
                      const volatile gint *cancelled)
{
  Long w = { .rule = rule, .text = text, .ids = ids, .n = *n };
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
