/* core-trim.h: what of a model's answer is worth showing at a place in a text.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* before, after: the text around the cursor, LF. answer: what the model wrote, any line breaks.
 * (transfer full): what to insert so that nothing stands twice; NULL if nothing useful is left. */
char *core_trim (const char *before, const char *after, const char *answer);

/* Whether an answer here can only be the rest of one line: text stands on the line on both sides of the cursor. */
gboolean core_trim_wants_one_line (const char *before, const char *after);

G_END_DECLS
