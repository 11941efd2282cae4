/* printable.h: makes bytes from outside safe to show in one line.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A copy of len bytes (or up to the NUL when len is -1) in valid UTF-8 without control or direction characters: those,
 * and bytes that are no UTF-8, are written as \n, \xNN or \u{NNNN}. Cut with an ellipsis after max characters; 0:
 * never. */
char *hunch_printable (const char *data, gssize len, gsize max);
