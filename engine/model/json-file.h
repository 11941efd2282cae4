/* json-file.h: JSON out of a mapped file, with limits on what it may make of memory.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf-private.h"

#include <json-glib/json-glib.h>

/* Parses len bytes in part as an object (transfer full); NULL with "file: what: why". */
JsonObject *hunch_json_object (const HunchGgufPart *part, const char *text, gsize len, const char *what,
                               GError **error);
/* A member, or NULL when it is absent or null. */
JsonNode *hunch_json_member (JsonObject *object, const char *name);
/* FALSE when the node is none of the kind. Integers are taken as numbers. */
gboolean hunch_json_int (JsonNode *node, gint64 *out);
gboolean hunch_json_number (JsonNode *node, double *out);
const char *hunch_json_string (JsonNode *node); /* NULL when it is none */
