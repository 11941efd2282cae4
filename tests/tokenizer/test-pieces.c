/* test-pieces.c: SentencePiece vocabularies made for the purpose: merges by score, spaces, bytes, unknown characters, damage.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The ids of real and of trained vocabularies are in test-encode.c. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "tests/tokenizer/tok-common.h"

typedef struct
{
  const char *text;
  float score;
  gint32 kind;
} Piece;

#define MOST 512

/* A vocabulary of <unk>, <s>, </s>, the 256 bytes if so wanted, and pieces. */
typedef struct
{
  HunchVocabSource src;
  HunchText tokens[MOST];
  gint32 kinds[MOST];
  float scores[MOST];
  char names[256][8];
} Source;

static gint32
add (Source *s, const char *text, float score, gint32 kind)
{
  guint i = s->src.n_tokens++;

  g_assert_cmpuint (i, <, MOST);
  s->tokens[i] = (HunchText){ text, strlen (text) };
  s->scores[i] = score;
  s->kinds[i] = kind;
  return i;
}

static void
source_init (Source *s, gboolean bytes, const Piece *pieces, guint n)
{
  hunch_vocab_source_init (&s->src);
  s->src.model = "llama";
  s->src.n_tokens = 0;
  s->src.tokens = s->tokens;
  s->src.kinds = s->kinds;
  s->src.scores = s->scores;
  s->src.unk = add (s, "<unk>", 0, HUNCH_TOKEN_UNKNOWN);
  s->src.bos = add (s, "<s>", 0, HUNCH_TOKEN_CONTROL);
  s->src.eos = add (s, "</s>", 0, HUNCH_TOKEN_CONTROL);
  for (guint b = 0; bytes && b < 256; b++)
    {
      g_snprintf (s->names[b], sizeof s->names[b], "<0x%02X>", b);
      add (s, s->names[b], 0, HUNCH_TOKEN_BYTE);
    }
  for (guint i = 0; i < n; i++)
    add (s, pieces[i].text, pieces[i].score, pieces[i].kind);
}

static HunchVocab *
make (const Source *s)
{
  g_autoptr (GError) error = NULL;
  HunchVocab *v = hunch_vocab_new (&s->src, &error);

  g_assert_no_error (error);
  return v;
}

/* The names of the tokens that a text becomes, with a bar between. */
static char *
encoded (HunchVocab *v, const char *text, HunchEncodeFlags flags)
{
  g_autoptr (GArray) ids = tok_encode (v, text, strlen (text), flags);
  GString *s = g_string_new (NULL);

  for (guint i = 0; i < ids->len; i++)
    {
      HunchText piece = hunch_vocab_piece (v, g_array_index (ids, gint32, i), TRUE);

      if (i > 0)
        g_string_append_c (s, '|');
      g_string_append_len (s, piece.data, piece.len);
    }
  return g_string_free (s, FALSE);
}

#define ASSERT_ENCODES(v, text, flags, expected)                                                                       \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *got = encoded (v, text, flags);                                                                   \
    g_assert_cmpstr (got, ==, expected);                                                                               \
  }                                                                                                                    \
  G_STMT_END

static const Piece hello[] = {
  { "▁", -9, 1 },    { "h", -9, 1 },      { "e", -9, 1 },   { "l", -9, 1 },   { "o", -9, 1 },
  { "he", -1, 1 },   { "ll", -2, 1 },     { "lo", -2, 1 },  { "▁he", -3, 1 }, { "llo", -4, 1 },
  { "hello", 0, 1 }, { "▁hello", -8, 1 }, { "[x]", -9, 4 }, { "▁▁▁", -9, 4 },
};

static void
test_spaces (void)
{
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, hello, G_N_ELEMENTS (hello));
  v = make (&s);
  ASSERT_ENCODES (v, "hello", 0, " hello");
  ASSERT_ENCODES (v, " hello", 0, " | hello");
  ASSERT_ENCODES (v, "", HUNCH_ENCODE_ADD_SPECIAL, "<s>");
  ASSERT_ENCODES (v, "hello", HUNCH_ENCODE_ADD_SPECIAL, "<s>| hello");
  ASSERT_ENCODES (v, "<s>hello", HUNCH_ENCODE_ADD_SPECIAL | HUNCH_ENCODE_PARSE_SPECIAL, "<s>| hello");
  ASSERT_ENCODES (v, "hello</s>hello", HUNCH_ENCODE_PARSE_SPECIAL, " hello|</s>| hello");
  ASSERT_ENCODES (v, "▁hello", 0, " | hello"); /* to SentencePiece U+2581 is a space */
  ASSERT_ENCODES (v, "[x]hello  o", 0, " |[x]|hello| | |o");
  ASSERT_ENCODES (v, "o   o", 0, " |o|   |o");
  ASSERT_ENCODES (v, "  o", 0, "   |o"); /* the space put before it counts */
  hunch_vocab_unref (v);
  s.src.space_prefix = HUNCH_PREFIX_NONE;
  v = make (&s);
  ASSERT_ENCODES (v, "hello", 0, "hello");
  ASSERT_ENCODES (v, " hello", 0, " hello");
  hunch_vocab_unref (v);
  s.src.space_prefix = HUNCH_PREFIX_UNLESS_SPACE;
  v = make (&s);
  ASSERT_ENCODES (v, "hello", 0, " hello");
  ASSERT_ENCODES (v, " hello", 0, " hello");
  hunch_vocab_unref (v);
  s.src.fewer_spaces = TRUE;
  v = make (&s);
  ASSERT_ENCODES (v, "  hello   hello ", 0, " hello| hello");
  ASSERT_ENCODES (v, "   ", 0, "");
  hunch_vocab_unref (v);
}

/* What was put before the text goes again; what was in it stays. */
static void
test_decode (void)
{
  static const char *const texts[] = { "hello", " hello", "  o", "[x]", "é\n", "", " ", "\xff\xc3 \x80" };
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, hello, G_N_ELEMENTS (hello));
  v = make (&s);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GArray) ids = tok_encode (v, texts[i], strlen (texts[i]), HUNCH_ENCODE_ADD_SPECIAL);
      g_autoptr (GString) back = tok_decode (v, ids, FALSE);

      g_assert_cmpmem (back->str, back->len, texts[i], strlen (texts[i]));
    }
  g_assert_false (hunch_vocab_lossless (v));
  g_assert_cmpstr (hunch_vocab_pre (v), ==, "default");
  g_assert_cmpint (hunch_vocab_lookup (v, "[x]", 3), ==, s.src.n_tokens - 2);
  g_assert_cmpint (hunch_vocab_lookup (v, "</s>", 4), ==, 2);
  hunch_vocab_unref (v);
}

/* Without bytes, unknown characters become one unknown token a run. */
static void
test_unknown (void)
{
  Source s;
  HunchVocab *v;

  source_init (&s, FALSE, hello, G_N_ELEMENTS (hello));
  v = make (&s);
  ASSERT_ENCODES (v, "éüho☃", 0, " |<unk>|h|o|<unk>");
  ASSERT_ENCODES (v, "é\xff\xfe", 0, " |<unk>");
  hunch_vocab_unref (v);
}

/* An unused token is a step to others, and comes apart into what it was made of. */
static void
test_unused (void)
{
  static const Piece pieces[]
      = { { "a", -9, 1 }, { "b", -9, 1 }, { "c", -9, 1 }, { "bc", -1, 5 }, { "abc", -2, 5 }, { "abca", -3, 1 } };
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, pieces, G_N_ELEMENTS (pieces));
  s.src.space_prefix = HUNCH_PREFIX_NONE;
  v = make (&s);
  ASSERT_ENCODES (v, "abc", 0, "a|b|c");
  ASSERT_ENCODES (v, "abca", 0, "abca");
  ASSERT_ENCODES (v, "bcabc", 0, "b|c|a|b|c");
  hunch_vocab_unref (v);
}

static HunchVocab *
make_unigram (Source *s, const Piece *pieces, guint n)
{
  source_init (s, TRUE, pieces, n);
  s->src.model = "t5";
  s->src.space_prefix = HUNCH_PREFIX_NONE;
  return make (s);
}

/* Unigram takes the likeliest whole, not the best first step. */
static void
test_unigram (void)
{
  static const Piece pieces[]
      = { { "a", -5, 1 },  { "b", -5, 1 },   { "c", -5, 1 },  { "ab", -2, 1 },   { "abc", -9, 1 },
          { "bc", -1, 1 }, { "zz", -20, 1 }, { "u", -30, 4 }, { "cb", -0.5f, 5 } };
  Source s;
  HunchVocab *v;

  v = make_unigram (&s, pieces, G_N_ELEMENTS (pieces));
  ASSERT_ENCODES (v, "abc", 0, "a|bc");
  ASSERT_ENCODES (v, "abcbc", 0, "a|bc|bc");
  ASSERT_ENCODES (v, "zz", 0, "zz");
  ASSERT_ENCODES (v, "cb", 0, "c|b");
  ASSERT_ENCODES (v, "ua", 0, "u|a");
  ASSERT_ENCODES (v, "a☃", HUNCH_ENCODE_ADD_SPECIAL, "a|\xe2|\x98|\x83|</s>");
  hunch_vocab_unref (v);
}

/* Of two ways that come close the likelier is taken at the end of a long text as at its begin. */
static void
test_unigram_long (void)
{
  static const Piece pieces[] = { { "a", -1.6f, 1 }, { "b", -1.6f, 1 }, { "ab", -3.22f, 1 } };
  const gsize n = 1000000;
  g_autofree char *text = g_malloc (n);
  g_autoptr (GArray) ids = NULL;
  Source s;
  HunchVocab *v;

  v = make_unigram (&s, pieces, G_N_ELEMENTS (pieces));
  for (gsize i = 0; i < n; i++)
    text[i] = "ab"[i % 2];
  ids = tok_encode (v, text, n, 0);
  g_assert_cmpuint (ids->len, ==, n);
  hunch_vocab_unref (v);
}

/* User-defined tokens are before others, however likely these are. */
static void
test_unigram_user_defined (void)
{
  static const Piece pieces[]
      = { { "x", -3, 4 }, { "yz", -9, 4 }, { "xyz", -0.05f, 1 }, { "z", -0.01f, 1 }, { " x", -9, 4 } };
  Source s;
  HunchVocab *v;

  v = make_unigram (&s, pieces, G_N_ELEMENTS (pieces));
  ASSERT_ENCODES (v, "xyz", 0, "x|yz");
  ASSERT_ENCODES (v, "z xyzz", 0, "z| x|yz|z");
  hunch_vocab_unref (v);
}

/* The definition: of all neighbours whose bytes are a token together, those with the best score, the leftmost, merge. */
static void
merge_plainly (const Source *s, const char *text, GArray *ids)
{
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize len = strlen (text);

  for (gsize i = 0; i <= len; i++)
    if ((text[i] & 0xc0) != 0x80)
      g_array_append_val (at, i);
  for (;;)
    {
      guint best = 0, best_token = 0;

      for (guint i = 0; i + 2 < at->len; i++)
        for (guint t = 3 + 256; t < s->src.n_tokens; t++)
          {
            gsize from = g_array_index (at, gsize, i), n = g_array_index (at, gsize, i + 2) - from;

            if (s->tokens[t].len == n && memcmp (s->tokens[t].data, text + from, n) == 0
                && (best_token == 0 || s->scores[t] > s->scores[best_token]))
              {
                best = i;
                best_token = t;
              }
          }
      if (best_token == 0)
        break;
      g_array_remove_index (at, best + 1);
    }
  for (guint i = 0; i + 1 < at->len; i++)
    {
      gsize from = g_array_index (at, gsize, i), n = g_array_index (at, gsize, i + 1) - from;
      guint t = 3 + 256;

      while (t < s->src.n_tokens && (s->tokens[t].len != n || memcmp (s->tokens[t].data, text + from, n) != 0))
        t++;
      for (gsize k = 0; t == s->src.n_tokens && k < n; k++)
        g_array_append_val (ids, (gint32){ 3 + (guint8) text[from + k] });
      if (t < s->src.n_tokens)
        g_array_append_val (ids, t);
    }
}

/* Random pieces over few letters, some of which are no token alone, with scores that are often equal. */
static void
test_definition (void)
{
  static const char *const letters[] = { "a", "b", "é", "☃" };

  for (guint turn = 0; turn < 400; turn++)
    {
      g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
      Source s;
      HunchVocab *v;

      source_init (&s, TRUE, NULL, 0);
      s.src.space_prefix = HUNCH_PREFIX_NONE;
      for (guint i = 0; i < 40; i++)
        {
          GString *piece = g_string_new (NULL);

          for (guint n = g_test_rand_int_range (1, 6); n > 0; n--)
            g_string_append (piece, letters[g_test_rand_int_range (0, G_N_ELEMENTS (letters))]);
          g_ptr_array_add (owned, g_string_free (piece, FALSE));
          if (g_hash_table_add (seen, g_ptr_array_index (owned, i)))
            add (&s, g_ptr_array_index (owned, i), g_test_rand_int_range (-9, 3), 1);
        }
      v = make (&s);
      for (guint i = 0; i < 20; i++)
        {
          g_autoptr (GString) text = g_string_new (NULL);
          g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (gint32)), ids = NULL;

          for (guint n = g_test_rand_int_range (0, i == 0 ? 150 : 30); n > 0; n--)
            g_string_append (text, letters[g_test_rand_int_range (0, G_N_ELEMENTS (letters))]);
          merge_plainly (&s, text->str, expected);
          ids = tok_encode (v, text->str, text->len, 0);
          g_assert_cmpmem (ids->data, ids->len * 4, expected->data, expected->len * 4);
        }
      hunch_vocab_unref (v);
    }
}

/* Merges in a list, as tokenizer.json has them, count in its order whatever they make. */
static void
test_merge_list (void)
{
  static const Piece pieces[] = { { "a", 0, 1 }, { "b", 0, 1 }, { "▁", 0, 1 }, { "ab", 0, 1 }, { "▁a", 0, 1 } };
  static const HunchText merges[] = { { "▁ a", 5 }, { "a b", 3 } };
  g_autofree char *text = g_strnfill (200, 'a');
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, pieces, G_N_ELEMENTS (pieces));
  s.src.scores = NULL;
  s.src.merges = merges;
  s.src.n_merges = G_N_ELEMENTS (merges);
  v = make (&s);
  g_assert_null (hunch_vocab_warnings (v)[0]);
  ASSERT_ENCODES (v, "abab", 0, " a|b|ab");
  ASSERT_ENCODES (v, "é", 0, " |\xc3|\xa9");
  text[199] = 'b';
  {
    g_autoptr (GArray) ids = tok_encode (v, text, 200, 0);

    g_assert_cmpuint (ids->len, ==, 199); /* " a", 197 times "a", "ab" */
  }
  hunch_vocab_unref (v);
  s.src.split_spaces = TRUE;
  v = make (&s);
  ASSERT_ENCODES (v, "b ab", 0, " |b| a|b");
  hunch_vocab_unref (v);
}

static void
test_damaged (void)
{
  static const char map[] = { 4, 0, 0, 0, 0, 0, 0, 0, 'x', 0 };
  g_autoptr (GError) error = NULL;
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, hello, G_N_ELEMENTS (hello));
  s.scores[s.src.n_tokens - 3] = NAN;
  s.scores[s.src.n_tokens - 4] = INFINITY;
  v = make (&s);
  g_assert_nonnull (strstr (hunch_vocab_warnings (v)[0], "score"));
  hunch_vocab_unref (v);
  for (gsize n = 1; n <= sizeof map; n++)
    {
      s.src.charsmap = (HunchText){ map, n };
      v = hunch_vocab_new (&s.src, &error);
      g_assert_true ((v != NULL) == (n == sizeof map));
      if (v == NULL)
        g_assert_nonnull (strstr (error->message, "precompiled_charsmap"));
      else
        g_array_unref (tok_encode (v, "héllo", 6, 0));
      g_clear_error (&error);
      hunch_vocab_unref (v);
    }
  s.src.charsmap.len = 0;
  s.src.scores = NULL;
  v = make (&s);
  g_assert_nonnull (strstr (hunch_vocab_warnings (v)[0], "scores"));
  hunch_vocab_unref (v);
}

/* Long words and cancelling, in each model. */
static void
test_long (gconstpointer model)
{
  g_autofree char *text = g_strnfill (1000000, 'l');
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  gint cancelled = 1;
  Source s;
  HunchVocab *v;

  source_init (&s, TRUE, hello, G_N_ELEMENTS (hello));
  s.src.model = model;
  v = make (&s);
  g_assert_true (hunch_vocab_encode (v, text, 1000000, 0, NULL, ids, &error));
  g_assert_cmpuint (ids->len, ==, 1 + 500000);
  g_assert_false (hunch_vocab_encode (v, text, 1000000, 0, &cancelled, ids, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pieces/spaces", test_spaces);
  g_test_add_func ("/pieces/decode", test_decode);
  g_test_add_func ("/pieces/unknown", test_unknown);
  g_test_add_func ("/pieces/unused", test_unused);
  g_test_add_func ("/pieces/unigram", test_unigram);
  g_test_add_func ("/pieces/unigram-long", test_unigram_long);
  g_test_add_func ("/pieces/unigram-user-defined", test_unigram_user_defined);
  g_test_add_func ("/pieces/definition", test_definition);
  g_test_add_func ("/pieces/merge-list", test_merge_list);
  g_test_add_func ("/pieces/damaged", test_damaged);
  g_test_add_data_func ("/pieces/long/llama", "llama", test_long);
  g_test_add_data_func ("/pieces/long/t5", "t5", test_long);
  return g_test_run ();
}
