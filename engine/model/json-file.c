/* json-file.c: JSON out of a mapped file, with limits on what it may make of memory.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/json-scan.h"
#include "engine/base/printable.h"
#include "engine/model/json-file.h"

#define MAX_BYTES (16 << 20)
#define DEEPEST   16
/* A description of a tensor has nine values in over 60 bytes; what has many more to a byte is made to fill memory. */
#define MOST_VALUES(len) ((len) / 4 + 64)

JsonObject *
hunch_json_object (const HunchGgufPart *part, const char *text, gsize len, const char *what, GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) e = NULL;
  JsonNode *root;

  if (len > MAX_BYTES)
    {
      hunch_gguf_fail (part, HUNCH_ERROR_UNSUPPORTED, error, _ ("%s: more than %d bytes are not supported"), what,
                       MAX_BYTES);
      return NULL;
    }
  if (!hunch_json_scan (text, len, DEEPEST, MOST_VALUES (len)))
    {
      hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: too deep or too full to be sound"), what);
      return NULL;
    }
  parser = json_parser_new_immutable ();
  if (!json_parser_load_from_data (parser, text, (gssize) len, &e))
    {
      g_autofree char *why = hunch_printable (e->message, -1, 200);

      hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: not JSON: %s"), what, why);
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("%s: not a JSON object"), what);
      return NULL;
    }
  return json_node_dup_object (root);
}

JsonNode *
hunch_json_member (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node == NULL || JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

gboolean
hunch_json_int (JsonNode *node, gint64 *out)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *out = json_node_get_int (node);
  return TRUE;
}

gboolean
hunch_json_number (JsonNode *node, double *out)
{
  gint64 v;

  if (hunch_json_int (node, &v))
    *out = (double) v;
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    *out = json_node_get_double (node);
  else
    return FALSE;
  return TRUE;
}

const char *
hunch_json_string (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                                                          : NULL;
}
