/* manifest.c: one line a file, "checksum size mtime path", and the checksum of all lines as the last.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/manifest.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD       "hunch-manifest 1\n"
#define SUM_LENGTH 64
#define MAX_DEPTH  8

typedef struct
{
  guint64 size;
  gint64 mtime; /* ns */
  char sum[SUM_LENGTH + 1];
} Entry;

typedef void (*WalkFunc) (const char *path, const char *relative, const struct stat *st, gpointer user_data);

/* Files that change with every use, or that are not finished yet. */
static gboolean
is_volatile (const char *name)
{
  return strcmp (name, "last_accessed") == 0 || g_str_has_prefix (name, "tempfile") || g_str_has_suffix (name, ".temp");
}

static void
walk (const char *path, const char *relative, guint depth, WalkFunc func, gpointer user_data)
{
  GDir *dir = depth < MAX_DEPTH ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *child = g_build_filename (path, name, NULL);
      char *rel = *relative != '\0' ? g_build_filename (relative, name, NULL) : g_strdup (name);
      struct stat st;

      if (lstat (child, &st) == 0)
        {
          if (S_ISDIR (st.st_mode))
            walk (child, rel, depth + 1, func, user_data);
          else if (!is_volatile (name))
            func (child, rel, &st, user_data);
        }
      g_free (child);
      g_free (rel);
    }
  if (dir != NULL)
    g_dir_close (dir);
}

static gint64
mtime_of (const struct stat *st)
{
  return (gint64) st->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + st->st_mtim.tv_nsec;
}

static gboolean
checksum_of (const char *path, char sum[SUM_LENGTH + 1])
{
  char *data, *hex;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, NULL))
    return FALSE;
  hex = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data, size);
  memcpy (sum, hex, SUM_LENGTH + 1);
  g_free (hex);
  g_free (data);
  return TRUE;
}

/* Path to Entry; empty when the manifest is missing or not sound. */
static GHashTable *
load (const char *manifest)
{
  GHashTable *entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  char *text = NULL, *tail, *sum;
  gsize size = 0;
  char **lines;

  if (!g_file_get_contents (manifest, &text, &size, NULL) || size < strlen (HEAD) + SUM_LENGTH
      || !g_str_has_prefix (text, HEAD))
    {
      g_free (text);
      return entries;
    }
  tail = text + size - SUM_LENGTH;
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, size - SUM_LENGTH);
  lines = strcmp (sum, tail) == 0 ? g_strsplit (text + strlen (HEAD), "\n", -1) : g_new0 (char *, 1);
  for (char **l = lines; *l != NULL; l++)
    {
      Entry e;
      int path = 0;

      if (sscanf (*l, "%64s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %n", e.sum, &e.size, &e.mtime, &path) == 3
          && path > 0)
        g_hash_table_insert (entries, g_strdup (*l + path), g_memdup2 (&e, sizeof e));
    }
  g_strfreev (lines);
  g_free (sum);
  g_free (text);
  return entries;
}

typedef struct
{
  GHashTable *old;
  GString *text;
} Writing;

static gboolean
as_noted (const Entry *e, const struct stat *st)
{
  return e != NULL && e->size == (guint64) st->st_size && e->mtime == mtime_of (st);
}

static void
note (const char *path, const char *relative, const struct stat *st, gpointer user_data)
{
  Writing *w = user_data;
  const Entry *e = g_hash_table_lookup (w->old, relative);
  Entry fresh;

  if (!S_ISREG (st->st_mode) || strchr (relative, '\n') != NULL)
    return;
  if (!as_noted (e, st))
    {
      if (!checksum_of (path, fresh.sum))
        return;
      e = &fresh;
    }
  g_string_append_printf (w->text, "%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %s\n", e->sum, (guint64) st->st_size,
                          mtime_of (st), relative);
}

void
hunch_manifest_write (const char *folder, const char *manifest)
{
  Writing w = { load (manifest), g_string_new (HEAD) };
  char *sum, *before = NULL;

  walk (folder, "", 0, note, &w);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, w.text->str, w.text->len);
  g_string_append (w.text, sum);
  if (!g_file_get_contents (manifest, &before, NULL, NULL) || strcmp (before, w.text->str) != 0)
    g_file_set_contents_full (manifest, w.text->str, w.text->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
  g_free (before);
  g_free (sum);
  g_string_free (w.text, TRUE);
  g_hash_table_unref (w.old);
}

typedef struct
{
  GHashTable *entries;
  HunchManifestDepth depth;
  GHashTable *bad; /* set of units, relative */
} Check;

/* The first two folders of a path, or what there is above the file. */
static char *
unit_of (const char *relative)
{
  const char *first = strchr (relative, '/');
  const char *second = first != NULL ? strchr (first + 1, '/') : NULL;

  return second != NULL ? g_strndup (relative, second - relative) : g_strdup (relative);
}

static void
check (const char *path, const char *relative, const struct stat *st, gpointer user_data)
{
  Check *c = user_data;
  const Entry *e = g_hash_table_lookup (c->entries, relative);
  char sum[SUM_LENGTH + 1];

  if (e != NULL && S_ISREG (st->st_mode)
      && ((c->depth == HUNCH_MANIFEST_QUICK && as_noted (e, st))
          || (e->size == (guint64) st->st_size && checksum_of (path, sum) && strcmp (sum, e->sum) == 0)))
    return;
  g_hash_table_add (c->bad, unit_of (relative));
}

guint
hunch_manifest_enforce (const char *folder, const char *manifest, HunchManifestDepth depth)
{
  Check c = { load (manifest), depth, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  GHashTableIter iter;
  gpointer unit;
  guint n;

  walk (folder, "", 0, check, &c);
  n = g_hash_table_size (c.bad);
  g_hash_table_iter_init (&iter, c.bad);
  while (g_hash_table_iter_next (&iter, &unit, NULL))
    {
      char *path = g_build_filename (folder, unit, NULL);

      hunch_remove_tree (path);
      g_free (path);
    }
  g_hash_table_unref (c.bad);
  g_hash_table_unref (c.entries);
  return n;
}

void
hunch_remove_tree (const char *path)
{
  struct stat st;
  GDir *dir = NULL;
  const char *name;

  if (lstat (path, &st) != 0)
    return;
  if (S_ISDIR (st.st_mode))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *child = g_build_filename (path, name, NULL);

      hunch_remove_tree (child);
      g_free (child);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_remove (path);
}
