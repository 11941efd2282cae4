/* test-vocab.c: vocabularies made for the purpose: what is refused, what is left out with a warning, special tokens, limits.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>
#include <sys/mman.h>

#include "engine/base/hunch-error.h"
#include "tests/tokenizer/tok-common.h"

static const char *const the[] = { "Ġ t", "h e", "Ġt he", "i n", NULL };
enum
{
  N_MERGES = 4,
  EOT = 256 + N_MERGES,
  A,
  AB
}; /* tokens of tok_small_vocab past the merges */

/* A source that tests may spoil: 256 bytes, the merges above, one control token. */
typedef struct
{
  HunchVocabSource src;
  HunchText tokens[256 + N_MERGES + 1], merges[N_MERGES + 1];
  gint32 kinds[256 + N_MERGES + 1];
  GPtrArray *owned;
} Source;

static void
set_text (Source *s, HunchText *text, char *value)
{
  g_ptr_array_add (s->owned, value);
  *text = (HunchText){ value, strlen (value) };
}

static void
source_init (Source *s)
{
  *s = (Source){ .src = TOK_NO_SOURCE };
  s->owned = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < 256; i++)
    set_text (s, &s->tokens[i], tok_spell (&(guint8){ i }, 1));
  for (guint i = 0; i < N_MERGES; i++)
    {
      g_auto (GStrv) parts = g_strsplit (the[i], " ", -1);

      set_text (s, &s->tokens[256 + i], g_strjoinv ("", parts));
      set_text (s, &s->merges[i], g_strdup (the[i]));
    }
  set_text (s, &s->tokens[EOT], g_strdup ("<|endoftext|>"));
  for (guint i = 0; i < G_N_ELEMENTS (s->kinds); i++)
    s->kinds[i] = i == EOT ? HUNCH_TOKEN_CONTROL : HUNCH_TOKEN_NORMAL;
  s->src.pre = "gpt-2";
  s->src.n_tokens = G_N_ELEMENTS (s->tokens);
  s->src.tokens = s->tokens;
  s->src.kinds = s->kinds;
  s->src.n_merges = N_MERGES;
  s->src.merges = s->merges;
  s->src.eos = EOT;
}

static void
source_finish (Source *s)
{
  g_ptr_array_unref (s->owned);
}

/* Makes the vocabulary, which must have one warning with these words, or none when NULL, and must know " the". */
static HunchVocab *
make (Source *s, const char *warning)
{
  g_autoptr (GError) error = NULL;
  HunchVocab *v = hunch_vocab_new (&s->src, &error);
  const char *const *warnings;
  g_autoptr (GArray) ids = NULL;

  g_assert_no_error (error);
  warnings = hunch_vocab_warnings (v);
  if (warning == NULL)
    g_assert_null (warnings[0]);
  else
    {
      g_assert_nonnull (warnings[0]);
      g_test_message ("%s", warnings[0]);
      g_assert_nonnull (strstr (warnings[0], warning));
    }
  ids = tok_encode (v, " the", 4, 0);
  if (s->src.n_merges > 0)
    {
      g_assert_cmpuint (ids->len, ==, 1);
      g_assert_cmpint (g_array_index (ids, gint32, 0), ==, 258);
    }
  else
    g_assert_cmpuint (ids->len, ==, 4);
  return v;
}

static void
assert_refused (Source *s, HunchError code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hunch_vocab_new (&s->src, &error));
  g_assert_error (error, HUNCH_ERROR, (int) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (void)
{
  Source s;

  source_init (&s);
  s.src.pre = "zebra-9";
  assert_refused (&s, HUNCH_ERROR_UNSUPPORTED, "zebra-9");
  s.src.pre = "gpt-2";
  s.src.model = "bert";
  assert_refused (&s, HUNCH_ERROR_UNSUPPORTED, "bert");
  s.src.model = "zebra";
  assert_refused (&s, HUNCH_ERROR_UNSUPPORTED, "zebra");
  s.src.model = NULL;
  assert_refused (&s, HUNCH_ERROR_FORMAT, "tokenizer.ggml.model");
  s.src.model = "gpt2";
  s.src.n_tokens = 0;
  assert_refused (&s, HUNCH_ERROR_FORMAT, "tokenizer.ggml.tokens");
  source_finish (&s);
}

static void
test_pre (void)
{
  Source s;

  source_init (&s);
  s.src.pre = NULL;
  hunch_vocab_unref (make (&s, "tokenizer.ggml.pre"));
  s.src.pre = "default";
  hunch_vocab_unref (make (&s, "tokenizer.ggml.pre"));
  source_finish (&s);
}

/* A bad merge is left out, with its number; the others stay. */
static void
test_bad_merges (void)
{
  static const char *const bad[] = { "a b c", " ab", "ab ", "a  b", "ab", "", "☃ t", "zz z", "z zz", "z z", "h e" };
  Source s;

  source_init (&s);
  s.src.n_merges = N_MERGES + 1;
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      set_text (&s, &s.merges[N_MERGES], g_strdup (bad[i]));
      hunch_vocab_unref (make (&s, "merge 5"));
    }
  s.src.n_merges = 0;
  hunch_vocab_unref (make (&s, "no merges"));
  source_finish (&s);
}

static void
test_many_warnings (void)
{
  Source s;
  g_autofree HunchText *merges = g_new0 (HunchText, 1000);
  HunchVocab *v;
  guint n;

  source_init (&s);
  memcpy (merges, s.merges, N_MERGES * sizeof *merges);
  s.src.merges = merges;
  s.src.n_merges = 1000;
  v = make (&s, "merge 5");
  n = g_strv_length ((GStrv) hunch_vocab_warnings (v));
  g_assert_cmpuint (n, <, 30);
  g_assert_nonnull (strstr (hunch_vocab_warnings (v)[n - 1], "980 more"));
  hunch_vocab_unref (v);
  source_finish (&s);
}

static void
test_odd_tokens (void)
{
  g_autofree char *long_token = g_strnfill (300, 'q');
  Source s;
  HunchVocab *v;
  HunchText piece;

  source_init (&s);
  set_text (&s, &s.tokens[259], g_strdup ("!")); /* twice: the first counts */
  s.src.n_merges = N_MERGES - 1;
  v = make (&s, "33 and 259");
  g_assert_cmpint (hunch_vocab_lookup (v, "!", 1), ==, 33);
  hunch_vocab_unref (v);

  set_text (&s, &s.tokens[259], g_strdup ("鲢")); /* not in the byte alphabet: the text itself */
  v = make (&s, NULL);
  piece = hunch_vocab_piece (v, 259, FALSE);
  g_assert_cmpmem (piece.data, piece.len, "鲢", 3);
  hunch_vocab_unref (v);

  set_text (&s, &s.tokens[259], g_strdup (long_token));
  v = make (&s, NULL);
  piece = hunch_vocab_piece (v, 259, FALSE);
  g_assert_cmpmem (piece.data, piece.len, long_token, 300);
  g_assert_cmpint (hunch_vocab_lookup (v, long_token, 300), ==, 259);
  hunch_vocab_unref (v);

  set_text (&s, &s.tokens[259], g_strdup (""));
  v = make (&s, NULL);
  g_assert_cmpuint (hunch_vocab_piece (v, 259, TRUE).len, ==, 0);
  hunch_vocab_unref (v);

  s.kinds[259] = 99;
  hunch_vocab_unref (make (&s, "type 99"));
  source_finish (&s);
}

static void
test_special_ids (void)
{
  Source s;
  HunchVocab *v;

  source_init (&s);
  s.src.eos = s.src.n_tokens;
  v = make (&s, "eos_token_id");
  g_assert_cmpint (hunch_vocab_eos (v), ==, -1);
  g_assert_true (hunch_vocab_is_eog (v, EOT)); /* by its name */
  hunch_vocab_unref (v);
  s.src.eos = G_MININT64;
  hunch_vocab_unref (make (&s, "eos_token_id"));
  s.src.eos = -1;
  s.src.fim_sep = 7;
  s.src.pad = 8;
  v = make (&s, NULL);
  g_assert_cmpint (hunch_vocab_fim (v, HUNCH_FIM_SEP), ==, 7);
  g_assert_cmpint (hunch_vocab_fim (v, HUNCH_FIM_PREFIX), ==, -1);
  g_assert_cmpint (hunch_vocab_pad (v), ==, 8);
  g_assert_true (hunch_vocab_is_eog (v, 7));
  g_assert_false (hunch_vocab_is_eog (v, 8));
  g_assert_false (hunch_vocab_is_eog (v, -1));
  g_assert_false (hunch_vocab_is_eog (v, G_MAXINT32));
  hunch_vocab_unref (v);
  s.src.kinds = NULL; /* then the well-known names are control tokens */
  s.src.fim_sep = -1;
  set_text (&s, &s.tokens[259], g_strdup ("<fim_prefix>"));
  s.src.n_merges = N_MERGES - 1;
  v = make (&s, NULL);
  g_assert_cmpint (hunch_vocab_kind (v, EOT), ==, HUNCH_TOKEN_CONTROL);
  g_assert_cmpint (hunch_vocab_fim (v, HUNCH_FIM_PREFIX), ==, 259);
  hunch_vocab_unref (v);
  source_finish (&s);
}

static void
test_added (void)
{
  const HunchEncodeFlags add = HUNCH_ENCODE_ADD_SPECIAL, parse = HUNCH_ENCODE_PARSE_SPECIAL;
  HunchVocab *llama = tok_small_vocab ("llama-bpe", the), *qwen = tok_small_vocab ("qwen2", the), *both;
  Source s;

  /* Without a word of the file: Llama 3 has a BOS, Qwen has none. */
  tok_assert_encodes (llama, "x", add, EOT, 'x');
  tok_assert_encodes (llama, "x", 0, 'x');
  tok_assert_encodes (llama, "<|endoftext|>x", add | parse, EOT, 'x'); /* one BOS, not two */
  tok_assert_encodes (llama, "<|a|>", add | parse, EOT, A);
  tok_assert_encodes (qwen, "x", add, 'x');
  source_init (&s);
  s.src.bos = EOT;
  s.src.add_bos = s.src.add_eos = 1;
  both = make (&s, NULL);
  tok_assert_encodes (both, "x", add, EOT, 'x', EOT);
  tok_assert_encodes (both, "x<|endoftext|>", add | parse, EOT, 'x', EOT);
  tok_assert_encodes (both, "", add, EOT, EOT);
  hunch_vocab_unref (both);
  s.src.bos = -1;
  both = make (&s, "bos_token_id");
  tok_assert_encodes (both, "x", add, 'x', EOT);
  hunch_vocab_unref (both);
  source_finish (&s);
  hunch_vocab_unref (llama);
  hunch_vocab_unref (qwen);
}

static void
test_names (void)
{
  const HunchEncodeFlags parse = HUNCH_ENCODE_PARSE_SPECIAL;
  HunchVocab *v = tok_small_vocab ("gpt-2", the);
  g_autoptr (GArray) ids = NULL;
  gint32 id = A;
  g_autoptr (GString) out = g_string_new (NULL);

  tok_assert_encodes (v, "<|a|>", parse, A);
  tok_assert_encodes (v, "<|a|>b<|a|>", parse, AB, A); /* the longest */
  tok_assert_encodes (v, "<<|a|>|>", parse, '<', A, '|', '>');
  tok_assert_encodes (v, "<|a|<|a|>", parse, '<', '|', 'a', '|', A);
  tok_assert_encodes (v, "<|a|>", 0, '<', '|', 'a', '|', '>');
  tok_assert_encodes (v, " the<|a|> the", parse, 258, A, 258);
  g_assert_cmpint (hunch_vocab_lookup (v, "<|a|>", 5), ==, A);
  g_assert_cmpint (hunch_vocab_lookup (v, " the", 4), ==, 258);
  g_assert_cmpint (hunch_vocab_lookup (v, "no", 2), ==, -1);
  g_assert_cmpint (hunch_vocab_lookup (v, "", 0), ==, -1);
  g_assert_cmpuint (hunch_vocab_piece (v, A, FALSE).len, ==, 0);
  g_assert_cmpuint (hunch_vocab_piece (v, A, TRUE).len, ==, 5);
  g_assert_true (hunch_vocab_decode (v, &id, 1, TRUE, out, NULL));
  g_assert_cmpstr (out->str, ==, "<|a|>");
  hunch_vocab_unref (v);
}

static void
test_ids_out_of_range (void)
{
  HunchVocab *v = tok_small_vocab ("gpt-2", the);
  const gint32 ids[] = { 65, hunch_vocab_size (v) }, negative = -1;
  g_autoptr (GString) out = g_string_new ("as before");
  g_autoptr (GError) error = NULL;

  g_assert_false (hunch_vocab_decode (v, ids, 2, FALSE, out, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "263"));
  g_assert_cmpstr (out->str, ==, "as before");
  g_assert_false (hunch_vocab_decode (v, &negative, 1, FALSE, out, NULL));
  g_assert_cmpuint (hunch_vocab_piece (v, -1, TRUE).len, ==, 0);
  g_assert_cmpuint (hunch_vocab_piece (v, G_MAXINT32, TRUE).len, ==, 0);
  hunch_vocab_unref (v);
}

/* Ids are appended; a call that fails leaves them as they were. */
static void
test_cancelled (void)
{
  HunchVocab *v = tok_small_vocab ("gpt-2", the);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  g_autofree char *word = g_strnfill (100000, 'h');
  volatile gint cancelled = 0;
  gint32 before = 7;

  g_array_append_val (ids, before);
  g_assert_true (hunch_vocab_encode (v, "hi", 2, 0, &cancelled, ids, &error));
  g_assert_cmpuint (ids->len, ==, 3);
  cancelled = 1;
  g_assert_false (hunch_vocab_encode (v, "hi there", 8, 0, &cancelled, ids, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_false (hunch_vocab_encode (v, word, 100000, 0, &cancelled, ids, &error));
  g_assert_cmpuint (ids->len, ==, 3);
  g_assert_cmpint (g_array_index (ids, gint32, 0), ==, 7);
  hunch_vocab_unref (v);
}

/* Texts that no machine could merge are refused, not tried. */
static void
test_huge (void)
{
  const gsize size = (gsize) G_MAXINT32 + 2;
  HunchVocab *v = tok_small_vocab ("gpt-2", the);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  char *text = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (text == MAP_FAILED)
    {
      g_test_skip ("no address space for 2 GiB");
      return;
    }
  g_assert_false (hunch_vocab_encode (v, text, size, 0, NULL, ids, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_clear_error (&error);
  memset (text, ' ', 65 * 1024 * 1024 + 1);
  g_assert_false (hunch_vocab_encode (v, text, 65 * 1024 * 1024, 0, NULL, ids, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_assert_cmpuint (ids->len, ==, 0);
  munmap (text, size);
  hunch_vocab_unref (v);
}

/* A control token's name is never touched by normalization of what follows it. */
static void
test_nfc_and_names (void)
{
  HunchVocab *v = tok_small_vocab ("qwen2", the);

  tok_assert_encodes (v, "<|a|>\xcc\xb8", HUNCH_ENCODE_PARSE_SPECIAL, A, 0xcc, 0xb8);
  tok_assert_encodes (v, "e\xcc\x81", 0, 0xc3, 0xa9);
  g_assert_false (hunch_vocab_lossless (v));
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vocab/refused", test_refused);
  g_test_add_func ("/vocab/pre", test_pre);
  g_test_add_func ("/vocab/bad-merges", test_bad_merges);
  g_test_add_func ("/vocab/many-warnings", test_many_warnings);
  g_test_add_func ("/vocab/odd-tokens", test_odd_tokens);
  g_test_add_func ("/vocab/special-ids", test_special_ids);
  g_test_add_func ("/vocab/added", test_added);
  g_test_add_func ("/vocab/names", test_names);
  g_test_add_func ("/vocab/ids-out-of-range", test_ids_out_of_range);
  g_test_add_func ("/vocab/cancelled", test_cancelled);
  g_test_add_func ("/vocab/huge", test_huge);
  g_test_add_func ("/vocab/nfc-and-names", test_nfc_and_names);
  return g_test_run ();
}
