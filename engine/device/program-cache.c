/* program-cache.c: built programs on disk, by everything that goes into a build.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A file is a header and the bytes that the driver gave. It is believed only if magic, key, length and checksum agree, and is
 * replaced by a rename, so that no reader sees half of it. Whatever goes wrong here only costs a build. */
#include "config.h"

#include "engine/base/digest.h"
#include "engine/device/device-private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <utime.h>

#define FORMAT_VERSION "1"
#define KEY_LENGTH     64 /* hexadecimal digits of SHA-256 */
#define MAX_FILE       (256u << 20)
#define DAY            (24 * 60 * 60)
#define KEEP_DAYS      90 /* since the last use; kernels change with every version */

typedef struct
{
  char magic[8];
  char key[KEY_LENGTH];
  char sum[KEY_LENGTH]; /* of the payload */
  guint64 length;       /* bytes of payload, little-endian */
} Header;

static const char magic[8] = "HunchKB" FORMAT_VERSION;

char *
hunch_program_cache_key (HunchDevice *dev, const char *source, const char *options)
{
  const HunchDeviceInfo *info = dev->info;
  g_autofree char *platform_version = hunch_cl_platform_string (dev->platform, CL_PLATFORM_VERSION);
  const char *const texts[] = { FORMAT_VERSION, source,        options,        info->name,       info->vendor,
                                info->driver,   info->version, info->platform, platform_version, NULL };

  return hunch_digest (texts);
}

static char *
file_of (const char *key)
{
  char *folder = hunch_cache_folder ("kernels");
  char *path = folder != NULL ? g_build_filename (folder, key, NULL) : NULL;

  g_free (folder);
  return path;
}

/* Marks a file as used now and then, for drop_old. */
static void
touch (const char *path, const GStatBuf *st)
{
  if (time (NULL) - st->st_mtime > DAY)
    g_utime (path, NULL);
}

static GBytes *
parse (const char *key, char *data, gsize size)
{
  Header h;
  char *sum;
  gboolean same;

  if (size < sizeof h)
    return NULL;
  memcpy (&h, data, sizeof h);
  if (memcmp (h.magic, magic, sizeof magic) != 0 || memcmp (h.key, key, KEY_LENGTH) != 0
      || GUINT64_FROM_LE (h.length) != size - sizeof h)
    return NULL;
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data + sizeof h, size - sizeof h);
  same = memcmp (h.sum, sum, KEY_LENGTH) == 0;
  g_free (sum);
  return same ? g_bytes_new (data + sizeof h, size - sizeof h) : NULL;
}

GBytes *
hunch_program_cache_load (const char *key)
{
  char *path = file_of (key);
  char *data = NULL;
  gsize size = 0;
  GBytes *payload = NULL;
  GStatBuf st;

  if (path != NULL && g_stat (path, &st) == 0 && S_ISREG (st.st_mode) && st.st_size <= MAX_FILE
      && g_file_get_contents (path, &data, &size, NULL))
    {
      payload = parse (key, data, size);
      touch (path, &st);
    }
  g_free (data);
  g_free (path);
  return payload;
}

/* Removes what no start has used for long. Once a process. */
static void
drop_old (void)
{
  static gsize once = 0;
  char *folder;
  GDir *dir;
  const char *name;

  if (!g_once_init_enter (&once))
    return;
  folder = hunch_cache_folder ("kernels");
  dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (folder, name, NULL);
      GStatBuf st;

      if (g_lstat (path, &st) == 0 && S_ISREG (st.st_mode) && time (NULL) - st.st_mtime > KEEP_DAYS * DAY)
        g_unlink (path);
      g_free (path);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_free (folder);
  g_once_init_leave (&once, 1);
}

void
hunch_program_cache_store (const char *key, gconstpointer data, gsize size)
{
  char *path = size <= MAX_FILE - sizeof (Header) ? file_of (key) : NULL;
  Header h = { .length = GUINT64_TO_LE ((guint64) size) };
  char *sum;
  GByteArray *all;

  if (path == NULL)
    return;
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, size);
  memcpy (h.magic, magic, sizeof magic);
  memcpy (h.key, key, KEY_LENGTH);
  memcpy (h.sum, sum, KEY_LENGTH);
  all = g_byte_array_sized_new (sizeof h + size);
  g_byte_array_append (all, (guint8 *) &h, sizeof h);
  g_byte_array_append (all, data, size);
  g_file_set_contents_full (path, (char *) all->data, all->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
  drop_old ();
  g_byte_array_unref (all);
  g_free (sum);
  g_free (path);
}
