/* vocab-json.c: JSON files through JSON-GLib, with a look at their depth before, since its parser recurses.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/vocab-json.h"

#define DEEPEST 32 /* nesting; a tokenizer.json has less than ten levels */

gboolean
hunch_vocab_json_fail (const char *path, GError **error, const char *format, ...)
{
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, "%s: %s", path, why);
  return FALSE;
}

gboolean
hunch_vocab_make (const HunchVocabSource *src, gpointer user_data, GError **error)
{
  HunchVocabMaker *m = user_data;
  GError *why = NULL;

  m->v = hunch_vocab_new (src, &why);
  if (m->v == NULL)
    g_propagate_prefixed_error (error, why, "%s: ", m->path);
  return m->v != NULL;
}

/* Whether brackets outside of strings nest deeper than DEEPEST. */
static gboolean
is_too_deep (const char *text, gsize len)
{
  gboolean in_string = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < len; i++)
    if (in_string && text[i] == '\\')
      i++;
    else if (text[i] == '"')
      in_string = !in_string;
    else if (!in_string && (text[i] == '{' || text[i] == '['))
      {
        if (++depth > DEEPEST)
          return TRUE;
      }
    else if (!in_string && (text[i] == '}' || text[i] == ']') && depth > 0)
      depth--;
  return FALSE;
}

JsonObject *
hunch_vocab_json_read (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) why = NULL;
  g_autofree char *text = NULL;
  JsonObject *object;
  gsize len;

  if (!g_file_get_contents (path, &text, &len, &why))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND, _ ("cannot read a vocabulary: %s"), why->message);
      return NULL;
    }
  if (is_too_deep (text, len) || !json_parser_load_from_data (parser, text, len, &why))
    {
      hunch_vocab_json_fail (path, error, "%s", why != NULL ? why->message : _ ("it is nested too deeply"));
      return NULL;
    }
  object = hunch_vocab_json_node_object (json_parser_get_root (parser));
  if (object == NULL)
    hunch_vocab_json_fail (path, error, _ ("it is not a JSON object"));
  return object != NULL ? json_object_ref (object) : NULL;
}

JsonObject *
hunch_vocab_json_node_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

const char *
hunch_vocab_json_node_string (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

JsonObject *
hunch_vocab_json_object (JsonObject *o, const char *name)
{
  return hunch_vocab_json_node_object (json_object_get_member (o, name));
}

JsonArray *
hunch_vocab_json_array (JsonObject *o, const char *name)
{
  JsonNode *node = json_object_get_member (o, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* A member of a type. */
static JsonNode *
value_of (JsonObject *o, const char *name, GType type)
{
  JsonNode *node = json_object_get_member (o, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type ? node : NULL;
}

const char *
hunch_vocab_json_string (JsonObject *o, const char *name)
{
  return hunch_vocab_json_node_string (json_object_get_member (o, name));
}

gint64
hunch_vocab_json_int (JsonObject *o, const char *name)
{
  JsonNode *node = value_of (o, name, G_TYPE_INT64);

  return node != NULL ? json_node_get_int (node) : -1;
}

gboolean
hunch_vocab_json_bool (JsonObject *o, const char *name, gboolean none)
{
  JsonNode *node = value_of (o, name, G_TYPE_BOOLEAN);

  return node != NULL ? json_node_get_boolean (node) : none;
}
