/* test-gguf-vocab.c: vocabularies out of GGUF files, whatever the types of their keys.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/session/session-vocab.h"
#include "tests/engine/model/scratch.h"
#include "tests/engine/model/tiny.h"
#include "tests/tokenizer/tok-common.h"

#define N_TOKENS 260 /* the bytes, "Ġt", "he", "Ġthe", "<|endoftext|>" */
#define EOT      259

static void
add_string (GByteArray *raw, const char *text)
{
  guint64 n = GUINT64_TO_LE (strlen (text));

  g_byte_array_append (raw, (const guint8 *) &n, 8);
  g_byte_array_append (raw, (const guint8 *) text, strlen (text));
}

static void
set_strings (Tiny *t, const char *key, const char *const *texts, guint n)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    add_string (raw, texts[i]);
  tiny_array (t, key, HUNCH_KV_STRING, n, raw->data, raw->len);
}

/* A file without tensors that holds a vocabulary and nothing else. */
static Tiny *
vocab_only (void)
{
  static const char *const merges[] = { "Ġ t", "h e", "Ġt he" };
  const char *texts[N_TOKENS] = { [256] = "Ġt", "he", "Ġthe", "<|endoftext|>" };
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  Tiny *t = tiny_new (NULL);

  for (guint i = 0; i < 256; i++)
    {
      char *text = tok_spell (&(guint8){ i }, 1);

      g_ptr_array_add (owned, text);
      texts[i] = text;
    }
  tiny_string (t, "general.architecture", "llama");
  tiny_string (t, "tokenizer.ggml.model", "gpt2");
  tiny_string (t, "tokenizer.ggml.pre", "gpt-2");
  set_strings (t, "tokenizer.ggml.tokens", texts, N_TOKENS);
  set_strings (t, "tokenizer.ggml.merges", merges, G_N_ELEMENTS (merges));
  return t;
}

static HunchVocab *
load_path (const char *path, GError **error)
{
  HunchGguf *g = hunch_gguf_open (path, error);
  HunchVocab *v = g != NULL ? hunch_vocab_from_gguf (g, error) : NULL;

  hunch_gguf_free (g);
  return v;
}

static HunchVocab *
load (Tiny *t, GError **error)
{
  g_autofree char *path = tiny_write (t, "vocab.gguf");

  return load_path (path, error);
}

static void
assert_loads (Tiny *t)
{
  g_autoptr (GError) error = NULL;
  HunchVocab *v = load (t, &error);
  g_autoptr (GArray) ids = NULL;

  g_assert_no_error (error);
  ids = tok_encode (v, " the", 4, 0);
  g_assert_cmpuint (ids->len, ==, 1);
  g_assert_cmpint (g_array_index (ids, gint32, 0), ==, 258);
  hunch_vocab_unref (v);
}

static void
assert_refused (Tiny *t, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = scratch_path ("vocab.gguf");

  g_assert_null (load (t, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_types (void)
{
  g_autoptr (Tiny) t = vocab_only ();
  guint8 bytes[N_TOKENS];
  float floats[N_TOKENS];
  gint64 wide[N_TOKENS];

  memset (bytes, 1, sizeof bytes);
  for (guint i = 0; i < N_TOKENS; i++)
    {
      floats[i] = 1;
      wide[i] = GINT64_TO_LE (i == EOT ? 3 : 1);
    }
  assert_loads (t);
  tiny_array (t, "tokenizer.ggml.scores", HUNCH_KV_U8, N_TOKENS, bytes,
              sizeof bytes); /* unused here, of whatever type */
  tiny_array (t, "tokenizer.ggml.token_type", HUNCH_KV_U8, N_TOKENS, bytes, sizeof bytes);
  assert_loads (t);
  tiny_array (t, "tokenizer.ggml.token_type", HUNCH_KV_I64, N_TOKENS, wide, sizeof wide);
  assert_loads (t);
  tiny_array (t, "tokenizer.ggml.token_type", HUNCH_KV_F32, N_TOKENS, floats, sizeof floats);
  assert_refused (t, "tokenizer.ggml.token_type");
  tiny_array (t, "tokenizer.ggml.token_type", HUNCH_KV_U8, N_TOKENS - 1, bytes, sizeof bytes - 1);
  assert_refused (t, "259 types for 260 tokens");
  tiny_u32 (t, "tokenizer.ggml.token_type", 1);
  assert_refused (t, "tokenizer.ggml.token_type");
  tiny_drop (t, "tokenizer.ggml.token_type");
  tiny_array (t, "tokenizer.ggml.tokens", HUNCH_KV_F32, N_TOKENS, floats, sizeof floats);
  assert_refused (t, "tokenizer.ggml.tokens");
}

static void
test_missing (void)
{
  static const char *const needed[] = { "tokenizer.ggml.model", "tokenizer.ggml.tokens" };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      g_autoptr (Tiny) t = vocab_only ();

      tiny_drop (t, needed[i]);
      assert_refused (t, needed[i]);
    }
}

static void
test_ids (void)
{
  g_autoptr (Tiny) t = vocab_only ();
  g_autoptr (GError) error = NULL;
  HunchVocab *v;
  g_autoptr (GArray) ids = NULL;

  tiny_u64 (t, "tokenizer.ggml.bos_token_id", EOT); /* any integer type does */
  tiny_u8 (t, "tokenizer.ggml.padding_token_id", 7);
  tiny_i32 (t, "tokenizer.ggml.eos_token_id", -1);
  tiny_u32 (t, "tokenizer.ggml.fim_pre_token_id", 5);
  tiny_bool (t, "tokenizer.ggml.add_bos_token", 1);
  v = load (t, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hunch_vocab_bos (v), ==, EOT);
  g_assert_cmpint (hunch_vocab_pad (v), ==, 7);
  g_assert_cmpint (hunch_vocab_eos (v), ==, -1);
  g_assert_cmpint (hunch_vocab_fim (v, HUNCH_FIM_PREFIX), ==, 5);
  ids = tok_encode (v, "x", 1, HUNCH_ENCODE_ADD_SPECIAL);
  g_assert_cmpuint (ids->len, ==, 2);
  hunch_vocab_unref (v);
  tiny_f32 (t, "tokenizer.ggml.eos_token_id", 1);
  assert_refused (t, "tokenizer.ggml.eos_token_id");
  tiny_drop (t, "tokenizer.ggml.eos_token_id");
  tiny_u32 (t, "tokenizer.ggml.add_bos_token", 1);
  assert_refused (t, "tokenizer.ggml.add_bos_token");
}

/* Files of the cases, when they are there: the words of the error, or NULL when it loads. */
static const struct
{
  const char *file, *words;
} cases[] = {
  { "no-tokens", "tokenizer.ggml.tokens" },
  { "model-spm", "SentencePiece" },
  { "types-f32", "token_type" },
  { "types-u8", NULL },
  { "scores-u8", NULL },
  { "tokens-are-u32", "tokenizer.ggml.tokens" },
  { "pre-unknown", "zebra-9" },
  { "pre-default", NULL },
  { "merge-three-parts", NULL },
  { "merge-leading-space", NULL },
  { "merge-unknown-left", NULL },
  { "merge-result-missing", NULL },
  { "merges-missing", NULL },
  { "duplicate-token", NULL },
  { "token-not-in-byte-alphabet", NULL },
  { "token-300-bytes", NULL },
  { "eos-equals-n", NULL },
  { "eos-i32-negative", NULL },
  { "tiny-vocab-default-eos", NULL },
};

static void
test_case (gconstpointer user_data)
{
  guint i = GPOINTER_TO_UINT (user_data);
  const char *folder = g_getenv ("HUNCH_CASES");
  g_autofree char *beside = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "..", "shared", "cases", NULL);
  g_autofree char *name = g_strdup_printf ("vocab_%s.gguf", cases[i].file);
  g_autofree char *path = g_build_filename (folder != NULL ? folder : beside, "gguf", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids = NULL;
  HunchVocab *v;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no such file in HUNCH_CASES");
      return;
    }
  v = load_path (path, &error);
  if (cases[i].words != NULL)
    {
      g_assert_null (v);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      return;
    }
  g_assert_no_error (error);
  for (gint32 id = 0; id < (gint32) hunch_vocab_size (v); id++)
    g_assert_nonnull (hunch_vocab_piece (v, id, TRUE).data);
  ids = tok_encode (v, "Hello the\n", 10, 0);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf-vocab/types", test_types);
  g_test_add_func ("/gguf-vocab/missing", test_missing);
  g_test_add_func ("/gguf-vocab/ids", test_ids);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/gguf-vocab/", cases[i].file, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
    }
  return g_test_run ();
}
