/* llama3.c: makes a vocabulary of a list of ranked tokens.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/tokenizer/llama3.h"
#include "tests/tokenizer/tok-common.h"

typedef struct
{
  GHashTable *ranks; /* (GBytes to rank plus 1) owns the keys */
  GPtrArray *raw;    /* (element-type GBytes) by rank */
  GArray *tokens;    /* HunchText, in the byte-level alphabet */
  GArray *kinds;     /* gint32 */
  GArray *merges;    /* HunchText */
  GPtrArray *owned;  /* all texts */
} List;

static void
add_text (List *l, GArray *to, char *text)
{
  HunchText t = { text, strlen (text) };

  g_ptr_array_add (l->owned, text);
  g_array_append_val (to, t);
}

/* Rank of the bytes, or -1. */
static gint64
rank_of (const List *l, const guint8 *p, gsize n)
{
  g_autoptr (GBytes) key = g_bytes_new_static (p, n);

  return (gint64) GPOINTER_TO_UINT (g_hash_table_lookup (l->ranks, key)) - 1;
}

typedef struct
{
  gint64 left, right; /* ranks */
  gsize at;
} Cut;

static int
compare_cuts (gconstpointer a, gconstpointer b)
{
  const Cut *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  return x->right < y->right ? -1 : x->right > y->right;
}

/* Any two neighbours that are a token together may merge: a merge for each way to cut the token in two tokens. */
static void
add_merges (List *l, const guint8 *p, gsize n)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (Cut));

  for (gsize at = 1; at < n; at++)
    {
      Cut cut = { rank_of (l, p, at), rank_of (l, p + at, n - at), at };

      if (cut.left >= 0 && cut.right >= 0)
        g_array_append_val (cuts, cut);
    }
  g_array_sort (cuts, compare_cuts);
  for (guint i = 0; i < cuts->len; i++)
    {
      gsize at = g_array_index (cuts, Cut, i).at;
      g_autofree char *left = tok_spell (p, at), *right = tok_spell (p + at, n - at);

      add_text (l, l->merges, g_strconcat (left, " ", right, NULL));
    }
}

static void
add_token (List *l, char *text, gint32 kind)
{
  add_text (l, l->tokens, text);
  g_array_append_val (l->kinds, kind);
}

/* Lines of base64 and rank, in order. */
static void
read_ranks (List *l, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      gsize n;
      guchar *bytes = g_base64_decode (strtok (lines[i], " "), &n);
      GBytes *token = g_bytes_new_take (bytes, n);

      g_ptr_array_add (l->raw, token);
      g_hash_table_insert (l->ranks, token, GUINT_TO_POINTER (i + 1));
    }
}

static HunchVocab *
make (List *l, GError **error)
{
  static const char *const special[] = { "<|begin_of_text|>",   "<|end_of_text|>",   NULL, NULL,        NULL, NULL,
                                         "<|start_header_id|>", "<|end_header_id|>", NULL, "<|eot_id|>" };
  HunchVocabSource src = TOK_NO_SOURCE;

  for (guint i = 0; i < l->raw->len; i++)
    {
      gsize n;
      const guint8 *p = g_bytes_get_data (l->raw->pdata[i], &n);

      add_token (l, tok_spell (p, n), HUNCH_TOKEN_NORMAL);
      add_merges (l, p, n);
    }
  for (guint i = 0; i < G_N_ELEMENTS (special); i++)
    add_token (l, special[i] != NULL ? g_strdup (special[i]) : g_strdup_printf ("<|reserved_special_token_%u|>", i),
               HUNCH_TOKEN_CONTROL);
  src.pre = "llama-bpe";
  src.n_tokens = l->tokens->len;
  src.tokens = (const HunchText *) (gpointer) l->tokens->data;
  src.kinds = (const gint32 *) (gpointer) l->kinds->data;
  src.n_merges = l->merges->len;
  src.merges = (const HunchText *) (gpointer) l->merges->data;
  src.bos = l->raw->len;
  src.eos = src.bos + 1;
  return hunch_vocab_new (&src, error);
}

HunchVocab *
llama3_vocab_new (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  HunchVocab *v = NULL;
  List l = {
    .ranks = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL),
    .raw = g_ptr_array_new (),
    .tokens = g_array_new (FALSE, FALSE, sizeof (HunchText)),
    .kinds = g_array_new (FALSE, FALSE, sizeof (gint32)),
    .merges = g_array_new (FALSE, FALSE, sizeof (HunchText)),
    .owned = g_ptr_array_new_with_free_func (g_free),
  };

  if (g_file_get_contents (path, &text, NULL, error))
    {
      read_ranks (&l, text);
      v = make (&l, error);
    }
  g_ptr_array_unref (l.raw);
  g_hash_table_unref (l.ranks);
  g_array_unref (l.tokens);
  g_array_unref (l.kinds);
  g_array_unref (l.merges);
  g_ptr_array_unref (l.owned);
  return v;
}
