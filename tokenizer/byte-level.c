/* byte-level.c: from GPT-2's alphabet to bytes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/byte-level.h"
#include "tokenizer/unicode.h"

static gboolean
stands_for_itself (guint b)
{
  return (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
}

/* For each code point the byte it stands for, or -1. */
static gint16 *
make_table (void)
{
  gint16 *table = g_new (gint16, HUNCH_BYTE_LEVEL_N);
  guint next = 0x100;

  for (guint c = 0; c < HUNCH_BYTE_LEVEL_N; c++)
    table[c] = -1;
  for (guint b = 0; b < 256; b++)
    table[stands_for_itself (b) ? b : next++] = b;
  return table;
}

gssize
hunch_byte_level_decode (const char *text, gsize n, guint8 *out)
{
  static const gint16 *table;
  const guint8 *p = (const guint8 *) text;
  gssize n_out = 0;

  if (g_once_init_enter (&table))
    g_once_init_leave (&table, make_table ());
  for (gsize i = 0; i < n;)
    {
      gunichar c = 0;
      guint k = hunch_utf8_decode (p + i, n - i, &c);

      if (k == 0 || c >= HUNCH_BYTE_LEVEL_N || table[c] < 0)
        return -1;
      out[n_out++] = table[c];
      i += k;
    }
  return n_out;
}
