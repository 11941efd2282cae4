/* test-program-cache.c: the cache of programs gives back what was put in, or nothing.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/manifest.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"

#include <glib/gstdio.h>
#include <string.h>

#define N_PROCESSES 4

static const char *self;

typedef struct
{
  char *folder;
  char *saved;
  HunchDevice *dev;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->saved = g_strdup (g_getenv ("HUNCH_CACHE_DIR"));
  f->folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  g_setenv ("HUNCH_CACHE_DIR", f->folder, TRUE);
  f->dev = open_or_fail ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  hunch_device_unref (f->dev);
  if (f->saved != NULL)
    g_setenv ("HUNCH_CACHE_DIR", f->saved, TRUE);
  else
    g_unsetenv ("HUNCH_CACHE_DIR");
  hunch_remove_tree (f->folder);
  g_free (f->folder);
  g_free (f->saved);
}

static char *
file_of (Fixture *f, const char *key)
{
  return g_build_filename (f->folder, "kernels", key, NULL);
}

static void
assert_holds (const char *key, const char *text)
{
  g_autoptr (GBytes) got = hunch_program_cache_load (key);

  g_assert_nonnull (got);
  g_assert_cmpmem (g_bytes_get_data (got, NULL), g_bytes_get_size (got), text, strlen (text));
}

static void
test_round_trip (Fixture *f, gconstpointer data)
{
  g_autofree char *key = hunch_program_cache_key (f->dev, "source", "-DA");
  g_autofree char *other = hunch_program_cache_key (f->dev, "source", "-DB");

  g_assert_null (hunch_program_cache_load (key));
  hunch_program_cache_store (key, "binary", 6);
  assert_holds (key, "binary");
  g_assert_null (hunch_program_cache_load (other));
  hunch_program_cache_store (key, "another", 7);
  assert_holds (key, "another");
  hunch_program_cache_store (key, "", 0);
  assert_holds (key, "");
}

static void
test_key (Fixture *f, gconstpointer data)
{
  char **fields[] = { &f->dev->info->name, &f->dev->info->vendor, &f->dev->info->driver, &f->dev->info->version,
                      &f->dev->info->platform };
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_hash_table_add (keys, hunch_program_cache_key (f->dev, "source", "-DA"));
  g_assert_false (g_hash_table_add (keys, hunch_program_cache_key (f->dev, "source", "-DA")));
  g_assert_true (g_hash_table_add (keys, hunch_program_cache_key (f->dev, "source", "-DB")));
  g_assert_true (g_hash_table_add (keys, hunch_program_cache_key (f->dev, "source-", "DA")));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      char *right = *fields[i];

      *fields[i] = (char *) "of another device";
      g_assert_true (g_hash_table_add (keys, hunch_program_cache_key (f->dev, "source", "-DA")));
      *fields[i] = right;
    }
}

/* Every byte changed, every length cut: nothing that is not whole is believed. */
static void
test_corrupt (Fixture *f, gconstpointer data)
{
  g_autofree char *key = hunch_program_cache_key (f->dev, "source", "");
  g_autofree char *path = file_of (f, key);
  g_autofree char *whole = NULL;
  gsize size;

  hunch_program_cache_store (key, "some binary", 11);
  g_assert_true (g_file_get_contents (path, &whole, &size, NULL));
  for (gsize i = 0; i < size; i++)
    {
      whole[i] ^= 0x20;
      g_assert_true (g_file_set_contents (path, whole, size, NULL));
      g_assert_null (hunch_program_cache_load (key));
      whole[i] ^= 0x20;
      g_assert_true (g_file_set_contents (path, whole, i, NULL));
      g_assert_null (hunch_program_cache_load (key));
    }
  g_assert_true (g_file_set_contents (path, whole, size, NULL));
  assert_holds (key, "some binary");
}

static void
test_foreign (Fixture *f, gconstpointer data)
{
  g_autofree char *key = hunch_program_cache_key (f->dev, "source", "");
  g_autofree char *other = hunch_program_cache_key (f->dev, "source", "-DA");
  g_autofree char *from = file_of (f, key);
  g_autofree char *to = file_of (f, other);

  hunch_program_cache_store (key, "some binary", 11);
  g_assert_cmpint (g_rename (from, to), ==, 0);
  g_assert_null (hunch_program_cache_load (other));
  g_unlink (to);
  g_assert_cmpint (g_mkdir (to, 0700), ==, 0); /* not even a file */
  g_assert_null (hunch_program_cache_load (other));
  hunch_program_cache_store (other, "x", 1);
  g_assert_null (hunch_program_cache_load (other));
}

static guint
count_files (Fixture *f)
{
  g_autofree char *folder = g_build_filename (f->folder, "kernels", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A sound file whose binary the driver refuses: built from source, and replaced. */
static void
test_refused_binary (Fixture *f, gconstpointer data)
{
  g_autofree char *key = hunch_program_cache_key (f->dev, hunch_program_source ("selftest"), "-DREFUSED");
  GError *error = NULL;
  cl_kernel kernel;

  if (strcmp (f->dev->info->platform, "Portable Computing Language") != 0)
    {
      g_test_skip (
          "needs PoCL: drivers may crash on such a binary, and our own checksum keeps them from ever seeing one");
      return;
    }
  hunch_program_cache_store (key, "no program at all", 17);
  kernel = hunch_device_kernel (f->dev, "selftest", "-DREFUSED", "selftest", &error);
  g_assert_no_error (error);
  clReleaseKernel (kernel);
  hunch_device_settle (f->dev, 60000);
  g_autoptr (GBytes) got = hunch_program_cache_load (key);
  g_assert_nonnull (got);
  g_assert_cmpuint (g_bytes_get_size (got), >, 17);
}

/* After each damage the next opening works, and leaves whole files again. */
static void
test_repaired (Fixture *f, gconstpointer data)
{
  g_autofree char *key = hunch_program_cache_key (f->dev, hunch_program_source ("selftest"), "");
  g_autofree char *path = file_of (f, key);
  static const gsize lengths[] = { 0, 100, 5000 };
  static char noise[5000];

  hunch_device_settle (f->dev, 60000);
  for (guint i = 0; i < sizeof noise; i++)
    noise[i] = i * 167 >> 3;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      HunchDevice *dev;

      g_assert_true (g_file_set_contents (path, noise, lengths[i], NULL));
      dev = open_and_run ();
      hunch_device_settle (dev, 60000);
      hunch_device_unref (dev);
      g_autoptr (GBytes) got = hunch_program_cache_load (key);
      g_assert_nonnull (got);
    }
}

static void
test_unwritable (Fixture *f, gconstpointer data)
{
  g_autofree char *file = g_build_filename (f->folder, "a-file", NULL);
  HunchDevice *dev;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_setenv ("HUNCH_CACHE_DIR", file, TRUE);
  dev = open_and_run ();
  hunch_device_settle (dev, 60000);
  hunch_device_unref (dev);
  g_setenv ("HUNCH_CACHE_DIR", f->folder, TRUE);
}

static void
child_open (void)
{
  hunch_device_unref (open_and_run ());
}

static void
child_done (GPid pid, gint status, gpointer data)
{
  guint *n_left = data;

  g_assert_true (g_spawn_check_wait_status (status, NULL));
  --*n_left;
  g_spawn_close_pid (pid);
}

/* Processes that start at once on an empty cache all work, and leave only whole files. */
static void
test_concurrent (Fixture *f, gconstpointer data)
{
  char *argv[] = { (char *) self, (char *) "--GTestSubprocess", (char *) "-p",
                   (char *) "/device/program-cache/open/subprocess", NULL };
  g_autofree char *folder = g_build_filename (f->folder, "kernels", NULL);
  guint n_left = N_PROCESSES;
  const char *name;
  GDir *dir;

  hunch_device_settle (f->dev, 60000);
  hunch_remove_tree (folder);
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      GPid pid;

      g_assert_true (g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                                    NULL, &pid, NULL));
      g_child_watch_add (pid, child_done, &n_left);
    }
  while (n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (count_files (f), >=, 1);
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (GBytes) got = hunch_program_cache_load (name);
      g_assert_nonnull (got);
    }
  g_dir_close (dir);
}

int
main (int argc, char **argv)
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  g_test_init (&argc, &argv, NULL);
  self = argv[0];
  ADD ("/device/program-cache/round-trip", test_round_trip);
  ADD ("/device/program-cache/key", test_key);
  ADD ("/device/program-cache/corrupt", test_corrupt);
  ADD ("/device/program-cache/foreign", test_foreign);
  ADD ("/device/program-cache/refused-binary", test_refused_binary);
  ADD ("/device/program-cache/repaired", test_repaired);
  ADD ("/device/program-cache/unwritable", test_unwritable);
  ADD ("/device/program-cache/concurrent", test_concurrent);
  g_test_add_func ("/device/program-cache/open/subprocess", child_open);
  return g_test_run ();
}
