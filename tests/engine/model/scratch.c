/* scratch.c: a folder of the test program's own.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/scratch.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

static char *folder;

static void
remove_folder (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (folder);
  g_free (folder);
}

char *
scratch_path (const char *name)
{
  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("hunch-model-XXXXXX", NULL);
      g_assert_nonnull (folder);
      atexit (remove_folder);
    }
  return g_build_filename (folder, name, NULL);
}

void
scratch_put (const char *name, gconstpointer bytes, gsize n)
{
  g_autofree char *path = scratch_path (name);
  int fd = open (path, O_WRONLY | O_CREAT, 0600); /* a file that was emptied before is what some systems do wait for */

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  g_assert_cmpint (ftruncate (fd, (off_t) n), ==, 0);
  close (fd);
}
