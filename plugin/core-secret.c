/* core-secret.c: files that are neither completed nor read as context, known by their names.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "plugin/core-secret.h"

#define MAX_REAL_NAMES 256

typedef struct
{
  GPatternSpec *spec;
  gboolean has_folder;
} Pattern;

static void
pattern_free (gpointer data)
{
  Pattern *pattern = data;

  g_pattern_spec_free (pattern->spec);
  g_free (pattern);
}

/* Without regard to case, and made once: this is asked at each key. */
static GPtrArray *
secret_patterns (HunchSettings *settings)
{
  if (settings->secret_patterns != NULL)
    return settings->secret_patterns;
  settings->secret_patterns = g_ptr_array_new_with_free_func (pattern_free);
  for (char **p = settings->secret_files; p != NULL && *p != NULL; p++)
    {
      g_autofree char *valid = g_utf8_make_valid (*p, -1);
      g_autofree char *lower = g_utf8_strdown (valid, -1);
      Pattern *pattern = g_new (Pattern, 1);
      g_autofree char *anywhere = NULL;

      pattern->has_folder = strchr (lower, '/') != NULL;
      anywhere = g_strconcat (pattern->has_folder && *lower != '/' ? "*/" : "", lower, NULL);
      pattern->spec = g_pattern_spec_new (anywhere);
      g_ptr_array_add (settings->secret_patterns, pattern);
    }
  return settings->secret_patterns;
}

/* lower begins with a slash, and name is its last part. */
static gboolean
matches (const char *lower, const char *name, HunchSettings *settings)
{
  const GPtrArray *patterns = secret_patterns (settings);

  for (guint i = 0; i < patterns->len; i++)
    {
      const Pattern *pattern = g_ptr_array_index (patterns, i);

      if (g_pattern_spec_match_string (pattern->spec, pattern->has_folder ? lower : name))
        return TRUE;
    }
  return FALSE;
}

/* Cuts off what editors and people name a copy by; FALSE if there is nothing of the kind. */
static gboolean
cut_copy_mark (char *name)
{
  static const char *const ends[] = { "~", "#", ".bak", ".backup", ".old", ".orig", ".save", ".swp" };

  if (*name == '#')
    memmove (name, name + 1, strlen (name));
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (name, ends[i]))
      {
        name[strlen (name) - strlen (ends[i])] = '\0';
        return TRUE;
      }
  return FALSE;
}

/* The file behind all links, or "" where it cannot be found. Found out once, since this is asked at each key. */
static const char *
real_name (const char *filename, HunchSettings *settings)
{
  const char *known;
  g_autofree char *local = NULL;
  char *real;

  if (settings->real_names == NULL)
    settings->real_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free);
  known = g_hash_table_lookup (settings->real_names, filename);
  if (known != NULL)
    return known;
  local = g_filename_from_utf8 (filename, -1, NULL, NULL, NULL);
  real = g_path_is_absolute (filename) ? realpath (local != NULL ? local : filename, NULL) : NULL;
  if (real == NULL) /* or not yet: it may be saved later */
    return "";
  if (g_hash_table_size (settings->real_names) >= MAX_REAL_NAMES)
    g_hash_table_remove_all (settings->real_names);
  g_hash_table_insert (settings->real_names, g_strdup (filename), real);
  return real;
}

static gboolean
is_secret_name (const char *filename, HunchSettings *settings)
{
  g_autofree char *rooted = NULL, *valid = NULL, *lower = NULL;
  char *name;

  rooted = g_strconcat (*filename == '/' ? "" : "/", filename, NULL);
  valid = g_utf8_make_valid (rooted, -1);
  lower = g_utf8_strdown (valid, -1);
  name = strrchr (lower, '/') + 1;
  do
    if (matches (lower, name, settings))
      return TRUE;
  while (cut_copy_mark (name));
  return FALSE;
}

gboolean
core_secret_is (const char *filename, HunchSettings *settings)
{
  const char *real;

  if (filename == NULL)
    return FALSE;
  if (is_secret_name (filename, settings))
    return TRUE;
  real = real_name (filename, settings);
  return strcmp (real, filename) != 0 && is_secret_name (real, settings);
}
