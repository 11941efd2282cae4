/* test-folder.c: a folder as GPT-2 was published, right or wrong in one place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "tests/tokenizer/tok-common.h"

static void
write_folder (const char *folder, const char *encoder, const char *bpe)
{
  g_autofree char *encoder_path = g_build_filename (folder, "encoder.json", NULL);
  g_autofree char *bpe_path = g_build_filename (folder, "vocab.bpe", NULL);

  g_assert_true (g_file_set_contents (encoder_path, encoder, -1, NULL));
  g_assert_true (g_file_set_contents (bpe_path, bpe, -1, NULL));
}

static void
test_folder (void)
{
  static const struct
  {
    const char *encoder, *words;
  } bad[] = {
    { "", "encoder.json" },
    { "[1]", "object" },
    { "{\"a\": 0, \"b\": 0}", "same id" },
    { "{\"a\": 2, \"b\": 0}", "\"a\"" },
    { "{\"a\": -1}", "\"a\"" },
    { "{\"a\": \"0\"}", "\"a\"" },
    { "{\"a\": 0.5}", "\"a\"" },
    { "{\"a\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}", "deep" },
    { "{\"a\": 0", "encoder.json" },
    { "{}", "tokens" },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  HunchVocab *v;

  g_assert_null (hunch_vocab_new_from_folder (folder, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND);
  g_clear_error (&error);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      write_folder (folder, bad[i].encoder, "#version: 0.2\n");
      g_assert_null (hunch_vocab_new_from_folder (folder, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, bad[i].words));
      g_assert_true (g_str_has_prefix (error->message, folder));
      g_clear_error (&error);
    }
  write_folder (folder, "{\"h\": 0, \"i\": 2, \"hi\": 1, \"<|endoftext|>\": 3}", "#version: 0.2\r\nh i\r\n\r\n");
  v = hunch_vocab_new_from_folder (folder, &error);
  g_assert_no_error (error);
  tok_assert_encodes (v, "hi i", 0, 1, 2);
  tok_assert_encodes (v, "<|endoftext|>hi", HUNCH_ENCODE_PARSE_SPECIAL, 3, 1);
  g_assert_cmpint (hunch_vocab_eos (v), ==, 3);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folder", test_folder);
  return g_test_run ();
}
