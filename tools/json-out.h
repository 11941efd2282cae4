/* json-out.h: writes JSON; strings have a length, since text of a model may hold a NUL, which json-glib's cannot.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  GString *text;
  gboolean comma; /* something stands before at this level */
} JsonOut;

void json_out_init (JsonOut *out);
/* key NULL: in an array, or the whole. */
void json_out_begin (JsonOut *out, const char *key, char bracket);
void json_out_end (JsonOut *out, char bracket);
/* text that is no UTF-8 is written as U+FFFD; NULL as null. */
void json_out_string (JsonOut *out, const char *key, const char *text);
void json_out_bytes (JsonOut *out, const char *key, const char *text, gsize len);
void json_out_uint (JsonOut *out, const char *key, guint64 value);
void json_out_bool (JsonOut *out, const char *key, gboolean value);
/* decimals after the point. */
void json_out_double (JsonOut *out, const char *key, double value, guint decimals);
/* The nine digits that a float has. */
void json_out_number (JsonOut *out, const char *key, double value);
void json_out_ids (JsonOut *out, const char *key, const gint32 *ids, gsize n);
/* Prints all of it and a line break to stdout, and frees it. */
void json_out_print (JsonOut *out);
