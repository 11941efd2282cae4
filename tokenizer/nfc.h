/* nfc.h: Unicode normalization form C of text that may hold bytes which are no UTF-8; those stay as they are.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Follows Unicode Standard Annex 15; the composing itself is GLib's. */
#pragma once

#include <glib.h>

/* NULL when text is normalized as it is, which costs one quick pass; else the normalized text. */
GString *hunch_nfc (const char *text, gsize len);
