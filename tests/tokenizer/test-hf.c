/* test-hf.c: tokenizer.json files made for the purpose: what is recognized, what is refused by name, the files beside it.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Ids of larger ones are in test-encode.c. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "tests/tokenizer/tok-common.h"

#define BYTE_LEVEL "{\"type\": \"ByteLevel\", \"add_prefix_space\": false, \"use_regex\": true}"
#define VOCAB      "{\"h\": 0, \"i\": 1, \"hi\": 2, \"Ġ\": 3, \"▁\": 4, \"▁hi\": 5, \"<unk>\": 6, \"<0x0A>\": 7}"
#define MERGES     "[\"h i\", [\"▁\", \"hi\"]]"
#define ADDED                                                                                                          \
  "{\"id\": 8, \"content\": \"<s>\", \"special\": true}, {\"id\": 10, \"content\": \"[x]\", \"special\": false}"
#define BYTE_SPLIT(p) "{\"type\": \"Sequence\", \"pretokenizers\": [" p ", " BYTE_LEVEL "]}"

static const char *folder;

static char *
beside (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = beside (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The folder with a tokenizer.json of these parts, each NULL for null. */
static void
write_json (const char *normalizer, const char *pre_tokenizer, const char *post_processor, const char *model)
{
  g_autofree char *text = g_strdup_printf (
      "{\"version\": \"1.0\", \"added_tokens\": [" ADDED "], \"normalizer\": %s, \"pre_tokenizer\": %s, "
      "\"post_processor\": %s, \"decoder\": null, \"model\": %s}",
      normalizer != NULL ? normalizer : "null", pre_tokenizer != NULL ? pre_tokenizer : "null",
      post_processor != NULL ? post_processor : "null",
      model != NULL ? model
                    : "{\"type\": \"BPE\", \"unk_token\": \"<unk>\", \"fuse_unk\": true, \"byte_fallback\": true, "
                      "\"vocab\": " VOCAB ", \"merges\": " MERGES "}");

  write_file ("tokenizer.json", text);
}

static HunchVocab *
load (void)
{
  g_autoptr (GError) error = NULL;
  HunchVocab *v = hunch_vocab_new_from_folder (folder, &error);

  g_assert_no_error (error);
  return v;
}

static void
assert_refused (HunchError code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hunch_vocab_new_from_folder (folder, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, HUNCH_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_nonnull (strstr (error->message, "tokenizer.json"));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_byte_level (void)
{
  HunchVocab *v;

  write_json (NULL, BYTE_LEVEL, NULL, NULL);
  v = load ();
  g_assert_cmpstr (hunch_vocab_pre (v), ==, "gpt-2");
  g_assert_cmpuint (hunch_vocab_size (v), ==, 11);
  tok_assert_encodes (v, "hi hi", 0, 2, 3, 2);
  tok_assert_encodes (v, "hi<s>", HUNCH_ENCODE_PARSE_SPECIAL, 2, 8);
  tok_assert_encodes (v, "hi", HUNCH_ENCODE_ADD_SPECIAL, 2);
  g_assert_cmpint (hunch_vocab_kind (v, 8), ==, HUNCH_TOKEN_CONTROL);
  g_assert_cmpint (hunch_vocab_kind (v, 9), ==, HUNCH_TOKEN_UNUSED); /* a hole between the ids */
  g_assert_cmpint (hunch_vocab_kind (v, 10), ==, HUNCH_TOKEN_USER_DEFINED);
  hunch_vocab_unref (v);
  write_json ("{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFC\"}]}",
              BYTE_SPLIT ("{\"type\": \"Digits\", \"individual_digits\": true}"), NULL, NULL);
  v = load ();
  g_assert_cmpstr (hunch_vocab_pre (v), ==, "command-r");
  hunch_vocab_unref (v);
}

static void
test_pieces (void)
{
  static const char replace[] = "{\"type\": \"Replace\", \"pattern\": {\"String\": \" \"}, \"content\": \"▁\"}";
  g_autofree char *prepend = g_strdup_printf ("{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"Prepend\", "
                                              "\"prepend\": \"▁\"}, %s]}",
                                              replace);
  HunchVocab *v;

  write_json (replace, NULL, NULL, NULL);
  v = load ();
  tok_assert_encodes (v, "hi hi\n", 0, 2, 5, 7);
  tok_assert_encodes (v, "hiéé[x]", 0, 2, 6, 10);
  hunch_vocab_unref (v);
  write_json (prepend, NULL, NULL, NULL);
  v = load ();
  tok_assert_encodes (v, "hi hi", 0, 5, 5);
  tok_assert_encodes (v, "hi<s>hi", HUNCH_ENCODE_PARSE_SPECIAL, 5, 8, 5);
  hunch_vocab_unref (v);
  write_json (NULL,
              "{\"type\": \"Metaspace\", \"replacement\": \"▁\", \"prepend_scheme\": \"first\", \"split\": false}",
              NULL, NULL);
  v = load ();
  tok_assert_encodes (v, " hi", 0, 5);
  tok_assert_encodes (v, "hi<s>hi", HUNCH_ENCODE_PARSE_SPECIAL, 5, 8, 2);
  hunch_vocab_unref (v);
}

static void
test_roles (void)
{
  static const char *const files[]
      = { "tokenizer_config.json", "special_tokens_map.json", "generation_config.json", "config.json" };
  HunchVocab *v;

  write_json (NULL, BYTE_LEVEL, NULL, NULL);
  write_file ("tokenizer_config.json", "{\"bos_token\": {\"content\": \"<s>\"}, \"add_bos_token\": true}");
  write_file ("special_tokens_map.json", "{\"bos_token\": \"hi\", \"eos_token\": \"i\", \"pad_token\": \"nowhere\"}");
  write_file ("generation_config.json", "{\"eos_token_id\": [2, 3], \"pad_token_id\": 99}");
  write_file ("config.json", "{\"pad_token_id\": 7, \"bos_token_id\": -5}");
  v = load ();
  g_assert_cmpint (hunch_vocab_bos (v), ==, 8);
  g_assert_cmpint (hunch_vocab_eos (v), ==, 1);
  g_assert_cmpint (hunch_vocab_pad (v), ==, 7);
  g_assert_true (hunch_vocab_is_eog (v, 3));
  tok_assert_encodes (v, "hi", HUNCH_ENCODE_ADD_SPECIAL, 8, 2);
  hunch_vocab_unref (v);
  write_json (NULL, BYTE_LEVEL,
              "{\"type\": \"Sequence\", \"processors\": [{\"type\": \"ByteLevel\"}, {\"type\": \"TemplateProcessing\", "
              "\"single\": [{\"Sequence\": {\"id\": \"A\"}}, {\"SpecialToken\": {\"id\": \"<s>\"}}]}]}",
              NULL);
  v = load (); /* the template is what counts */
  tok_assert_encodes (v, "hi", HUNCH_ENCODE_ADD_SPECIAL, 2, 8);
  hunch_vocab_unref (v);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      write_file (files[i], i % 2 == 0 ? "{" : "[1]"); /* damaged: as if it were not there */
      v = load ();
      hunch_vocab_unref (v);
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = beside (files[i]);

      g_unlink (path);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *normalizer, *pre_tokenizer, *model, *words;
    HunchError code;
  } bad[] = {
    { "{\"type\": \"Lowercase\"}", BYTE_LEVEL, NULL, "Lowercase", HUNCH_ERROR_UNSUPPORTED },
    { "{\"type\": \"Precompiled\"}", NULL, NULL, "Precompiled", HUNCH_ERROR_UNSUPPORTED },
    { "{}", BYTE_LEVEL, NULL, "normalizer", HUNCH_ERROR_UNSUPPORTED },
    { NULL, "{\"type\": \"Whitespace\"}", NULL, "Whitespace", HUNCH_ERROR_UNSUPPORTED },
    { NULL, NULL, NULL, "spaces", HUNCH_ERROR_UNSUPPORTED },
    { NULL, "{\"type\": \"ByteLevel\", \"add_prefix_space\": true}", NULL, "add_prefix_space",
      HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_SPLIT ("{\"type\": \"Split\", \"pattern\": {\"Regex\": \"[abc]+\"}, \"behavior\": \"Isolated\"}"),
      NULL, "[abc]+", HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_SPLIT ("{\"type\": \"Split\", \"pattern\": {\"Regex\": \"a\"}, \"behavior\": \"Removed\"}"), NULL,
      "Split", HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_SPLIT ("{\"type\": \"Punctuation\"}"), NULL, "Punctuation", HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_LEVEL, "null", "model", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"type\": \"Unigram\", \"vocab\": []}", "Unigram", HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_LEVEL, "{\"type\": \"BPE\", \"end_of_word_suffix\": \"</w>\"}", "end_of_word_suffix",
      HUNCH_ERROR_UNSUPPORTED },
    { NULL, BYTE_LEVEL, "{\"vocab\": [1]}", "model.vocab", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 1e99}}", "model.vocab", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 4000000000}}", "model.vocab", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": -1}}", "model.vocab", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 0, \"b\": 0}}", "same id", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 0}, \"merges\": [1]}", "model.merges", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 0}, \"merges\": [[\"a\"]]}", "model.merges", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "{\"vocab\": {\"a\": 0}, \"merges\": [[\"a\", {}]]}", "model.merges", HUNCH_ERROR_FORMAT },
    { NULL, BYTE_LEVEL, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "deep",
      HUNCH_ERROR_FORMAT },
  };
  static const char *const added[] = { "1",
                                       "{}",
                                       "{\"id\": 1}",
                                       "{\"content\": \"x\"}",
                                       "{\"id\": -1, \"content\": \"x\"}",
                                       "{\"id\": 1000000000, \"content\": \"x\"}",
                                       "{\"id\": \"1\", \"content\": \"x\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      write_json (bad[i].normalizer, bad[i].pre_tokenizer, NULL, bad[i].model);
      assert_refused (bad[i].code, bad[i].words);
    }
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"added_tokens\": [%s], \"pre_tokenizer\": " BYTE_LEVEL ", \"model\": {\"vocab\": {\"a\": 0}}}", added[i]);

      write_file ("tokenizer.json", text);
      assert_refused (HUNCH_ERROR_FORMAT, "added_tokens");
    }
  write_file ("tokenizer.json", "");
  assert_refused (HUNCH_ERROR_FORMAT, "");
  write_file ("tokenizer.json", "{\"model\": {\"vocab\": {}}, \"pre_tokenizer\": " BYTE_LEVEL "}");
  assert_refused (HUNCH_ERROR_FORMAT, "no tokens");
}

int
main (int argc, char **argv)
{
  g_autofree char *path = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = path;
  g_test_add_func ("/hf/byte-level", test_byte_level);
  g_test_add_func ("/hf/pieces", test_pieces);
  g_test_add_func ("/hf/roles", test_roles);
  g_test_add_func ("/hf/refused", test_refused);
  status = g_test_run ();
  write_file ("tokenizer.json", "");
  {
    g_autofree char *file = beside ("tokenizer.json");

    g_unlink (file);
    g_rmdir (folder);
  }
  return status;
}
