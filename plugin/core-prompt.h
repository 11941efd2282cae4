/* core-prompt.h: how much of the text around the cursor a device can read in time, and where a prompt begins.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a device has read for the last query it need not read again, as long as the next prompt begins at the same place: so the
 * begin stays where it is while a person types, and moves only when it must. Only what is new has to fit into the time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The speed of a completer, measured; zeroed at first. */
typedef struct
{
  double tokens_per_ms, bytes_per_token; /* 0 until they are measured */
} CorePace;

/* n_read tokens were read in ms, of a prompt of n_prompt tokens and n_bytes bytes; 0 if it is not known how many. */
void core_pace_add (CorePace *self, guint n_read, double ms, guint n_prompt, gsize n_bytes);
/* Bytes that can be read in ms; a careful guess until something is measured. */
gsize core_pace_budget (const CorePace *self, guint ms);

/* Where in prefix the prompt begins: where read, the last prompt, began, if then at most budget bytes are new; else at the line
 * from which on budget bytes are left, but no later than the last line. read may be NULL. */
const char *core_prompt_begin (const char *prefix, const char *read, gsize budget);
/* Bytes of suffix, whole lines, that fit into budget; at least what is on the cursor's line within reason. */
gsize core_prompt_suffix (const char *suffix, gsize budget);

G_END_DECLS
