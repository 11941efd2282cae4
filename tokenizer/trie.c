/* trie.c: builds a trie out of tokens in order.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/trie.h"

typedef struct
{
  const gint32 *ids;
  const guint8 *bytes;
  const guint32 *starts;
} Tokens;

static inline gsize
length_of (const Tokens *k, guint i)
{
  return k->starts[k->ids[i] + 1] - k->starts[k->ids[i]];
}

static inline const guint8 *
bytes_of (const Tokens *k, guint i)
{
  return k->bytes + k->starts[k->ids[i]];
}

static int
compare (gconstpointer a, gconstpointer b, gpointer tokens)
{
  const Tokens *k = tokens;
  gint32 x = *(const gint32 *) a, y = *(const gint32 *) b;
  gsize n_x = k->starts[x + 1] - k->starts[x], n_y = k->starts[y + 1] - k->starts[y];
  int c = memcmp (k->bytes + k->starts[x], k->bytes + k->starts[y], MIN (n_x, n_y));

  if (c != 0)
    return c;
  return n_x != n_y ? (n_x < n_y ? -1 : 1) : x < y ? -1 : x > y;
}

/* How many bytes the tokens i and i - 1 share at their front. */
static gsize
shared (const Tokens *k, guint i)
{
  gsize n = 0, most = i == 0 ? 0 : MIN (length_of (k, i), length_of (k, i - 1));

  while (n < most && bytes_of (k, i)[n] == bytes_of (k, i - 1)[n])
    n++;
  return n;
}

/* The tokens under a node. */
typedef struct
{
  guint32 low, high, depth;
} Range;

/* Appends the children of the node whose tokens are in range. */
static void
add_children (HunchTrie *t, const Tokens *k, Range *ranges, guint32 node)
{
  Range r = ranges[node];

  t->first[node] = t->n_nodes;
  t->id[node] = -1;
  if (r.depth > 0 && length_of (k, r.low) == r.depth)
    t->id[node] = k->ids[r.low];
  while (r.low < r.high && length_of (k, r.low) == r.depth) /* and its twins */
    r.low++;
  while (r.low < r.high)
    {
      guint8 b = bytes_of (k, r.low)[r.depth];
      guint32 end = r.low + 1;

      while (end < r.high && bytes_of (k, end)[r.depth] == b)
        end++;
      t->byte[t->n_nodes] = b;
      ranges[t->n_nodes++] = (Range){ r.low, end, r.depth + 1 };
      r.low = end;
    }
}

gboolean
hunch_trie_init (HunchTrie *t, gint32 *ids, guint n, const guint8 *bytes, const guint32 *starts)
{
  Tokens k = { ids, bytes, starts };
  g_autofree Range *ranges = NULL;
  guint64 n_nodes = 1;

  g_qsort_with_data (ids, n, sizeof *ids, compare, &k);
  for (guint i = 0; i < n; i++)
    n_nodes += length_of (&k, i) - shared (&k, i);
  *t = (HunchTrie){ 0 };
  if (n_nodes >= G_MAXUINT32)
    return FALSE;
  t->first = g_try_new (guint32, n_nodes + 1);
  t->byte = g_try_malloc (n_nodes);
  t->id = g_try_new (gint32, n_nodes);
  ranges = g_try_new (Range, n_nodes);
  if (t->first == NULL || t->byte == NULL || t->id == NULL || ranges == NULL)
    return FALSE;
  ranges[0] = (Range){ 0, n, 0 };
  t->byte[0] = 0;
  t->n_nodes = 1;
  for (guint32 node = 0; node < t->n_nodes; node++)
    add_children (t, &k, ranges, node);
  t->first[t->n_nodes] = t->n_nodes;
  for (guint32 c = t->first[0]; c < t->first[1]; c++)
    t->root[t->byte[c]] = c;
  return TRUE;
}

void
hunch_trie_finish (HunchTrie *t)
{
  g_clear_pointer (&t->first, g_free);
  g_clear_pointer (&t->byte, g_free);
  g_clear_pointer (&t->id, g_free);
}
