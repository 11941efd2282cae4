/* parts.c: errors of the engine and of the parts of which it is made.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/parts.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

void
hunch_parts_name_file (const HunchParts *parts, GError *error)
{
  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC))
    g_prefix_error (&error, "%s: ", parts->info.path);
}

GError *
hunch_engine_gone_error (void)
{
  return g_error_new_literal (HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("The model was unloaded meanwhile"));
}
