/* prompt.h: the texts that completions and traces are given.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Replaces what is at place; bytes may be NULL, or what is there. */
void hunch_prompt_set_bytes (GBytes **place, GBytes *bytes);
/* A prompt of n tokens in place of a text. ids: (element-type gint32), never without data. */
void hunch_prompt_set_ids (GBytes **text, GArray **ids, const gint32 *tokens, gsize n);
