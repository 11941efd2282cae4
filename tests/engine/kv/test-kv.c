/* test-kv.c: sequences, sharing and reuse of the cache, one behaviour at a time; no device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/kv/kv-private.h"

#include <malloc.h>
#include <string.h>

#define BLOCK HUNCH_KV_BLOCK

static guint n_copies;

static cl_int
count_copy (HunchKv *kv, gint32 from, gint32 to)
{
  n_copies++;
  return CL_SUCCESS;
}

static HunchKv *
cache (guint n_blocks)
{
  HunchKv *kv = hunch_kv_new (NULL, &(HunchKvParams){ 2, 1, 8, n_blocks, FALSE }, NULL);

  kv->copy_block = count_copy;
  n_copies = 0;
  return kv;
}

/* n ids that count up from first. Static. */
static const gint32 *
counting (gint32 first, guint n)
{
  static gint32 ids[1000];

  for (guint i = 0; i < n; i++)
    ids[i] = first + i;
  return ids;
}

static void
grow (HunchKv *kv, gint seq, const gint32 *ids, guint n)
{
  GError *error = NULL;

  hunch_kv_seq_append (kv, seq, ids, n, &error);
  g_assert_no_error (error);
  hunch_kv_seq_evaluated (kv, seq, hunch_kv_seq_length (kv, seq));
}

static void
test_append (void)
{
  HunchKv *kv = cache (4);
  const gint a = hunch_kv_seq_new (kv), b = hunch_kv_seq_new (kv);
  GError *error = NULL;
  guint n;

  g_assert_cmpint (a, !=, b);
  grow (kv, a, counting (0, 17), 17);
  hunch_kv_seq_table (kv, a, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 2);
  g_assert_false (hunch_kv_seq_append (kv, b, counting (0, 3 * BLOCK), 3 * BLOCK, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_clear_error (&error);
  g_assert_cmpuint (hunch_kv_seq_length (kv, b), ==, 0);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 2);
  grow (kv, b, counting (0, 2 * BLOCK), 2 * BLOCK);
  grow (kv, a, counting (0, 15), 15);
  g_assert_false (hunch_kv_seq_append (kv, a, counting (0, 1), 1, NULL));
  hunch_kv_seq_free (kv, b);
  g_assert_cmpint (hunch_kv_seq_new (kv), ==, b);
  grow (kv, a, counting (0, 1), 1);
  hunch_kv_seq_truncate (kv, a, 16);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 3);
  g_assert_cmpuint (n_copies, ==, 0);
  hunch_kv_free (kv);
}

/* What a finished sequence held is found again, its begun last block included; always one token is left to evaluate. */
static void
test_reuse (void)
{
  HunchKv *kv = cache (8);
  gint a = hunch_kv_seq_new (kv), b;

  grow (kv, a, counting (100, 40), 40);
  hunch_kv_seq_free (kv, a);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 8);
  for (guint n = 0; n < 60; n++)
    {
      a = hunch_kv_seq_new (kv);
      g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (100, n), n), ==, n == 0 ? 0 : MIN (n - 1, 40));
      g_assert_cmpuint (hunch_kv_seq_length (kv, a), ==, n == 0 ? 0 : MIN (n - 1, 40));
      hunch_kv_seq_free (kv, a);
    }
  a = hunch_kv_seq_new (kv);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (101, 40), 40), ==, 0);
  b = hunch_kv_seq_new (kv);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, counting (100, 60), 60), ==, 40);
  grow (kv, b, counting (140, 20), 20);
  hunch_kv_seq_free (kv, b);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (100, 61), 61), ==, 60);
  hunch_kv_seq_free (kv, a);
  hunch_kv_clear_cache (kv);
  a = hunch_kv_seq_new (kv);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (100, 61), 61), ==, 0);
  hunch_kv_free (kv);
}

/* A live sequence's full blocks are shared, not copied, until one of the two writes. */
static void
test_share (void)
{
  HunchKv *kv = cache (8);
  const gint a = hunch_kv_seq_new (kv), b = hunch_kv_seq_new (kv);

  grow (kv, a, counting (0, 40), 40);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, counting (0, 30), 30), ==, 29);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 5);
  g_assert_cmpuint (n_copies, ==, 0);
  grow (kv, b, counting (500, 1), 1);
  g_assert_cmpuint (n_copies, ==, 1);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 4);
  hunch_kv_free (kv);
}

static void
test_fork (void)
{
  HunchKv *kv = cache (4);
  const gint a = hunch_kv_seq_new (kv);
  gint b;
  guint n;

  grow (kv, a, counting (0, 20), 20);
  b = hunch_kv_seq_fork (kv, a);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 2);
  g_assert_cmpuint (hunch_kv_seq_length (kv, b), ==, 20);
  grow (kv, b, counting (20, 1), 1);
  g_assert_cmpuint (n_copies, ==, 1);
  grow (kv, a, counting (30, 1), 1); /* alone again: in place */
  g_assert_cmpuint (n_copies, ==, 1);
  g_assert_cmpint (hunch_kv_seq_table (kv, a, &n)[0], ==, hunch_kv_seq_table (kv, b, &n)[0]);
  g_assert_cmpint (hunch_kv_seq_table (kv, a, &n)[1], !=, hunch_kv_seq_table (kv, b, &n)[1]);
  hunch_kv_seq_free (kv, a);
  hunch_kv_seq_free (kv, b);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, 4);
  hunch_kv_free (kv);
}

/* The copy of a shared last block needs a free block too; without one nothing changes. */
static void
test_fork_full (void)
{
  HunchKv *kv = cache (2);
  const gint a = hunch_kv_seq_new (kv);
  GError *error = NULL;
  gint b;

  grow (kv, a, counting (0, 20), 20);
  b = hunch_kv_seq_fork (kv, a);
  g_assert_false (hunch_kv_seq_append (kv, b, counting (0, 1), 1, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_clear_error (&error);
  g_assert_cmpuint (hunch_kv_seq_length (kv, b), ==, 20);
  hunch_kv_seq_free (kv, a);
  grow (kv, b, counting (0, 1), 1);
  hunch_kv_free (kv);
}

/* Overwritten positions are not found by what they held before; with room for it they are not overwritten. */
static void
test_truncate_rewrites (void)
{
  const guint n_blocks[] = { 2, 8 }, n_found[] = { 20, 32 };

  for (guint i = 0; i < 2; i++)
    {
      HunchKv *kv = cache (n_blocks[i]);
      const gint a = hunch_kv_seq_new (kv), b = hunch_kv_seq_new (kv);

      grow (kv, a, counting (0, 32), 32);
      hunch_kv_seq_truncate (kv, a, 20);
      grow (kv, a, counting (500, 12), 12);
      g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, counting (0, 33), 33), ==, n_found[i]);
      hunch_kv_free (kv);
    }
}

/* A batch that failed, or that never ran, leaves nothing to be found. */
static void
test_failed (void)
{
  HunchKv *kv = cache (8);
  gint a = hunch_kv_seq_new (kv);

  grow (kv, a, counting (0, 18), 18);
  g_assert_true (hunch_kv_seq_append (kv, a, counting (18, 30), 30, NULL));
  hunch_kv_seq_evaluated (kv, a, 25); /* a first chunk came through */
  hunch_kv_seq_free (kv, a);
  a = hunch_kv_seq_new (kv);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (0, 48), 48), ==, 25);
  hunch_kv_free (kv);
}

/* The longest unused goes first, and of one sequence its end before its beginning. */
static void
test_lru (void)
{
  HunchKv *kv = cache (6);
  gint a = hunch_kv_seq_new (kv), b = hunch_kv_seq_new (kv);

  grow (kv, a, counting (0, 32), 32);
  grow (kv, b, counting (100, 32), 32);
  hunch_kv_seq_free (kv, a);
  hunch_kv_seq_free (kv, b);
  a = hunch_kv_seq_new (kv);
  grow (kv, a, counting (200, 48), 48); /* two that were never used, and one of the first sequence */
  b = hunch_kv_seq_new (kv);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, counting (0, 33), 33), ==, 16);
  hunch_kv_seq_truncate (kv, b, 0);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, counting (100, 33), 33), ==, 32);
  hunch_kv_free (kv);
}

/* The same text computed twice is one content: what follows either copy is found behind both. */
static void
test_twins (void)
{
  HunchKv *kv = cache (8);
  const gint a = hunch_kv_seq_new (kv), b = hunch_kv_seq_new (kv), c = hunch_kv_seq_new (kv);

  g_assert_true (hunch_kv_seq_append (kv, a, counting (0, 32), 32, NULL));
  g_assert_true (hunch_kv_seq_append (kv, b, counting (0, 48), 48, NULL));
  hunch_kv_seq_evaluated (kv, a, 32);
  hunch_kv_seq_evaluated (kv, b, 48);
  g_assert_cmpuint (hunch_kv_seq_reuse (kv, c, counting (0, 49), 49), ==, 48);
  hunch_kv_free (kv);
}

/* A token more costs no allocation but for the doubling of a table. */
static void
test_no_allocation (void)
{
#ifdef __GLIBC__
  HunchKv *kv = cache (64);
  const gint a = hunch_kv_seq_new (kv);
  const gint32 *ids = counting (0, 256);
  gsize before;

  grow (kv, a, ids, 256);
  hunch_kv_seq_truncate (kv, a, 16);
  before = mallinfo2 ().uordblks;
  for (guint i = 16; i < 256; i++)
    {
      hunch_kv_seq_append (kv, a, ids + i, 1, NULL);
      hunch_kv_seq_evaluated (kv, a, i + 1);
    }
  g_assert_cmpuint (mallinfo2 ().uordblks, ==, before);
  hunch_kv_free (kv);
#else
  g_test_skip ("needs mallinfo2 of the GNU C library");
#endif
}

static void
test_arguments (void)
{
  GError *error = NULL;

  g_assert_null (hunch_kv_new (NULL, &(HunchKvParams){ 1, 1, 8, 0 }, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (hunch_kv_new (NULL, &(HunchKvParams){ 1, 1, 8, G_MAXUINT }, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_clear_error (&error);
  hunch_kv_free (NULL);
}

/* Two texts with one beginning, as all have that start with BOS: the second does not take the first one's block, and with it all
 * that follows; unless it needs the memory. */
static void
test_same_beginning (void)
{
  for (guint n_blocks = 6; n_blocks >= 4; n_blocks--)
    {
      HunchKv *kv = cache (n_blocks);
      gint a = hunch_kv_seq_new (kv), b;
      gint32 other[20] = { 0 };

      grow (kv, a, counting (0, 60), 60);
      hunch_kv_seq_free (kv, a);
      b = hunch_kv_seq_new (kv);
      g_assert_cmpuint (hunch_kv_seq_reuse (kv, b, other, 20), ==, 1);
      grow (kv, b, other + 1, 19);
      a = hunch_kv_seq_new (kv);
      g_assert_cmpuint (hunch_kv_seq_reuse (kv, a, counting (0, 60), 60), ==,
                        n_blocks == 6   ? 59
                        : n_blocks == 5 ? 48
                                        : 32);
      hunch_kv_free (kv);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kv/append", test_append);
  g_test_add_func ("/kv/reuse", test_reuse);
  g_test_add_func ("/kv/share", test_share);
  g_test_add_func ("/kv/fork", test_fork);
  g_test_add_func ("/kv/fork-full", test_fork_full);
  g_test_add_func ("/kv/truncate-rewrites", test_truncate_rewrites);
  g_test_add_func ("/kv/failed", test_failed);
  g_test_add_func ("/kv/lru", test_lru);
  g_test_add_func ("/kv/twins", test_twins);
  g_test_add_func ("/kv/same-beginning", test_same_beginning);
  g_test_add_func ("/kv/no-allocation", test_no_allocation);
  g_test_add_func ("/kv/arguments", test_arguments);
  return g_test_run ();
}
