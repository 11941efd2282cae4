/* output.c: files that a person asked for by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/output.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>

static gboolean
is_irregular (const char *path)
{
  GStatBuf st;

  return g_stat (path, &st) == 0 && !S_ISREG (st.st_mode);
}

char *
output_target (const char *path, GError **error)
{
  if (is_irregular (path))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("%s cannot be written: it is not a regular file"),
                   path);
      return NULL;
    }
  char *real = realpath (path, NULL);
  char *target = g_strdup (real ? real : path);

  free (real);
  return target;
}

gboolean
output_write (const char *path, const char *data, gsize bytes, GError **error)
{
  g_autofree char *target = NULL;

  if (is_irregular (path) && !g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      FILE *file = g_fopen (path, "we");
      gboolean ok = file && fwrite (data, 1, bytes, file) == bytes;

      if (file && fclose (file) != 0)
        ok = FALSE;
      if (!ok)
        g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), _ ("%s cannot be written: %s"), path,
                     g_strerror (errno));
      return ok;
    }
  target = output_target (path, error);
  return target && g_file_set_contents (target, data, (gssize) bytes, error);
}
