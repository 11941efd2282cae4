/* parts.c: whose fault an error is, of the parts that an engine is made of.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/parts.h"
#include "engine/base/hunch-error.h"

void
hunch_parts_name_file (const HunchParts *parts, GError *error)
{
  if (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC))
    g_prefix_error (&error, "%s: ", parts->info.path);
}
