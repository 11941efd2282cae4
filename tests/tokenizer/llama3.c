/* llama3.c: finds the merges that a list of ranked tokens stands for.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/tokenizer/llama3.h"
#include "tests/tokenizer/tok-common.h"

#define LONGEST 256

/* Rank of the bytes, or G_MAXUINT. ranks: GBytes to rank plus 1. */
static guint
rank_of (GHashTable *ranks, const guint8 *p, gsize n)
{
  g_autoptr (GBytes) key = g_bytes_new_static (p, n);

  return GPOINTER_TO_UINT (g_hash_table_lookup (ranks, key)) - 1;
}

/* Where the last merge that makes the token has its border: merge by tokens of lower rank until two parts are left. 0: it has none. */
static gsize
last_border (GHashTable *ranks, const guint8 *p, gsize n, guint rank)
{
  gsize cuts[LONGEST + 1]; /* part i is p + cuts[i] to p + cuts[i + 1] */
  gsize n_parts = n;

  for (gsize i = 0; i <= n; i++)
    cuts[i] = i;
  while (n_parts > 2)
    {
      guint best = rank;
      gsize at = 0;

      for (gsize i = 0; i + 2 <= n_parts; i++)
        {
          guint r = rank_of (ranks, p + cuts[i], cuts[i + 2] - cuts[i]);

          if (r < best)
            {
              best = r;
              at = i;
            }
        }
      if (best == rank)
        return 0;
      memmove (cuts + at + 1, cuts + at + 2, (n_parts - at - 1) * sizeof *cuts);
      n_parts--;
    }
  return n_parts == 2 ? cuts[1] : 0;
}

static const char *const special[] = { "<|begin_of_text|>",   "<|end_of_text|>",   NULL, NULL,        NULL, NULL,
                                       "<|start_header_id|>", "<|end_header_id|>", NULL, "<|eot_id|>" };

HunchVocab *
llama3_vocab_new (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) ranks
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autoptr (GPtrArray) tokens = g_ptr_array_new (), owned = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (HunchText));
  g_autoptr (GArray) merges = g_array_new (FALSE, FALSE, sizeof (HunchText));
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (gint32));
  HunchVocabSource src = TOK_NO_SOURCE;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      gsize n;
      guchar *raw = g_base64_decode (strtok (lines[i], " "), &n);
      GBytes *token = g_bytes_new_take (raw, n);

      g_ptr_array_add (tokens, token);
      g_hash_table_insert (ranks, token, GUINT_TO_POINTER (i + 1));
    }
  for (guint i = 0; i < tokens->len + G_N_ELEMENTS (special); i++)
    {
      gint32 kind = i < tokens->len ? HUNCH_TOKEN_NORMAL : HUNCH_TOKEN_CONTROL;
      char *spelled, *pair;
      HunchText t;

      if (i < tokens->len)
        {
          gsize n, border;
          const guint8 *p = g_bytes_get_data (tokens->pdata[i], &n);

          spelled = tok_spell (p, n);
          border = n > 1 && n <= LONGEST ? last_border (ranks, p, n, i) : 0;
          if (border > 0)
            {
              g_autofree char *left = tok_spell (p, border), *right = tok_spell (p + border, n - border);

              pair = g_strconcat (left, " ", right, NULL);
              g_ptr_array_add (owned, pair);
              t = (HunchText){ pair, strlen (pair) };
              g_array_append_val (merges, t);
            }
        }
      else
        spelled = special[i - tokens->len] != NULL ? g_strdup (special[i - tokens->len])
                                                   : g_strdup_printf ("<|reserved_special_token_%u|>", i);
      g_ptr_array_add (owned, spelled);
      t = (HunchText){ spelled, strlen (spelled) };
      g_array_append_val (texts, t);
      g_array_append_val (kinds, kind);
    }
  src.pre = "llama-bpe";
  src.n_tokens = texts->len;
  src.tokens = (const HunchText *) (gpointer) texts->data;
  src.kinds = (const gint32 *) (gpointer) kinds->data;
  src.n_merges = merges->len;
  src.merges = (const HunchText *) (gpointer) merges->data;
  src.bos = tokens->len;
  src.eos = tokens->len + 1;
  return hunch_vocab_new (&src, error);
}
