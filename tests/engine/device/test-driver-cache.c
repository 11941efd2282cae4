/* test-driver-cache.c: a damaged kernel cache of PoCL costs a build, not the process.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/manifest.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

typedef enum
{
  GARBAGE,
  EMPTY,
  HALF,
  SILENT, /* other bytes, same size and time: as a power cut leaves it */
} Damage;

static guint
damage (const char *path, const char *suffix, Damage how)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      g_autofree char *data = NULL;
      gsize size;
      GStatBuf st;

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        n += damage (child, suffix, how);
      if (!g_str_has_suffix (name, suffix) || !g_file_get_contents (child, &data, &size, NULL))
        continue;
      g_assert_cmpint (g_stat (child, &st), ==, 0);
      if (how == GARBAGE || how == SILENT)
        memset (data, 0x5a, size);
      FILE *f = g_fopen (child, "wb"); /* not by a rename: the file itself changes */
      g_assert_cmpuint (fwrite (data, 1, how == EMPTY ? 0 : how == HALF ? size / 2 : size, f), >=, 0);
      fclose (f);
      if (how == SILENT)
        {
          const struct timespec times[2] = { st.st_atim, st.st_mtim };
          g_assert_cmpint (utimensat (AT_FDCWD, child, times, 0), ==, 0);
        }
      n++;
    }
  return n;
}

static guint
count_files (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
child_clean (void)
{
  hunch_device_unref (open_and_run ());
  g_assert_null (g_getenv ("POCL_CACHE_DIR")); /* what the host starts must not inherit it */
}

/* Ends as a crash does, after the device was closed. */
static void
child_unclean (void)
{
  hunch_device_unref (open_and_run ());
  _exit (0);
}

static void
run_child (const char *folder, const char *path)
{
  trap_with_env (path, "POCL_CACHE_DIR", NULL, "HUNCH_CACHE_DIR", folder, NULL);
  g_test_trap_assert_passed ();
}

#define CLEAN   "/device/driver-cache/clean/subprocess"
#define UNCLEAN "/device/driver-cache/unclean/subprocess"

/* A folder with a cache in it that PoCL filled; NULL and a skip without PoCL. */
static char *
filled (const char *child)
{
  char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);

  run_child (folder, child);
  if (count_files (folder, "pocl") > 0)
    return folder;
  g_test_skip ("the default device has no kernel cache of its own (PoCL has)");
  hunch_remove_tree (folder);
  g_free (folder);
  return NULL;
}

static void
drop (char *folder)
{
  hunch_remove_tree (folder);
  g_free (folder);
}

static void
test_marks (void)
{
  char *folder = filled (CLEAN);
  g_autofree char *manifest = NULL;

  if (folder == NULL)
    return;
  manifest = g_build_filename (folder, "pocl.manifest", NULL);
  g_assert_true (g_file_test (manifest, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpuint (count_files (folder, "pocl-users"), ==, 0);
  run_child (folder, UNCLEAN);
  run_child (folder, UNCLEAN);
  g_assert_cmpuint (count_files (folder, "pocl-users"), ==, 1);
  run_child (folder, CLEAN);
  g_assert_cmpuint (count_files (folder, "pocl-users"), ==, 0);
  drop (folder);
}

static void
test_damage (gconstpointer data)
{
  const Damage how = GPOINTER_TO_INT (data);
  char *folder = filled (how == SILENT ? UNCLEAN : CLEAN);
  g_autofree char *pocl = NULL;

  if (folder == NULL)
    return;
  pocl = g_build_filename (folder, "pocl", NULL);
  g_assert_cmpuint (damage (pocl, ".so", how), >, 0);
  run_child (folder, CLEAN);
  if (how == SILENT)
    run_child (folder, UNCLEAN);
  g_assert_cmpuint (damage (pocl, "program.bc", how), >, 0);
  run_child (folder, CLEAN);
  drop (folder);
}

/* Without the manifest nothing is believed. */
static void
test_manifest_lost (void)
{
  static const char *const texts[] = { "", "hunch-manifest 1\n", "garbage" };
  char *folder = filled (CLEAN);
  g_autofree char *manifest = NULL;
  g_autofree char *pocl = NULL;

  if (folder == NULL)
    return;
  manifest = g_build_filename (folder, "pocl.manifest", NULL);
  pocl = g_build_filename (folder, "pocl", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_cmpuint (damage (pocl, ".so", GARBAGE), >, 0);
      g_assert_true (g_file_set_contents (manifest, texts[i], -1, NULL));
      run_child (folder, CLEAN);
    }
  drop (folder);
}

/* PoCL dies where it cannot write; here the folder is a file. */
static void
test_unwritable (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "a-file", NULL);

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  run_child (file, CLEAN);
  hunch_remove_tree (folder);
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static gboolean
has (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_manifest (void)
{
  g_autofree char *top = g_dir_make_tmp ("hunch-manifest-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "files", NULL);
  g_autofree char *manifest = g_build_filename (top, "manifest", NULL);

  write_file (folder, "A/1/program.bc", "one");
  write_file (folder, "A/1/k/k.so", "two");
  write_file (folder, "A/2/program.bc", "three");
  write_file (folder, "B/3 with a blank/program.bc", "four");
  write_file (folder, "A/1/last_accessed", "now");
  hunch_manifest_write (folder, manifest);
  g_assert_cmpuint (hunch_manifest_enforce (folder, manifest, HUNCH_MANIFEST_QUICK), ==, 0);
  g_assert_cmpuint (hunch_manifest_enforce (folder, manifest, HUNCH_MANIFEST_FULL), ==, 0);

  write_file (folder, "A/1/last_accessed", "later");
  write_file (folder, "A/2/program.bc", "three"); /* written anew, and the same */
  g_assert_cmpuint (hunch_manifest_enforce (folder, manifest, HUNCH_MANIFEST_QUICK), ==, 0);

  write_file (folder, "A/1/k/k.so", "twx");
  write_file (folder, "B/4/program.bc", "a stranger");
  g_assert_cmpuint (hunch_manifest_enforce (folder, manifest, HUNCH_MANIFEST_QUICK), ==, 2);
  g_assert_false (has (folder, "A/1"));
  g_assert_false (has (folder, "B/4"));
  g_assert_true (has (folder, "A/2/program.bc"));
  g_assert_true (has (folder, "B/3 with a blank/program.bc"));

  g_assert_true (g_file_set_contents (manifest, "hunch-manifest 1\nnonsense", -1, NULL));
  g_assert_cmpuint (hunch_manifest_enforce (folder, manifest, HUNCH_MANIFEST_QUICK), ==, 2);
  g_assert_false (has (folder, "A/2"));
  hunch_remove_tree (top);
  g_assert_false (has (top, "."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/manifest", test_manifest);
  g_test_add_func ("/device/driver-cache/marks", test_marks);
  g_test_add_data_func ("/device/driver-cache/garbage", GINT_TO_POINTER (GARBAGE), test_damage);
  g_test_add_data_func ("/device/driver-cache/empty", GINT_TO_POINTER (EMPTY), test_damage);
  g_test_add_data_func ("/device/driver-cache/half", GINT_TO_POINTER (HALF), test_damage);
  g_test_add_data_func ("/device/driver-cache/silent", GINT_TO_POINTER (SILENT), test_damage);
  g_test_add_func ("/device/driver-cache/manifest-lost", test_manifest_lost);
  g_test_add_func ("/device/driver-cache/unwritable", test_unwritable);
  g_test_add_func (CLEAN, child_clean);
  g_test_add_func (UNCLEAN, child_unclean);
  return g_test_run ();
}
