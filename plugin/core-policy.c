/* core-policy.c: where completion keeps quiet, and why.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include "plugin/core-policy.h"

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

gboolean
core_policy_is_secret (const char *filename, HunchSettings *settings)
{
  g_autofree char *rooted = NULL, *valid = NULL, *lower = NULL;
  char *name;

  if (filename == NULL)
    return FALSE;
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

static gboolean
is_disabled_language (const char *language, HunchSettings *settings)
{
  return language != NULL && settings->disabled_languages != NULL
         && g_strv_contains ((const char *const *) settings->disabled_languages, language);
}

gboolean
core_policy_may_read (const CoreContext *context, HunchSettings *settings)
{
  return settings->enabled && !(context->flags & HUNCH_HOST_PRIVATE)
         && !core_policy_is_secret (context->filename, settings) && !is_disabled_language (context->language, settings);
}

const char *
core_policy_blocks (const CoreContext *context, HunchSettings *settings)
{
  if (!settings->enabled)
    return _ ("Completion is switched off");
  if (context->flags & HUNCH_HOST_PRIVATE)
    return _ ("This text is private");
  if (context->flags & HUNCH_HOST_READ_ONLY)
    return _ ("This text cannot be changed");
  if (context->flags & HUNCH_HOST_SELECTION)
    return _ ("Text is selected");
  if (context->flags & HUNCH_HOST_COMPOSING)
    return _ ("An input method is composing");
  if (context->in_break)
    return _ ("The cursor stands inside a line break");
  if (core_policy_is_secret (context->filename, settings))
    return _ ("This file may hold secrets");
  if (is_disabled_language (context->language, settings))
    return _ ("Completion is off for this language");
  return NULL;
}

const char *
core_policy_blocks_auto (const CoreContext *context, HunchSettings *settings)
{
  const char *reason = core_policy_blocks (context, settings);
  gsize rest = core_text_line_length (context->suffix);

  if (reason != NULL)
    return reason;
  if (!settings->auto_trigger)
    return _ ("Suggestions come only when asked for");
  if (context->flags & HUNCH_HOST_KEYS_TAKEN)
    return _ ("A snippet or a popup uses the keys");
  while (rest > 0 && g_ascii_isspace (context->suffix[rest - 1]))
    rest--;
  if (g_utf8_strlen (context->suffix, rest) > (glong) settings->max_line_suffix)
    return _ ("Text follows on the line");
  return NULL;
}
