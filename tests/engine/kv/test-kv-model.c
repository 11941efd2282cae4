/* test-kv-model.c: random use of the cache beside a simple model of it; no device.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The memory of the blocks is simulated: a position holds a number made of all ids up to it, as K and V do. However blocks are
 * shared, copied and reused, each sequence must read its own numbers. */
#include "config.h"

#include "engine/kv/kv-private.h"

#include <string.h>

#define BLOCK      HUNCH_KV_BLOCK
#define N_BLOCKS   37
#define N_SEQS     6
#define MAX_IDS    (N_BLOCKS * BLOCK)
#define N_STEPS    20000
#define N_MEMORIES 8

/* What a sequence should be. */
typedef struct
{
  gint seq; /* -1: none */
  guint length, evaluated;
  gint32 ids[MAX_IDS];
} Model;

static guint64 memory[N_BLOCKS][BLOCK];
static Model models[N_SEQS];
/* Texts that were used lately, for new ones to begin like. */
static gint32 texts[N_MEMORIES][MAX_IDS];
static guint text_lengths[N_MEMORIES];

static cl_int
copy_memory (HunchKv *kv, gint32 from, gint32 to)
{
  memcpy (memory[to], memory[from], sizeof memory[to]);
  return CL_SUCCESS;
}

static guint64
mix (guint64 h, gint32 id)
{
  h = (h ^ (guint32) id) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static guint64 *
cell (HunchKv *kv, const Model *m, guint position)
{
  guint n;
  const gint32 *table = hunch_kv_seq_table (kv, m->seq, &n);

  g_assert_cmpuint (position / BLOCK, <, n);
  return &memory[table[position / BLOCK]][position % BLOCK];
}

/* Every evaluated position of every sequence holds what it should. */
static void
check_content (HunchKv *kv)
{
  for (Model *m = models; m < models + N_SEQS; m++)
    {
      guint64 h = 1;

      if (m->seq < 0)
        continue;
      g_assert_cmpuint (hunch_kv_seq_length (kv, m->seq), ==, m->length);
      for (guint i = 0; i < m->evaluated; i++)
        {
          h = mix (h, m->ids[i]);
          g_assert_cmpuint (*cell (kv, m, i), ==, h);
        }
    }
}

/* References are those of the tables, and the free list holds the rest. */
static void
check_pool (HunchKv *kv)
{
  guint refs[N_BLOCKS] = { 0 }, n_free = 0;
  gint32 last = -1;

  for (Model *m = models; m < models + N_SEQS; m++)
    {
      guint n = 0;
      const gint32 *table = m->seq < 0 ? NULL : hunch_kv_seq_table (kv, m->seq, &n);

      g_assert_cmpuint (n, ==, m->seq < 0 ? 0 : (m->length + BLOCK - 1) / BLOCK);
      for (guint i = 0; i < n; i++)
        refs[table[i]]++;
    }
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      g_assert_cmpuint (kv->pool.blocks[i].ref, ==, refs[i]);
      n_free += refs[i] == 0;
    }
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, n_free);
  for (gint32 i = kv->pool.first; i >= 0; last = i, i = kv->pool.blocks[i].next)
    {
      g_assert_cmpuint (refs[i], ==, 0);
      g_assert_cmpint (kv->pool.blocks[i].previous, ==, last);
      n_free--;
    }
  g_assert_cmpuint (n_free, ==, 0);
  g_assert_cmpint (kv->pool.last, ==, last);
}

/* Full blocks that a live sequence shares with ids: reuse must find at least those. */
static guint
least_reuse (const gint32 *ids, guint n)
{
  guint best = 0;

  for (const Model *m = models; m < models + N_SEQS; m++)
    if (m->seq >= 0)
      {
        guint i = 0;

        while (i < n - 1 && i < m->evaluated && m->ids[i] == ids[i])
          i++;
        best = MAX (best, i / BLOCK * BLOCK);
      }
  return best;
}

static void
evaluate (HunchKv *kv, Model *m, gboolean fails)
{
  guint64 h = 1;

  for (guint i = 0; i < m->length; i++)
    {
      h = mix (h, m->ids[i]);
      if (i >= m->evaluated)
        *cell (kv, m, i) = fails ? 0 : h;
    }
  if (fails)
    {
      hunch_kv_seq_truncate (kv, m->seq, m->evaluated);
      m->length = m->evaluated;
      return;
    }
  hunch_kv_seq_evaluated (kv, m->seq, m->length);
  m->evaluated = m->length;
}

static void
remember (GRand *rand, const Model *m)
{
  const guint i = g_rand_int_range (rand, 0, N_MEMORIES);

  text_lengths[i] = m->length;
  memcpy (texts[i], m->ids, m->length * sizeof (gint32));
}

/* Appends to a sequence and to its model; a failure must leave everything as it was. */
static void
append (HunchKv *kv, GRand *rand, Model *m, const gint32 *ids, guint n)
{
  const guint n_free = hunch_kv_free_blocks (kv), n_have = (m->length + BLOCK - 1) / BLOCK,
              n_want = (m->length + n + BLOCK - 1) / BLOCK;
  const gboolean done = hunch_kv_seq_append (kv, m->seq, ids, n, NULL);

  if (!done)
    {
      g_assert_cmpuint (n_want - n_have + 1, >, n_free);
      g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, n_free);
      return;
    }
  g_assert_cmpuint (n_want - n_have, <=, n_free);
  memcpy (m->ids + m->length, ids, n * sizeof (gint32));
  m->length += n;
  if (g_rand_int_range (rand, 0, 8) > 0)
    evaluate (kv, m, g_rand_int_range (rand, 0, 10) == 0);
}

/* A new sequence whose text begins like an old one. */
static void
start (HunchKv *kv, GRand *rand, Model *m)
{
  const guint old = g_rand_int_range (rand, 0, N_MEMORIES), n_old = g_rand_int_range (rand, 0, text_lengths[old] + 1);
  const guint n = MIN (n_old + g_rand_int_range (rand, 1, 40), MAX_IDS);
  g_autofree gint32 *ids = g_new (gint32, n);
  guint least, n_reused;

  for (guint i = 0; i < n; i++)
    ids[i] = i < n_old ? texts[old][i] : g_rand_int_range (rand, 0, 3);
  least = least_reuse (ids, n);
  m->seq = hunch_kv_seq_new (kv);
  n_reused = hunch_kv_seq_reuse (kv, m->seq, ids, n);
  g_assert_cmpuint (n_reused, <, n);
  g_assert_cmpuint (n_reused, >=, least);
  memcpy (m->ids, ids, n_reused * sizeof (gint32));
  m->length = m->evaluated = n_reused;
  check_content (kv);
  append (kv, rand, m, ids + n_reused, n - n_reused);
}

static void
fork_sequence (HunchKv *kv, const Model *m)
{
  for (Model *d = models; d < models + N_SEQS; d++)
    if (d->seq < 0)
      {
        memcpy (d, m, sizeof *d);
        d->seq = hunch_kv_seq_fork (kv, m->seq);
        return;
      }
}

static void
step (HunchKv *kv, GRand *rand)
{
  Model *m = &models[g_rand_int_range (rand, 0, N_SEQS)];
  gint32 ids[40];

  if (m->seq < 0)
    {
      start (kv, rand, m);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = g_rand_int_range (rand, 0, 3);
  switch (g_rand_int_range (rand, 0, 10))
    {
    case 0:
      remember (rand, m);
      hunch_kv_seq_free (kv, m->seq);
      m->seq = -1;
      break;
    case 1:
      m->length = g_rand_int_range (rand, 0, m->length + 1);
      m->evaluated = MIN (m->evaluated, m->length);
      hunch_kv_seq_truncate (kv, m->seq, m->length);
      break;
    case 2:
      if (m->evaluated == m->length) /* two sequences cannot both fill the same positions */
        fork_sequence (kv, m);
      break;
    case 3:
      if (g_rand_int_range (rand, 0, 20) == 0)
        hunch_kv_clear_cache (kv);
      break;
    case 4:
      append (kv, rand, m, ids, MIN (g_rand_int_range (rand, 1, 40), (gint) (MAX_IDS - m->length)));
      break;
    default:
      append (kv, rand, m, ids, MIN (1, MAX_IDS - m->length));
    }
}

static void
test_random (gconstpointer seed)
{
  HunchKv *kv = hunch_kv_new (NULL, &(HunchKvParams){ 1, 1, 8, N_BLOCKS }, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (seed));

  kv->copy_block = copy_memory;
  memset (text_lengths, 0, sizeof text_lengths);
  for (guint i = 0; i < N_SEQS; i++)
    models[i].seq = -1;
  for (guint i = 0; i < N_STEPS; i++)
    {
      step (kv, rand);
      check_pool (kv);
      if (i % 8 == 0)
        check_content (kv);
    }
  for (Model *m = models; m < models + N_SEQS; m++)
    if (m->seq >= 0)
      {
        hunch_kv_seq_free (kv, m->seq);
        m->seq = -1;
      }
  check_pool (kv);
  g_assert_cmpuint (hunch_kv_free_blocks (kv), ==, N_BLOCKS);
  hunch_kv_free (kv);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint seed = 1; seed <= 5; seed++)
    {
      g_autofree char *path = g_strdup_printf ("/kv/model/%u", seed);

      g_test_add_data_func (path, GUINT_TO_POINTER (seed), test_random);
    }
  return g_test_run ();
}
