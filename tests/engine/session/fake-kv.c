/* fake-kv.c: kv.h on plain arrays: counts blocks, knows which positions were evaluated, keeps freed sequences for reuse.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "fake-kv.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"

#define KEPT 16 /* freed sequences */

typedef struct
{
  GArray *ids;   /* gint32; NULL: the number is free */
  guint n_valid; /* evaluated */
} Seq;

struct HunchKv
{
  guint n_blocks;
  GArray *seqs;    /* Seq */
  GPtrArray *kept; /* GArray of gint32 */
};

HunchKv *
fake_kv_new (guint n_blocks)
{
  HunchKv *kv = g_new0 (HunchKv, 1);

  kv->n_blocks = n_blocks;
  kv->seqs = g_array_new (FALSE, TRUE, sizeof (Seq));
  kv->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return kv;
}

static Seq *
get (const HunchKv *kv, gint seq)
{
  Seq *s;

  g_assert_cmpint (seq, >=, 0);
  g_assert_cmpint (seq, <, kv->seqs->len);
  s = &g_array_index (kv->seqs, Seq, seq);
  g_assert_nonnull (s->ids);
  return s;
}

void
hunch_kv_free (HunchKv *kv)
{
  if (kv == NULL)
    return;
  for (guint i = 0; i < kv->seqs->len; i++)
    g_clear_pointer (&g_array_index (kv->seqs, Seq, i).ids, g_array_unref);
  g_array_unref (kv->seqs);
  g_ptr_array_unref (kv->kept);
  g_free (kv);
}

guint
fake_kv_n_seqs (HunchKv *kv)
{
  guint n = 0;

  for (guint i = 0; i < kv->seqs->len; i++)
    n += g_array_index (kv->seqs, Seq, i).ids != NULL;
  return n;
}

static guint
blocks_used (const HunchKv *kv)
{
  guint n = 0;

  for (guint i = 0; i < kv->seqs->len; i++)
    {
      Seq *s = &g_array_index (kv->seqs, Seq, i);

      n += s->ids ? (guint) hunch_div_up (s->ids->len, HUNCH_KV_BLOCK) : 0;
    }
  return n;
}

gint
hunch_kv_seq_new (HunchKv *kv)
{
  Seq new = { g_array_new (FALSE, FALSE, sizeof (gint32)), 0 };

  for (guint i = 0; i < kv->seqs->len; i++)
    if (g_array_index (kv->seqs, Seq, i).ids == NULL)
      {
        g_array_index (kv->seqs, Seq, i) = new;
        return (gint) i;
      }
  g_array_append_val (kv->seqs, new);
  return (gint) kv->seqs->len - 1;
}

void
hunch_kv_seq_free (HunchKv *kv, gint seq)
{
  Seq *s = get (kv, seq);

  g_array_set_size (s->ids, s->n_valid);
  g_ptr_array_add (kv->kept, g_steal_pointer (&s->ids));
  if (kv->kept->len > KEPT)
    g_ptr_array_remove_index (kv->kept, 0);
}

static guint
common (const gint32 *ids, guint n, const gint32 *other, guint n_other)
{
  guint i = 0;

  while (i < n && i < n_other && ids[i] == other[i])
    i++;
  return i;
}

guint
hunch_kv_seq_reuse (HunchKv *kv, gint seq, const gint32 *ids, guint n)
{
  Seq *s = get (kv, seq);
  guint best = 0;

  g_assert_cmpuint (s->ids->len, ==, 0);
  for (guint i = 0; i < kv->kept->len; i++)
    {
      GArray *k = kv->kept->pdata[i];

      best = MAX (best, common (ids, n, (gint32 *) (gpointer) k->data, k->len));
    }
  best = MIN (best, n - 1);
  g_array_append_vals (s->ids, ids, best);
  s->n_valid = best;
  return best;
}

gboolean
hunch_kv_seq_append (HunchKv *kv, gint seq, const gint32 *ids, guint n, GError **error)
{
  Seq *s = get (kv, seq);
  guint before = (guint) hunch_div_up (s->ids->len, HUNCH_KV_BLOCK);
  guint after = (guint) hunch_div_up (s->ids->len + n, HUNCH_KV_BLOCK);

  g_assert_cmpuint (n, >, 0);
  if (blocks_used (kv) + after - before > kv->n_blocks)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, "the pool is used up");
      return FALSE;
    }
  g_array_append_vals (s->ids, ids, n);
  return TRUE;
}

void
hunch_kv_seq_evaluated (HunchKv *kv, gint seq, guint length)
{
  g_assert_cmpuint (length, ==, get (kv, seq)->n_valid);
}

void
hunch_kv_clear_cache (HunchKv *kv)
{
  g_ptr_array_set_size (kv->kept, 0);
}

void
fake_kv_evaluate (HunchKv *kv, gint seq, gint32 position, gint32 token)
{
  Seq *s = get (kv, seq);

  g_assert_cmpint (position, ==, s->n_valid);
  g_assert_cmpint (position, <, s->ids->len);
  g_assert_cmpint (token, ==, g_array_index (s->ids, gint32, position));
  s->n_valid++;
}

const gint32 *
fake_kv_ids (HunchKv *kv, gint seq)
{
  return (const gint32 *) (gpointer) get (kv, seq)->ids->data;
}
