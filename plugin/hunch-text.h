/* hunch-text.h: offsets in text, for hosts that count otherwise than in bytes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib.h>
#include "hunch-version.h"

G_BEGIN_DECLS

HUNCH_AVAILABLE_IN_0_1
gboolean hunch_text_offsets (const char *text, gsize byte_offset, gsize *char_offset, gsize *utf16_offset);

G_END_DECLS
