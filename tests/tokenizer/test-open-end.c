/* test-open-end.c: what of a text's end may become other tokens: all before it keeps its ids, whatever follows.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/session/vocab-file.h"
#include "tests/tokenizer/tok-common.h"

static const char *const texts[] = {
  "The capital of France is",
  "The capital of France is ",
  "if x:\n    ",
  "    retur",
  "foo.get_na",
  "don'",
  "12",
  "a  ",
  "naïve caf",
  "数值 = 计",
  "x = [1, 2",
  "Hello,",
  "for (int i = 0; i < n; i+",
  "\t\tpri",
  "He said \"",
  "👍🏽 ok",
  "e\xcc\x81t",
};
static const char *const sequels[]
    = { "a", "urn x", " b", "s", "  c", "9", "()", "\"", ")", "é", "数", "\xcc\x81", "👍", ".", "__", "\tq", "ll" };

/* The ids whose bytes all stand before the open end. */
static guint
count_closed (HunchVocab *v, const GArray *ids, gsize open)
{
  guint n = ids->len;

  for (gsize come = 0; n > 0 && come < open; n--)
    come += hunch_vocab_piece (v, g_array_index (ids, gint32, n - 1), FALSE).len;
  return n;
}

static void
check_text (HunchVocab *v, const char *text)
{
  g_autoptr (GArray) ids = tok_encode (v, text, strlen (text), 0);
  gsize open = hunch_vocab_open_end (v, text, strlen (text));
  guint n = count_closed (v, ids, open);

  g_assert_cmpuint (open, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (sequels); i++)
    {
      g_autofree char *whole = g_strconcat (text, sequels[i], NULL);
      g_autoptr (GArray) longer = tok_encode (v, whole, strlen (whole), 0);

      g_assert_cmpuint (longer->len, >=, n);
      g_assert_cmpmem (longer->data, n * 4, ids->data, n * 4);
    }
}

static void
test_vocab (gconstpointer name)
{
  const char *why;
  HunchVocab *v = tok_vocab (name, &why);

  if (v == NULL)
    {
      g_test_skip (why);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_text (v, texts[i]);
  g_assert_cmpuint (hunch_vocab_open_end (v, "", 0), ==, 0);
  g_assert_cmpuint (hunch_vocab_open_end (v, "The capital", 11), ==, strlen (" capital"));
  g_assert_cmpuint (hunch_vocab_open_end (v, "is   ", 5), ==, 3);
}

static void
test_file (gconstpointer name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "tests", "fixtures", "tokenizer", name, NULL);
  g_autoptr (GError) error = NULL;
  HunchVocab *v = hunch_vocab_open (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_text (v, texts[i]);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "gpt2", "smollm", "llama3", "qwen2" };
  static const char *const files[]
      = { "probe_bpe.gguf", "probe_bpe_user.gguf", "probe_unigram.gguf", "probe_json_llama.tokenizer.json" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/tokenizer/open-end/", names[i], NULL);

      g_test_add_data_func (path, names[i], test_vocab);
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strconcat ("/tokenizer/open-end/", files[i], NULL);

      g_test_add_data_func (path, files[i], test_file);
    }
  return g_test_run ();
}
