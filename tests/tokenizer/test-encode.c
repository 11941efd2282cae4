/* test-encode.c: ids equal those of the reference tokenizers, and every byte survives.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The expected ids come from tiktoken, tokenizers and sentencepiece. Vocabularies that are not here are skipped; the probes, whose merges cross every
 * border at which a pre-tokenizer must cut, are always here. */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/session/session-vocab.h"
#include "tests/tokenizer/tok-common.h"

static const char *const vocab_names[] = { "gpt2", "smollm", "llama3", "qwen2" };
/* SentencePiece vocabularies and tokenizer.json files, trained for the purpose. */
static const char *const trained_names[] = { "bpe",          "bpe_unknown", "bpe_unused", "bpe_user",  "unigram",
                                             "unigram_user", "json_bytes",  "json_first", "json_llama" };
static JsonNode *strings, *cases;

static HunchVocab *
vocab_or_skip (const char *name)
{
  const char *why;
  HunchVocab *v = tok_vocab (name, &why);

  if (v == NULL)
    {
      g_autofree char *message = g_strdup_printf ("%s: %s", name, why);

      g_test_skip (message);
    }
  return v;
}

/* What the ids of a text decode to, as the fixture says. */
static GString *
expected_bytes (JsonObject *string, JsonObject *of_vocab)
{
  static const char says[] = "detokenises to hex ";
  const char *lossy = json_object_get_string_member_with_default (of_vocab, "lossy", NULL);

  g_assert_true (lossy == NULL || g_str_has_prefix (lossy, says));
  return tok_unhex (lossy != NULL ? lossy + strlen (says) : json_object_get_string_member (string, "utf8_hex"));
}

static void
test_strings (gconstpointer name)
{
  HunchVocab *v = vocab_or_skip (name);
  JsonArray *list = json_node_get_array (strings);

  for (guint i = 0; v != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *string = json_array_get_object_element (list, i);
      JsonObject *of_vocab = json_object_get_object_member (string, name);
      g_autoptr (GString) text = tok_unhex (json_object_get_string_member (string, "utf8_hex"));
      g_autoptr (GString) expected = expected_bytes (string, of_vocab);
      g_autoptr (GArray) ids = tok_encode (v, text->str, text->len, 0);
      g_autoptr (GString) back = tok_decode (v, ids, FALSE);

      g_test_message ("%s", json_object_get_string_member (string, "name"));
      tok_assert_ids (ids, json_object_get_array_member (of_vocab, "ids"));
      g_assert_cmpmem (back->str, back->len, expected->str, expected->len);
    }
}

static void
test_probe (gconstpointer name)
{
  g_autofree char *json_name = g_strdup_printf ("probe_%s.json", (const char *) name);
  g_autoptr (JsonNode) probe = tok_fixture_json (json_name);
  HunchVocab *v = tok_probe (name);
  JsonArray *list = json_node_get_array (strings);

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *string = json_array_get_object_element (list, i);
      JsonObject *expected = json_array_get_object_element (json_node_get_array (probe), i);
      g_autoptr (GString) text = tok_unhex (json_object_get_string_member (string, "utf8_hex"));
      g_autoptr (GArray) ids = tok_encode (v, text->str, text->len, 0);

      g_test_message ("%s", json_object_get_string_member (string, "name"));
      g_assert_cmpstr (json_object_get_string_member (string, "name"), ==,
                       json_object_get_string_member (expected, "name"));
      tok_assert_ids (ids, json_object_get_array_member (expected, "ids"));
    }
  hunch_vocab_unref (v);
}

static void
assert_round_trip (HunchVocab *v, const char *text, gsize len)
{
  g_autoptr (GArray) ids = tok_encode (v, text, len, 0);
  g_autoptr (GString) back = tok_decode (v, ids, FALSE);

  g_assert_cmpmem (back->str, back->len, text, len);
}

static void
test_invalid (gconstpointer name)
{
  HunchVocab *v = vocab_or_skip (name);
  JsonArray *list = json_object_get_array_member (json_node_get_object (cases), "invalid");

  for (guint i = 0; v != NULL && i < json_array_get_length (list); i++)
    {
      g_autoptr (GString) text
          = tok_unhex (json_object_get_string_member (json_array_get_object_element (list, i), "hex"));

      if (hunch_vocab_lossless (v) || strcmp (name, "qwen2") == 0) /* these are in form C already */
        assert_round_trip (v, text->str, text->len);
    }
}

static void
test_random_bytes (gconstpointer name)
{
  HunchVocab *v = vocab_or_skip (name);

  for (guint turn = 0; v != NULL && turn < 3000; turn++)
    {
      char text[200];
      gsize len = g_test_rand_int_range (0, sizeof text);

      for (gsize i = 0; i < len; i++)
        text[i] = turn % 2 == 0 ? g_test_rand_int_range (0, 256)
                                : "' \n1sl\xc3\xe2\x80\xa0\xf0\xed"[g_test_rand_int_range (0, 12)];
      if (hunch_vocab_lossless (v))
        assert_round_trip (v, text, len);
      else
        g_array_unref (tok_encode (v, text, len, 0));
    }
}

static GString *
long_text (JsonObject *data)
{
  GString *s = g_string_new (NULL);

  if (json_object_has_member (data, "file"))
    {
      g_autofree char *path = tok_fixture (json_object_get_string_member (data, "file"));
      g_autofree char *text = NULL;
      gsize len;

      g_assert_true (g_file_get_contents (path, &text, &len, NULL));
      g_string_append_len (s, text, len);
      return s;
    }
  for (gint64 i = json_object_get_int_member (data, "times"); i > 0; i--)
    g_string_append (s, json_object_get_string_member (data, "unit"));
  return g_string_append (s, json_object_get_string_member (data, "tail"));
}

static void
test_long (gconstpointer name)
{
  HunchVocab *v = vocab_or_skip (name);
  JsonArray *list = json_object_get_array_member (json_node_get_object (cases), "long");

  for (guint i = 0; v != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *data = json_array_get_object_element (list, i);
      JsonObject *expected = json_object_get_object_member (data, name);
      g_autoptr (GString) text = long_text (data);
      g_autoptr (GArray) ids = tok_encode (v, text->str, text->len, 0);
      g_autoptr (GArray) little = g_array_new (FALSE, FALSE, 4);
      g_autofree char *sum = NULL;

      g_test_message ("%s", json_object_get_string_member (data, "name"));
      g_assert_cmpuint (text->len, ==, json_object_get_int_member (data, "n_bytes"));
      g_assert_cmpuint (ids->len, ==, json_object_get_int_member (expected, "n"));
      for (guint k = 0; k < ids->len; k++)
        g_array_append_val (little, (guint32){ GUINT32_TO_LE (g_array_index (ids, guint32, k)) });
      sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) little->data, little->len * 4);
      g_assert_cmpstr (sum, ==, json_object_get_string_member (expected, "sha256"));
    }
}

/* The names of special tokens count when asked, and only then. */
static void
test_special (gconstpointer name)
{
  static const struct
  {
    const char *vocab, *text;
    gint32 ids[8];
    guint n;
  } parsed[] = {
    { "gpt2", "<|endoftext|>", { 50256 }, 1 },
    { "llama3",
      "<|begin_of_text|><|start_header_id|><|end_header_id|><|eot_id|><|end_of_text|>",
      { 128000, 128006, 128007, 128009, 128001 },
      5 },
    { "qwen2", "<|im_start|>user\nhi<|im_end|><|endoftext|>", { 151644, 872, 198, 6023, 151645, 151643 }, 6 },
    { "smollm", "<|endoftext|><|im_start|><|im_end|>", { 0, 1, 2 }, 3 },
  };
  HunchVocab *v = vocab_or_skip (name);

  for (guint i = 0; v != NULL && i < G_N_ELEMENTS (parsed); i++)
    if (strcmp (parsed[i].vocab, name) == 0)
      {
        const char *text = parsed[i].text;
        g_autoptr (GArray) on = tok_encode (v, text, strlen (text), HUNCH_ENCODE_PARSE_SPECIAL);
        g_autoptr (GArray) off = tok_encode (v, text, strlen (text), 0);
        g_autoptr (GString) silent = tok_decode (v, on, FALSE), asked = tok_decode (v, on, TRUE),
                            plain = tok_decode (v, off, FALSE);

        g_assert_cmpmem (on->data, on->len * 4, parsed[i].ids, parsed[i].n * 4);
        for (guint k = 0; k < off->len; k++)
          g_assert_cmpint (hunch_vocab_kind (v, g_array_index (off, gint32, k)), ==, HUNCH_TOKEN_NORMAL);
        g_assert_cmpstr (plain->str, ==, text);
        g_assert_cmpstr (asked->str, ==, text);
        g_assert_cmpstr (silent->str, ==, strcmp (name, "qwen2") == 0 ? "user\nhi" : "");
      }
}

/* A word that is a token: Llama 3 takes it, though its merges do not make it. */
static void
test_whole_word (void)
{
  HunchVocab *v = vocab_or_skip ("llama3");

  if (v != NULL)
    {
      g_autoptr (GArray) ids = tok_encode (v, " Việt", strlen (" Việt"), 0);

      g_assert_cmpuint (ids->len, ==, 1);
      g_assert_cmpint (g_array_index (ids, gint32, 0), ==, 101798);
    }
}

/* The bytes that smollm lacks are left out, as in the references, and the vocabulary says so. */
static void
test_missing_bytes (void)
{
  HunchVocab *v = vocab_or_skip ("smollm");

  if (v != NULL)
    {
      static const char text[] = "a\x04"
                                 "b\x1d"
                                 "c\xf1\x80\x80\x80";
      g_autoptr (GArray) ids = tok_encode (v, text, strlen (text), 0);
      g_autoptr (GString) back = tok_decode (v, ids, FALSE);

      g_assert_false (hunch_vocab_lossless (v));
      g_assert_cmpstr (back->str, ==, "abc\x80\x80\x80");
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *what;
    GTestDataFunc f;
    guint n; /* for so many of vocab_names */
  } each[] = {
    { "strings", test_strings, 4 },           { "probe", test_probe, 4 }, { "invalid", test_invalid, 4 },
    { "random-bytes", test_random_bytes, 4 }, { "long", test_long, 2 },   { "special", test_special, 4 },
  };

  g_test_init (&argc, &argv, NULL);
  strings = tok_fixture_json ("strings.json");
  cases = tok_fixture_json ("cases.json");
  for (guint i = 0; i < G_N_ELEMENTS (each); i++)
    for (guint k = 0; k < each[i].n; k++)
      {
        g_autofree char *path = g_strdup_printf ("/encode/%s/%s", each[i].what, vocab_names[k]);

        g_test_add_data_func (path, vocab_names[k], each[i].f);
      }
  for (guint k = 0; k < G_N_ELEMENTS (trained_names); k++)
    {
      g_autofree char *path = g_strdup_printf ("/encode/probe/%s", trained_names[k]);

      g_test_add_data_func (path, trained_names[k], test_probe);
    }
  g_test_add_func ("/encode/whole-word", test_whole_word);
  g_test_add_func ("/encode/missing-bytes", test_missing_bytes);
  return g_test_run ();
}
