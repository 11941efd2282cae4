/* driver-cache.c: gives the driver a kernel cache of ours, and keeps it from reading one that is damaged.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * PoCL aborts its process when a file of its cache is damaged, and when it can write none. So, unless the user chose a folder
 * (POCL_CACHE_DIR), it gets one of ours for the time of its first call, through the environment: PoCL reads nothing else, and
 * reads it once. Here and in driver-machine.c alone the library changes the environment, and it takes the variable back at once,
 * since what the host starts must not inherit it.
 *
 *   pocl/           PoCL's files
 *   pocl.manifest   what they should be; written when the device is idle, and at the end
 *   pocl.lock       held (flock) by whoever looks at or changes the rest
 *   pocl-users/     a file for each process, locked while it lives, removed when it ends well
 *
 * A file there that nobody locks is left by a crash or a power cut: then every file is read and compared, else only sizes and
 * times. What is not as noted is removed, and so compiled again. PoCL itself replaces files by a rename, so processes that run
 * at the same time do each other no harm; the looking happens when a process starts alone. */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/manifest.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define VARIABLE      "POCL_CACHE_DIR"
#define LOCK_PATIENCE (2 * G_USEC_PER_SEC)
#define NOTE_INTERVAL (60 * G_USEC_PER_SEC)

static struct
{
  GMutex lock;
  gboolean entered;
  char *top;     /* NULL when the folder in use is not ours to keep */
  char *private; /* a folder that dies with this process, when the usual one cannot be written */
  char *marker;  /* this process's file in pocl-users/ */
  int marker_fd;
  gint64 noted; /* when the manifest was last written */
} cache = { .marker_fd = -1 };

static char *
in_top (const char *name)
{
  return g_build_filename (cache.top, name, NULL);
}

/* Opens and locks; -1 when another process holds it, for longer than patience. */
static int
lock_file (const char *path, int flags, gint64 patience)
{
  const gint64 end = g_get_monotonic_time () + patience;
  int fd = g_open (path, flags | O_RDWR | O_CLOEXEC, 0600);

  while (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      if (g_get_monotonic_time () >= end)
        {
          close (fd);
          return -1;
        }
      g_usleep (2000);
    }
  return fd;
}

/* Whom the files in pocl-users/ belong to. Holds pocl.lock. */
static void
count_users (const char *users, guint *n_alive, guint *n_dead)
{
  GDir *dir = g_dir_open (users, 0, NULL);
  const char *name;

  *n_alive = *n_dead = 0;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (users, name, NULL);
      const int fd = lock_file (path, 0, 0);

      ++*(fd < 0 ? n_alive : n_dead);
      if (fd >= 0)
        close (fd);
      g_free (path);
    }
  if (dir != NULL)
    g_dir_close (dir);
}

/* Removes the files in a folder whose names begin with prefix. */
static void
remove_files (const char *folder, const char *prefix)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix))
      {
        char *path = g_build_filename (folder, name, NULL);

        g_unlink (path);
        g_free (path);
      }
  if (dir != NULL)
    g_dir_close (dir);
}

/* Only while nobody else uses the folder: what is not noted may just have been made by a living process. */
static void
inspect (const char *folder, const char *users)
{
  char *manifest = in_top ("pocl.manifest");
  guint n_alive, n_dead;

  count_users (users, &n_alive, &n_dead);
  if (n_alive == 0)
    {
      if (hunch_manifest_enforce (folder, manifest, n_dead > 0 ? HUNCH_MANIFEST_FULL : HUNCH_MANIFEST_QUICK) > 0)
        hunch_manifest_write (folder, manifest);
      remove_files (folder, "tempfile"); /* PoCL leaves them when it is killed */
      remove_files (users, "");
    }
  g_free (manifest);
}

/* TRUE when folder can be used: it is ours, was inspected, and this process has left its mark. */
static gboolean
join (const char *folder)
{
  char *users = in_top ("pocl-users");
  char *gate = in_top ("pocl.lock");
  char *name = g_strdup_printf ("%ld-%08x", (long) getpid (), g_random_int ());
  const int gate_fd = lock_file (gate, O_CREAT, LOCK_PATIENCE);

  if (gate_fd >= 0 && g_access (folder, W_OK | X_OK) == 0 && g_mkdir_with_parents (users, 0700) == 0)
    {
      inspect (folder, users);
      cache.marker = g_build_filename (users, name, NULL);
      cache.marker_fd = lock_file (cache.marker, O_CREAT | O_EXCL, 0);
    }
  if (gate_fd >= 0)
    close (gate_fd);
  g_free (name);
  g_free (gate);
  g_free (users);
  return cache.marker_fd >= 0;
}

/* The folder for PoCL. (transfer full) */
static char *
choose_folder (void)
{
  char *folder = hunch_cache_folder ("pocl");

  if (folder != NULL)
    {
      cache.top = g_path_get_dirname (folder);
      if (join (folder))
        return folder;
      g_clear_pointer (&cache.top, g_free);
      g_clear_pointer (&cache.marker, g_free);
    }
  g_free (folder);
  cache.private = g_dir_make_tmp ("hunch-pocl-XXXXXX", NULL);
  return g_strdup (cache.private);
}

gboolean
hunch_driver_cache_enter (void)
{
  const char *wish = g_getenv (VARIABLE);
  char *folder = NULL;

  g_mutex_lock (&cache.lock);
  if (!cache.entered && (wish == NULL || *wish == '\0'))
    folder = choose_folder ();
  cache.entered = TRUE;
  g_mutex_unlock (&cache.lock);
  if (folder != NULL)
    g_setenv (VARIABLE, folder, TRUE);
  g_free (folder);
  return folder != NULL;
}

void
hunch_driver_cache_entered (void)
{
  g_unsetenv (VARIABLE);
}

/* Notes what PoCL has written, and in the end takes this process's mark away. Called with the lock held. */
static void
note (gboolean end)
{
  char *gate = in_top ("pocl.lock");
  char *folder = in_top ("pocl");
  char *manifest = in_top ("pocl.manifest");
  const int fd = lock_file (gate, O_CREAT, LOCK_PATIENCE);

  if (fd >= 0)
    hunch_manifest_write (folder, manifest);
  if (end)
    {
      g_unlink (cache.marker);
      close (cache.marker_fd);
      cache.marker_fd = -1;
    }
  if (fd >= 0)
    close (fd);
  g_free (manifest);
  g_free (folder);
  g_free (gate);
  cache.noted = g_get_monotonic_time ();
}

void
hunch_driver_cache_note (void)
{
  g_mutex_lock (&cache.lock);
  if (cache.top != NULL && (cache.noted == 0 || g_get_monotonic_time () - cache.noted > NOTE_INTERVAL))
    note (FALSE);
  g_mutex_unlock (&cache.lock);
}

void
hunch_driver_cache_leave (void)
{
  g_mutex_lock (&cache.lock);
  if (cache.top != NULL)
    note (TRUE);
  if (cache.private != NULL)
    hunch_remove_tree (cache.private);
  g_clear_pointer (&cache.marker, g_free);
  g_clear_pointer (&cache.top, g_free);
  g_clear_pointer (&cache.private, g_free);
  g_mutex_unlock (&cache.lock);
}

/* No lock: the thread that held it may not exist here. */
void
hunch_driver_cache_forget (void)
{
  if (cache.marker_fd >= 0)
    close (cache.marker_fd);
  cache.marker_fd = -1;
  cache.top = NULL;
  cache.private = NULL;
}
