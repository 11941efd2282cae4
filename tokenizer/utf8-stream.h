/* utf8-stream.h: bytes in as they come, valid UTF-8 out: half a character is held back, and what can never become one
 * is U+FFFD.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  guchar held[4];
  guint n_held;
} HunchUtf8Stream; /* all zero: empty */

/* Appends to out all that is certain. */
void hunch_utf8_stream_push (HunchUtf8Stream *s, const char *bytes, gsize len, GString *out);
/* The end of the text: what is still held comes out as U+FFFD. */
void hunch_utf8_stream_flush (HunchUtf8Stream *s, GString *out);
