/* prompt.c: the texts that completions and traces are given.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/prompt.h"

void
hunch_prompt_set_bytes (GBytes **place, GBytes *bytes)
{
  GBytes *copy = bytes ? g_bytes_ref (bytes) : NULL;

  g_clear_pointer (place, g_bytes_unref);
  *place = copy;
}

void
hunch_prompt_set_ids (GBytes **text, GArray **ids, const gint32 *tokens, gsize n)
{
  g_clear_pointer (text, g_bytes_unref);
  g_clear_pointer (ids, g_array_unref);
  *ids = g_array_new (TRUE, FALSE, sizeof (gint32));
  g_array_append_vals (*ids, tokens, n);
}
