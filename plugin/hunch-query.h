/* hunch-query.h: what a completer is asked and what it answers; plain data, so that it can cross a process border.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define HUNCH_TYPE_QUERY (hunch_query_get_type ())
G_DECLARE_FINAL_TYPE (HunchQuery, hunch_query, HUNCH, QUERY, GObject)

HunchQuery *hunch_query_new (const char *prefix, const char *suffix);
const char *hunch_query_get_prefix (HunchQuery *self);
const char *hunch_query_get_suffix (HunchQuery *self);
void hunch_query_emit_text (HunchQuery *self, const char *text);

#define HUNCH_TYPE_REPLY (hunch_reply_get_type ())
G_DECLARE_FINAL_TYPE (HunchReply, hunch_reply, HUNCH, REPLY, GObject)

HunchReply *hunch_reply_new (const char *text);
const char *hunch_reply_get_text (HunchReply *self);

G_END_DECLS
