/* test-bpe.c: both ways of merging give what the definition gives, whatever the merges.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/bpe.h"

#define MOST_TOKENS 200

/* A random vocabulary over few letters: token i is made of two lower ones, and merges come in random order. */
typedef struct
{
  guint n_letters, n_tokens;
  guint32 starts[MOST_TOKENS + 1];
  HunchMergeTable merges;
} Grammar;

static void
grammar_init (Grammar *g)
{
  guint32 ranks[MOST_TOKENS];

  g->n_letters = g_test_rand_int_range (1, 5);
  g->n_tokens = g->n_letters + g_test_rand_int_range (0, 60);
  g_assert_true (hunch_merge_table_init (&g->merges, MOST_TOKENS));
  for (guint i = 0; i < g->n_tokens; i++)
    {
      guint k = g_test_rand_int_range (0, i + 1);

      ranks[i] = ranks[k];
      ranks[k] = i;
    }
  g->starts[0] = 0;
  for (guint i = 0; i < g->n_tokens; i++)
    {
      guint length = 1;

      if (i >= g->n_letters)
        {
          guint left = g_test_rand_int_range (0, i), right = g_test_rand_int_range (0, i);

          length = g->starts[left + 1] - g->starts[left] + g->starts[right + 1] - g->starts[right];
          if (length < 1000)
            hunch_merge_table_add (&g->merges, left, right, ranks[i], i); /* a pair that is there stays */
          else
            length = 1;
        }
      g->starts[i + 1] = g->starts[i] + length;
    }
}

/* The definition. */
static gsize
merge_plainly (const HunchMergeTable *t, guint32 *ids, gsize n)
{
  for (;;)
    {
      const HunchMerge *best = NULL;
      gsize at = 0;

      for (gsize i = 0; i + 1 < n; i++)
        {
          const HunchMerge *m = hunch_merge_table_find (t, ids[i], ids[i + 1]);

          if (m != NULL && (best == NULL || m->rank < best->rank))
            {
              best = m;
              at = i;
            }
        }
      if (best == NULL)
        return n;
      ids[at] = best->id;
      memmove (ids + at + 1, ids + at + 2, (n - at - 2) * sizeof *ids);
      n--;
    }
}

static void
test_random (void)
{
  for (guint turn = 0; turn < 4000; turn++)
    {
      Grammar g;
      HunchBpeRule rule;
      guint32 expected[150], by_short[150], by_long[150];
      gsize n = g_test_rand_int_range (1, turn % 10 == 0 ? 150 : HUNCH_BPE_SHORT + 1), n_expected, n_long = n;

      grammar_init (&g);
      rule = (HunchBpeRule){ .merges = &g.merges, .starts = g.starts };
      for (gsize i = 0; i < n; i++)
        expected[i] = by_short[i] = by_long[i] = g_test_rand_int_range (0, g.n_letters);
      n_expected = merge_plainly (&g.merges, expected, n);
      g_assert_cmpint (hunch_bpe_merge_long (&rule, NULL, by_long, &n_long, NULL), ==, HUNCH_BPE_DONE);
      g_assert_cmpmem (by_long, n_long * sizeof *by_long, expected, n_expected * sizeof *expected);
      if (n <= HUNCH_BPE_SHORT)
        {
          guint n_short = hunch_bpe_merge_short (&rule, NULL, by_short, n);

          g_assert_cmpmem (by_short, n_short * sizeof *by_short, expected, n_expected * sizeof *expected);
        }
      hunch_merge_table_finish (&g.merges);
    }
}

static void
test_cancel (void)
{
  const guint32 starts[] = { 0, 1, 3 };
  HunchMergeTable merges;
  const HunchBpeRule rule = { .merges = &merges, .starts = starts };
  guint32 ids[100] = { 0 };
  gsize n = G_N_ELEMENTS (ids);
  gint cancelled = 1;

  g_assert_true (hunch_merge_table_init (&merges, 1));
  g_assert_true (hunch_merge_table_add (&merges, 0, 0, 0, 1));
  g_assert_cmpint (hunch_bpe_merge_long (&rule, NULL, ids, &n, &cancelled), ==, HUNCH_BPE_CANCELLED);
  hunch_merge_table_finish (&merges);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bpe/random", test_random);
  g_test_add_func ("/bpe/cancel", test_cancel);
  return g_test_run ();
}
