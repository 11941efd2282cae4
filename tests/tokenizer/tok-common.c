/* tok-common.c: shared by the tokenizer's tests.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/session/session-vocab.h"
#include "tests/tokenizer/llama3.h"
#include "tests/tokenizer/tok-common.h"

char *
tok_fixture (const char *name)
{
  return g_build_filename (g_getenv ("G_TEST_SRCDIR"), "fixtures", "tokenizer", name, NULL);
}

JsonNode *
tok_fixture_json (const char *name)
{
  g_autofree char *path = tok_fixture (name);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

GString *
tok_unhex (const char *hex)
{
  GString *s = g_string_new (NULL);

  for (; hex[0] != '\0'; hex += 2)
    g_string_append_c (s, g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]));
  return s;
}

/* A file in the models' folder, or in the folder of HUNCH_DATA and ../shared/data. */
static char *
find_vocab (const char *name, const char **why)
{
  g_autofree char *share = g_build_filename (g_get_user_data_dir (), "hunch", "models", NULL);
  const char *models = g_getenv ("HUNCH_MODEL_DIR") != NULL ? g_getenv ("HUNCH_MODEL_DIR") : share;

  if (strcmp (name, "gpt2") == 0)
    {
      *why = "no folder gpt2 in HUNCH_DATA or ../shared/data";
      return g_getenv ("HUNCH_DATA") != NULL
                 ? g_build_filename (g_getenv ("HUNCH_DATA"), "gpt2", NULL)
                 : g_build_filename (g_getenv ("HUNCH_SRCDIR"), "..", "shared", "data", "gpt2", NULL);
    }
  if (strcmp (name, "llama3") == 0)
    {
      *why = "HUNCH_LLAMA3_TOKENIZER does not name the tokenizer.model of Llama 3";
      return g_strdup (g_getenv ("HUNCH_LLAMA3_TOKENIZER"));
    }
  *why = "not among the models: hunch pull brings it";
  return g_build_filename (models,
                           strcmp (name, "smollm") == 0 ? "SmolLM2-135M-Instruct.Q4_1.gguf"
                                                        : "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
                           NULL);
}

HunchVocab *
tok_vocab (const char *name, const char **why)
{
  static GHashTable *loaded;
  g_autofree char *path = find_vocab (name, why);
  g_autoptr (GError) error = NULL;
  HunchVocab *v = NULL;

  if (loaded == NULL)
    loaded = g_hash_table_new (g_str_hash, g_str_equal);
  if (g_hash_table_contains (loaded, name))
    return g_hash_table_lookup (loaded, name);
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  if (strcmp (name, "gpt2") == 0)
    v = hunch_vocab_new_from_folder (path, &error);
  else if (strcmp (name, "llama3") == 0)
    v = llama3_vocab_new (path, &error);
  else
    {
      HunchGguf *g = hunch_gguf_open (path, &error);

      if (g != NULL)
        v = hunch_vocab_from_gguf (g, &error);
      hunch_gguf_free (g);
    }
  g_assert_no_error (error);
  g_hash_table_insert (loaded, (gpointer) name, v);
  return v;
}

HunchVocab *
tok_probe (const char *name)
{
  g_autofree char *gguf_name = g_strdup_printf ("probe_%s.gguf", name), *path = tok_fixture (gguf_name);
  g_autofree char *json_name = g_strdup_printf ("probe_%s.tokenizer.json", name), *json_path = tok_fixture (json_name);
  g_autoptr (GError) error = NULL;
  HunchGguf *g = NULL;
  HunchVocab *v = NULL;

  if (g_str_has_prefix (name, "json_"))
    v = hunch_vocab_new_from_json (json_path, &error);
  else if ((g = hunch_gguf_open (path, &error)) != NULL)
    v = hunch_vocab_from_gguf (g, &error);
  hunch_gguf_free (g);
  g_assert_no_error (error);
  return v;
}

/* The character of GPT-2's alphabet that stands for each byte. */
static const gunichar *
alphabet (void)
{
  static gunichar table[256];
  guint n = 0;

  if (table[0] == 0)
    for (guint b = 0; b < 256; b++)
      table[b] = (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || b >= 0xae ? b : 0x100 + n++;
  return table;
}

char *
tok_spell (const guint8 *bytes, gsize n)
{
  GString *s = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_unichar (s, alphabet ()[bytes[i]]);
  return g_string_free (s, FALSE);
}

HunchVocab *
tok_small_vocab (const char *pre, const char *const *merges)
{
  static const char *const special[] = { "<|endoftext|>", "<|a|>", "<|a|>b" };
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (HunchText));
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (HunchText));
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (gint32));
  HunchVocabSource src = TOK_NO_SOURCE;
  g_autoptr (GError) error = NULL;
  HunchVocab *v;

  for (guint i = 0; i < 256 + g_strv_length ((GStrv) merges) + G_N_ELEMENTS (special); i++)
    {
      guint n = g_strv_length ((GStrv) merges);
      gint32 kind = i < 256 + n ? HUNCH_TOKEN_NORMAL : HUNCH_TOKEN_CONTROL;
      char *text = i < 256 ? tok_spell (&(guint8){ i }, 1) : NULL;
      HunchText token, pair;

      if (i >= 256 && i < 256 + n)
        {
          g_auto (GStrv) parts = g_strsplit (merges[i - 256], " ", -1);

          text = g_strjoinv ("", parts);
          pair = (HunchText){ merges[i - 256], strlen (merges[i - 256]) };
          g_array_append_val (pairs, pair);
        }
      else if (i >= 256)
        text = g_strdup (special[i - 256 - n]);
      g_ptr_array_add (owned, text);
      token = (HunchText){ text, strlen (text) };
      g_array_append_val (tokens, token);
      g_array_append_val (kinds, kind);
    }
  src.pre = pre;
  src.tokens = (const HunchText *) (gpointer) tokens->data;
  src.n_tokens = tokens->len;
  src.kinds = (const gint32 *) (gpointer) kinds->data;
  src.merges = (const HunchText *) (gpointer) pairs->data;
  src.n_merges = pairs->len;
  src.bos = src.eos = tokens->len - G_N_ELEMENTS (special);
  v = hunch_vocab_new (&src, &error);
  g_assert_no_error (error);
  return v;
}

GArray *
tok_encode (HunchVocab *v, const char *text, gsize len, HunchEncodeFlags flags)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;

  g_assert_true (hunch_vocab_encode (v, text, len, flags, NULL, ids, &error));
  g_assert_no_error (error);
  return ids;
}

GString *
tok_decode (HunchVocab *v, GArray *ids, gboolean special)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (hunch_vocab_decode (v, (const gint32 *) (gpointer) ids->data, ids->len, special, out, &error));
  g_assert_no_error (error);
  return out;
}

void
tok_assert_ids (GArray *ids, JsonArray *expected)
{
  g_assert_cmpuint (ids->len, ==, json_array_get_length (expected));
  for (guint i = 0; i < ids->len; i++)
    g_assert_cmpint (g_array_index (ids, gint32, i), ==, json_array_get_int_element (expected, i));
}

void
tok_assert_encodes_to (HunchVocab *v, const char *text, HunchEncodeFlags flags, const gint32 *expected, guint n)
{
  g_autoptr (GArray) ids = tok_encode (v, text, strlen (text), flags);

  g_assert_cmpmem (ids->data, ids->len * 4, expected, n * 4);
}
