/* vocab-json.h: reading the JSON files that vocabularies come in, none of which is trusted.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "tokenizer/vocab.h"

/* The object that a file is (transfer full); NULL with HUNCH_ERROR_NOT_FOUND, or HUNCH_ERROR_FORMAT naming the file. */
JsonObject *hunch_vocab_json_read (const char *path, GError **error);
/* Fails with HUNCH_ERROR_FORMAT and the path before the message; always FALSE. */
gboolean hunch_vocab_json_fail (const char *path, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* What hunch_vocab_make () makes, v, of the source that a file has: a fault of the vocabulary itself is one of that file. */
typedef struct
{
  const char *path;
  HunchVocab *v;
} HunchVocabMaker;

/* A HunchVocabSourceFunc; user_data is a HunchVocabMaker. */
gboolean hunch_vocab_make (const HunchVocabSource *src, gpointer user_data, GError **error);

/* Members that are absent, null or of another type give NULL, -1, or the value given for none. */
JsonObject *hunch_vocab_json_object (JsonObject *o, const char *name);
JsonArray *hunch_vocab_json_array (JsonObject *o, const char *name);
const char *hunch_vocab_json_string (JsonObject *o, const char *name);
gint64 hunch_vocab_json_int (JsonObject *o, const char *name);
gboolean hunch_vocab_json_bool (JsonObject *o, const char *name, gboolean none);
/* A node of another type, or NULL, gives NULL. */
JsonObject *hunch_vocab_json_node_object (JsonNode *node);
const char *hunch_vocab_json_node_string (JsonNode *node);
