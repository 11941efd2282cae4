/* test-hf-hostile.c: folders that are cut off or spoilt anywhere: a model, or one line that says why not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/hf-folder.h"
#include "tests/engine/model/scratch.h"

#include <string.h>

/* One of two: a model, or one line. */
static guint
attempt (void)
{
  g_autoptr (GError) error = NULL;
  HunchModelFile *m = folder_open (&error);
  guint sum = 0;

  g_assert_true ((m == NULL) == (error != NULL));
  if (m == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL) && strchr (error->message, '\n') == NULL);
      return 0;
    }
  for (guint i = 0; i < hunch_gguf_n_tensors (m->gguf); i++)
    {
      const HunchTensor *t = hunch_gguf_tensor_at (m->gguf, i);

      sum += t->data[0] + t->data[t->bytes - 1];
      hunch_gguf_drop_pages (m->gguf, t);
    }
  g_assert_cmpuint (sum, <, G_MAXUINT);
  hunch_model_file_free (m);
  return 1;
}

static void
test_truncated (void)
{
  static const char *const names[] = { "config.json", WEIGHTS };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = folder_fixture ("llama", names[i]), *bytes = NULL;
      gsize n;

      folder_restore ("llama");
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gsize cut = 0; cut < n; cut += i == 0 || cut < 3000 || n - cut < 100 || g_test_thorough () ? 1 : 97)
        {
          scratch_put (names[i], bytes, cut);
          /* The line end of config.json is not missed. */
          g_assert_cmpuint (attempt (), ==, i == 0 && cut == n - 1 ? 1 : 0);
        }
    }
}

static void
test_spoilt (void)
{
  static const char *const families[] = { "llama", "gemma3", "gpt2", "qwen2-bf16" };
  static const char pieces[][12]
      = { "null", "-1", "{}", "[]", "\"", "1e400", "999999999999", ",", "true", "\\", "0", "[[[[" };
  guint rounds = g_test_thorough () ? 100000 : 4000, taken = 0;
  GRand *rand = g_rand_new_with_seed (20240608);

  for (guint i = 0; i < rounds; i++)
    {
      const char *family = families[i % G_N_ELEMENTS (families)], *name = i / 4 % 2 ? "config.json" : WEIGHTS;
      g_autofree char *path = folder_fixture (family, name), *bytes = NULL;
      gsize n;

      folder_restore (family);
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gint32 k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        {
          const char *piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];
          gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) MIN (n, 2500));

          if (g_rand_boolean (rand))
            bytes[at] = (char) g_rand_int_range (rand, 0, 256);
          else
            memcpy (bytes + at, piece, MIN (strlen (piece), n - at));
        }
      scratch_put (name, bytes, n);
      taken += attempt ();
    }
  g_test_message ("%u of %u were taken", taken, rounds);
  g_assert_cmpuint (taken, <, rounds / 2);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hf-hostile/truncated", test_truncated);
  g_test_add_func ("/hf-hostile/spoilt", test_spoilt);
  return g_test_run ();
}
