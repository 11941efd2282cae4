/* token-table.c: filling the table of tokens.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/token-table.h"

gboolean
hunch_token_table_init (HunchTokenTable *t, guint n, const guint8 *bytes, const guint32 *starts)
{
  guint bits = 4;

  while ((G_GUINT64_CONSTANT (1) << bits) * 2 / 3 < n)
    bits++;
  *t = (HunchTokenTable){ .shift = 64 - bits, .mask = ((gsize) 1 << bits) - 1, .bytes = bytes, .starts = starts };
  t->seed = (guint64) g_random_int () << 32 | g_random_int ();
  t->slots = g_try_new0 (HunchTokenSlot, (gsize) 1 << bits);
  return t->slots != NULL;
}

void
hunch_token_table_finish (HunchTokenTable *t)
{
  g_clear_pointer (&t->slots, g_free);
}

guint64
hunch_hash_long (guint64 seed, const guint8 *p, gsize n)
{
  guint64 h = seed ^ n;

  for (; n > 8; p += 8, n -= 8)
    h = hunch_mix (h ^ hunch_read_le (p, 8));
  return hunch_mix (h ^ hunch_read_le (p, n));
}

gboolean
hunch_token_table_equal (const HunchTokenTable *t, guint id, const guint8 *p, gsize n)
{
  gsize len = t->starts[id + 1] - t->starts[id];

  return len == n && memcmp (t->bytes + t->starts[id], p, n) == 0;
}

gboolean
hunch_token_table_add (HunchTokenTable *t, guint id, HunchWhole whole)
{
  const guint8 *p = t->bytes + t->starts[id];
  gsize n = t->starts[id + 1] - t->starts[id];
  guint64 key = hunch_token_key (t, p, n);
  guint16 len = MIN (n, G_MAXUINT16);
  gsize i = hunch_mix (key ^ t->seed ^ len) >> t->shift;

  for (; t->slots[i].id_plus_1 != 0; i = (i + 1) & t->mask)
    if (t->slots[i].key == key && t->slots[i].len == len
        && (n <= 8 || hunch_token_table_equal (t, t->slots[i].id_plus_1 - 1, p, n)))
      return FALSE;
  t->slots[i] = (HunchTokenSlot){ .key = key, .id_plus_1 = id + 1, .len = len, .whole = whole };
  return TRUE;
}
