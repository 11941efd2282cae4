/* trie.h: all tokens with which a text begins, found in one walk along it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Nodes lie breadth first, so that the children of a node are neighbours: those of node i are first[i] to
 * first[i + 1] - 1, in the order of their bytes. Node 0 is the root. */
typedef struct
{
  guint32 n_nodes;
  guint32 *first;    /* (n_nodes + 1) */
  guint8 *byte;      /* (n_nodes) by which a node is reached */
  gint32 *id;        /* (n_nodes) the token that ends here, or -1 */
  guint32 root[256]; /* the root's children; 0: none */
} HunchTrie;

/* ids (n, put in order of their bytes here): the tokens, none empty; of equal ones the first. bytes and starts as in
 * HunchTokenTable. FALSE when there is no memory, and for a trie of 4 G nodes. */
gboolean hunch_trie_init (HunchTrie *t, gint32 *ids, guint n, const guint8 *bytes, const guint32 *starts);
void hunch_trie_finish (HunchTrie *t);

/* The child of node by byte b, or 0. */
static inline guint32
hunch_trie_next (const HunchTrie *t, guint32 node, guint8 b)
{
  guint32 low, high;

  if (node == 0)
    return t->root[b];
  low = t->first[node];
  high = t->first[node + 1];
  while (high - low > 8)
    {
      guint32 mid = low + (high - low) / 2;

      if (t->byte[mid] <= b)
        low = mid;
      else
        high = mid;
    }
  for (; low < high; low++)
    if (t->byte[low] == b)
      return low;
  return 0;
}
