/* fuzz-main.c: runs a fuzz target over the files of its corpus, as an ordinary test.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The corpus of fuzz-NAME is $G_TEST_SRCDIR/fixtures/NAME and fuzz/corpus/NAME; files given as arguments are run instead. */
#include "config.h"

#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <string.h>

static void
run_file (gconstpointer data)
{
  const char *path = data;
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  LLVMFuzzerTestOneInput ((const uint8_t *) bytes, n);
}

static void
run_empty (void)
{
  LLVMFuzzerTestOneInput ((const uint8_t *) "", 0);
}

static void
add_file (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *test = g_strdup_printf ("/fuzz/%s", base);

  g_test_add_data_func_full (test, g_strdup (path), run_file, g_free);
}

static void
add_folder (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (g_file_test (file, G_FILE_TEST_IS_REGULAR))
        add_file (file);
    }
  g_clear_pointer (&dir, g_dir_close);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_path_get_basename (argv[0]);
  const char *name = strrchr (program, '-') != NULL ? strrchr (program, '-') + 1 : program;

  g_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++)
    add_file (argv[i]);
  if (argc <= 1)
    {
      g_autofree char *fixtures = g_test_build_filename (G_TEST_DIST, "fixtures", name, NULL);
      g_autofree char *corpus = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", name, NULL);

      g_test_add_func ("/fuzz/empty", run_empty);
      add_folder (fixtures);
      add_folder (corpus);
    }
  return g_test_run ();
}
