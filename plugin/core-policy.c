/* core-policy.c: where completion keeps quiet, and why.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include "plugin/core-policy.h"

/* Without regard to case, and made once: this is asked at each key. */
static GPtrArray *
secret_patterns (HunchSettings *settings)
{
  if (settings->secret_patterns != NULL)
    return settings->secret_patterns;
  settings->secret_patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  for (char **p = settings->secret_files; p != NULL && *p != NULL; p++)
    {
      g_autofree char *pattern = g_utf8_make_valid (*p, -1);
      g_autofree char *lower = g_utf8_strdown (pattern, -1);

      g_ptr_array_add (settings->secret_patterns, g_pattern_spec_new (lower));
    }
  return settings->secret_patterns;
}

static gboolean
matches (const char *lower_name, HunchSettings *settings)
{
  const GPtrArray *patterns = secret_patterns (settings);

  for (guint i = 0; i < patterns->len; i++)
    if (g_pattern_spec_match_string (g_ptr_array_index (patterns, i), lower_name))
      return TRUE;
  return FALSE;
}

/* Cuts off what editors and people name a copy by; FALSE if there is nothing of the kind. */
static gboolean
cut_copy_mark (char *name)
{
  static const char *const ends[] = { "~", "#", ".bak", ".old", ".orig", ".save", ".swp" };

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
  g_autofree char *base = NULL, *valid = NULL, *lower = NULL;

  if (filename == NULL)
    return FALSE;
  base = g_path_get_basename (filename);
  valid = g_utf8_make_valid (base, -1);
  lower = g_utf8_strdown (valid, -1);
  do
    if (matches (lower, settings))
      return TRUE;
  while (cut_copy_mark (lower));
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
