/* encode-private.h: a text on its way to ids; for the files of this folder.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/vocab-private.h"

#define HUNCH_LONGEST_WORD (64 * 1024 * 1024) /* bytes; merging takes up to 20 times as much memory */

typedef struct
{
  const HunchVocab *v;
  const volatile gint *cancelled;
  GArray *ids; /* longer than it will be: n are in use */
  guint n;
  gboolean after_unknown; /* the last id is that of unknown characters, which more of them join */
} HunchEncoder;

/* Makes room for more ids, perhaps none, and returns where they go: there is always one to spare, and so an array. */
static inline guint32 *
hunch_encoder_room (HunchEncoder *e, guint more)
{
  if (e->ids->len - e->n <= more)
    g_array_set_size (e->ids, e->n + more + MIN (e->n / 2, G_MAXINT32 / 2) + 256);
  return &g_array_index (e->ids, guint32, e->n);
}

static inline void
hunch_encoder_emit (HunchEncoder *e, gint32 id)
{
  *hunch_encoder_room (e, 1) = id;
  e->n++;
  e->after_unknown = FALSE;
}

static inline gboolean
hunch_encoder_is_cancelled (const HunchEncoder *e)
{
  return e->cancelled != NULL && g_atomic_int_get (e->cancelled);
}

gboolean hunch_encoder_fail_cancelled (GError **error);
gboolean hunch_encoder_fail_word (gsize len, HunchBpeResult result, GError **error);
gboolean hunch_encoder_fail_long (gsize len, GError **error);

/* Text over whose ends no merge reaches, by the merges that merge does. Most are tokens as they are, and most such tokens
 * are what merging would make of them. Whether one is, is found out the first time. */
static inline gboolean
hunch_encode_word (HunchEncoder *e, const guint8 *p, gsize len,
                   gboolean (*merge) (HunchEncoder *e, const guint8 *p, gsize len, GError **error), GError **error)
{
  HunchTokenSlot *slot = hunch_token_table_find (&e->v->tokens, p, len);
  guint before = e->n;
  HunchWhole whole;

  if (slot == NULL)
    return merge (e, p, len, error);
  whole = __atomic_load_n (&slot->whole, __ATOMIC_RELAXED);
  if (whole == HUNCH_WHOLE_YES)
    {
      hunch_encoder_emit (e, slot->id_plus_1 - 1);
      return TRUE;
    }
  if (!merge (e, p, len, error))
    return FALSE;
  if (whole == HUNCH_WHOLE_UNKNOWN)
    {
      gboolean is_whole = e->n == before + 1 && g_array_index (e->ids, guint32, before) == slot->id_plus_1 - 1;

      __atomic_store_n (&slot->whole, is_whole ? HUNCH_WHOLE_YES : HUNCH_WHOLE_NO, __ATOMIC_RELAXED);
    }
  return TRUE;
}

/* SentencePiece: text without special names. first: nothing is before it, not even such a name. */
gboolean hunch_encode_pieces (HunchEncoder *e, const guint8 *text, gsize len, gboolean first, GError **error);
/* text is as tokens write it. */
gboolean hunch_encode_unigram (HunchEncoder *e, const guint8 *text, gsize len, GError **error);
/* A character that is no token. */
void hunch_encode_unknown (HunchEncoder *e, const guint8 *text, gsize len);

/* Whether a space is put before a text that is not empty. first: nothing is before it. */
gboolean hunch_pieces_need_space (const HunchVocab *v, const guint8 *text, gboolean first);
/* The text as tokens write it: normalized, with a space before it when prefix says so; NULL when it is that already. */
GString *hunch_pieces_normal (const HunchVocab *v, const guint8 *text, gsize len, gboolean prefix);
