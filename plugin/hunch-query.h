/* hunch-query.h: what a completer is asked and what it answers; plain data, so that it can cross a process border.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

G_BEGIN_DECLS

/**
 * HUNCH_EXPLANATION_TYPE:
 *
 * The type of an explanation: of each token its text, its probability, and the text and the probability of the likeliest in its place.
 */
#define HUNCH_EXPLANATION_TYPE "a(sda(sd))"

#define HUNCH_TYPE_QUERY (hunch_query_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchQuery, hunch_query, HUNCH, QUERY, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchQuery *hunch_query_new (const char *prefix, const char *suffix);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_query_get_prefix (HunchQuery *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_query_get_suffix (HunchQuery *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_query_emit_text (HunchQuery *self, const char *text);

#define HUNCH_TYPE_REPLY (hunch_reply_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchReply, hunch_reply, HUNCH, REPLY, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchReply *hunch_reply_new (const char *text);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_reply_get_text (HunchReply *self);

G_END_DECLS
