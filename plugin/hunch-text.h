/* hunch-text.h: offsets in text, for hosts that count otherwise than in bytes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean hunch_text_offsets (const char *text, gsize byte_offset, gsize *char_offset, gsize *utf16_offset);

G_END_DECLS
