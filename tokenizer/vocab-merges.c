/* vocab-merges.c: the merges of a vocabulary, each checked; those that cannot be are left out.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "tokenizer/vocab-private.h"

/* Adds one merge; what is wrong with it, or NULL. buffer has room for the text. */
static const char *
add_merge (HunchVocab *v, HunchText text, guint rank, guint8 *buffer)
{
  const char *space = text.len > 0 ? memchr (text.data, ' ', text.len) : NULL;
  gsize n_left = space != NULL ? space - text.data : 0, n_right = space != NULL ? text.len - n_left - 1 : 0;
  const HunchTokenSlot *left, *right, *whole;
  gssize a, b;

  if (n_left == 0 || n_right == 0 || memchr (space + 1, ' ', n_right) != NULL)
    return _ ("it is not two tokens with a space between");
  a = hunch_vocab_spell (v, (HunchText){ text.data, n_left }, buffer);
  b = a < 0 ? -1 : hunch_vocab_spell (v, (HunchText){ space + 1, n_right }, buffer + a);
  if (b < 0)
    return _ ("it is not in the byte-level alphabet");
  left = hunch_token_table_find (&v->tokens, buffer, a);
  right = hunch_token_table_find (&v->tokens, buffer + a, b);
  whole = hunch_token_table_find (&v->tokens, buffer, a + b);
  if (left == NULL || right == NULL || whole == NULL)
    return left == NULL    ? _ ("its left part is no token")
           : right == NULL ? _ ("its right part is no token")
                           : _ ("what it makes is no token");
  if (!hunch_merge_table_add (&v->merges, left->id_plus_1 - 1, right->id_plus_1 - 1, rank, whole->id_plus_1 - 1))
    return _ ("it is there twice");
  return NULL;
}

gboolean
hunch_vocab_index_merges (HunchVocab *v, const HunchVocabSource *src, GError **error)
{
  g_autofree guint8 *buffer = NULL;
  gsize longest = 0;

  for (guint i = 0; i < src->n_merges; i++)
    longest = MAX (longest, src->merges[i].len);
  buffer = g_try_malloc (longest + 1);
  if (buffer == NULL || !hunch_merge_table_init (&v->merges, src->n_merges))
    return hunch_vocab_no_memory (error);
  v->rule = (HunchBpeRule){ .merges = &v->merges, .starts = v->starts };
  if (src->n_merges == 0)
    hunch_vocab_warn (v, _ ("the vocabulary has no merges: words that are no token become single bytes"));
  for (guint i = 0; i < src->n_merges; i++)
    {
      const char *wrong = add_merge (v, src->merges[i], i, buffer);

      if (wrong != NULL)
        {
          g_autofree char *text = hunch_vocab_quote (src->merges[i]);

          hunch_vocab_warn (v, _ ("merge %u, %s, is left out: %s"), i + 1, text, wrong);
        }
    }
  return TRUE;
}
