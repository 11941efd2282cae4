/* pull-unpack.c: takes one piece out of a package, which is a zip file.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/pull-job.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <unistd.h>

static gboolean
write_all (int fd, const char *data, gsize len, GError **error)
{
  while (len > 0)
    {
      gssize n = write (fd, data, len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          int e = errno;

          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), _ ("The model cannot be written: %s"),
                       g_strerror (e));
          return FALSE;
        }
      data += n;
      len -= n;
    }
  return TRUE;
}

static void
set_archive_error (struct archive *a, const char *package, GError **error)
{
  g_autofree char *name = g_path_get_basename (package);

  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("%s is damaged: %s; try again"), name,
               archive_error_string (a) ?: "?");
}

static gboolean
copy_member (HunchPullJob *job, struct archive *a, const char *package, int fd, guint64 *bytes, GError **error)
{
  g_autofree char *buffer = g_malloc (1 << 18);
  la_ssize_t n;

  *bytes = 0;
  while ((n = archive_read_data (a, buffer, 1 << 18)) > 0)
    {
      if (g_cancellable_set_error_if_cancelled (job->cancellable, error) || !write_all (fd, buffer, n, error))
        return FALSE;
      *bytes += n;
    }
  if (n < 0)
    set_archive_error (a, package, error);
  return n == 0;
}

/* Whether path is member, or ends with it after a separator. */
static gboolean
is_member (const char *path, const char *member)
{
  g_autofree char *tail = g_strconcat ("/", member, NULL);

  return path != NULL && (g_str_equal (path, member) || g_str_has_suffix (path, tail));
}

gboolean
hunch_pull_unpack (HunchPullJob *job, const char *package, const char *member, int fd, guint64 *bytes, GError **error)
{
  struct archive *a = archive_read_new ();
  struct archive_entry *entry;
  gboolean found = FALSE, ok = FALSE;
  int r;

  archive_read_support_format_zip (a);
  r = archive_read_open_filename (a, package, 1 << 18);
  while (r == ARCHIVE_OK && !found && (r = archive_read_next_header (a, &entry)) == ARCHIVE_OK)
    if (is_member (archive_entry_pathname (entry), member))
      {
        found = TRUE;
        ok = copy_member (job, a, package, fd, bytes, error);
      }
  if (!found && r == ARCHIVE_EOF)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("The package has no %s in it"), member);
  else if (!found)
    set_archive_error (a, package, error);
  archive_read_free (a);
  return ok;
}
