/* token-table.h: from the bytes of a token to its id, an open-addressing table with one cache line for a look-up.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Whether a word of a token's very bytes becomes that token. Unknown: when the merges make it. That is found out when
 * first asked, from any thread: each finds the same. */
typedef enum
{
  HUNCH_WHOLE_UNKNOWN,
  HUNCH_WHOLE_YES,
  HUNCH_WHOLE_NO,
} HunchWhole;

/* Up to 8 bytes are their own key, so that most look-ups never leave the slot; longer ones have a hash and are
 * compared. */
typedef struct
{
  guint64 key;
  guint32 id_plus_1; /* 0: the slot is free */
  guint16 len;       /* at most G_MAXUINT16, then the true length is in starts */
  guint8 whole;      /* HunchWhole */
} HunchTokenSlot;

typedef struct
{
  HunchTokenSlot *slots;
  guint shift; /* 64 - log2 of the number of slots, which is at most two thirds full */
  gsize mask;
  guint64 seed;        /* so that no file can be made whose tokens all collide */
  const guint8 *bytes; /* not owned: token i is bytes + starts[i] to bytes + starts[i + 1] */
  const guint32 *starts;
} HunchTokenTable;

/* Room for n tokens. FALSE when there is no memory. */
gboolean hunch_token_table_init (HunchTokenTable *t, guint n, const guint8 *bytes, const guint32 *starts);
void hunch_token_table_finish (HunchTokenTable *t);
/* FALSE when a token of the same bytes is there, which stays. */
gboolean hunch_token_table_add (HunchTokenTable *t, guint id, HunchWhole whole);
/* FALSE: the bytes of id differ from p (n bytes). */
gboolean hunch_token_table_equal (const HunchTokenTable *t, guint id, const guint8 *p, gsize n);
guint64 hunch_hash_long (guint64 seed, const guint8 *p, gsize n);

/* 64 bits well mixed: every bit of x reaches the top ones, from which the slot is taken. */
static inline guint64
hunch_mix (guint64 x)
{
  x *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x ^= x >> 32;
  return x * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
}

static inline guint64
hunch_read_le (const guint8 *p, gsize n)
{
  guint32 low, high;

  if (n >= 4)
    { /* two reads that overlap */
      memcpy (&low, p, 4);
      memcpy (&high, p + n - 4, 4);
      return (guint64) GUINT32_FROM_LE (low) | (guint64) GUINT32_FROM_LE (high) << (8 * (n - 4));
    }
  return n == 0 ? 0 : p[0] | (guint64) p[n / 2] << (8 * (n / 2)) | (guint64) p[n - 1] << (8 * (n - 1));
}

static inline guint64
hunch_token_key (const HunchTokenTable *t, const guint8 *p, gsize n)
{
  return n <= 8 ? hunch_read_le (p, n) : hunch_hash_long (t->seed, p, n);
}

/* The slot of the token with these bytes, or NULL. */
static inline HunchTokenSlot *
hunch_token_table_find (const HunchTokenTable *t, const guint8 *p, gsize n)
{
  guint64 key = hunch_token_key (t, p, n);
  guint16 len = MIN (n, G_MAXUINT16);

  for (gsize i = hunch_mix (key ^ t->seed ^ len) >> t->shift;; i = (i + 1) & t->mask)
    {
      HunchTokenSlot *s = &t->slots[i];

      if (s->id_plus_1 == 0)
        return NULL;
      if (s->key == key && s->len == len && (n <= 8 || hunch_token_table_equal (t, s->id_plus_1 - 1, p, n)))
        return s;
    }
}
