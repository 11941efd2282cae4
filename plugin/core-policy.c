/* core-policy.c: where completion keeps quiet, and why.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/core-policy.h"
#include "plugin/core-secret.h"

static gboolean
is_disabled_language (const char *language, HunchSettings *settings)
{
  return language != NULL && settings->disabled_languages != NULL
         && g_strv_contains ((const char *const *) settings->disabled_languages, language);
}

gboolean
core_policy_may_read (const CoreContext *context, HunchSettings *settings)
{
  return settings->enabled && !(context->flags & HUNCH_HOST_PRIVATE) && !core_secret_is (context->filename, settings)
         && !is_disabled_language (context->language, settings);
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
  if (core_secret_is (context->filename, settings))
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
