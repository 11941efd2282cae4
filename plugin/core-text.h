/* core-text.h: lines, words and line breaks of UTF-8 text around a cursor.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The core thinks in LF only; what a document uses is put back at the moment of insertion. */
typedef enum
{
  CORE_NEWLINE_LF,
  CORE_NEWLINE_CRLF,
  CORE_NEWLINE_CR
} CoreNewline;

/* The line break nearest to the cursor; LF where there is none. */
CoreNewline core_text_newline (const char *before, const char *after);
/* (transfer full): valid UTF-8 with every CRLF and lone CR turned into LF. */
char *core_text_to_lf (const char *text);
char *core_text_from_lf (const char *text, CoreNewline newline);

gboolean core_text_is_word (gunichar c); /* letters, digits, marks and the low line */
gboolean core_text_is_blank (const char *text, gsize len);
gsize core_text_blanks (const char *text);      /* leading spaces and tabs, bytes */
gsize core_text_line_length (const char *text); /* bytes before the first LF or the end */

/* Where the line that holds `at` begins; at points into text. */
const char *core_text_line_start (const char *text, const char *at);
/* Where the last n_lines lines (the unfinished one counts) or max_bytes bytes of text begin, whichever is nearer to the end. */
const char *core_text_last_lines (const char *text, guint n_lines, gsize max_bytes);
/* Bytes of the first n_lines line breaks of text, at most max_bytes, on a character's border. */
gsize core_text_first_lines (const char *text, guint n_lines, gsize max_bytes);

/* What one step of a partial accept takes: a word with the blanks and line breaks before it; or through the end of a line. */
gsize core_text_word_step (const char *text);
gsize core_text_line_step (const char *text);

G_END_DECLS
