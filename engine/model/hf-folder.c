/* hf-folder.c: opens a Hugging Face folder: config.json, then model.safetensors or the parts that its index names.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/hf.h"

#include <string.h>

static HunchGgufPart *
map_in (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return hunch_gguf_part_map (path, error);
}

/* The other parts of a folder go into g, which owns them. */
static gboolean
add_file (HunchGguf *g, const char *name, const HunchFamily *family, GPtrArray *warnings, GError **error)
{
  HunchGgufPart *part = map_in (g->folder, name, error);

  if (part == NULL)
    return FALSE;
  g_ptr_array_add (g->parts, part);
  return hunch_hf_tensors_add (g, part, family, warnings, error);
}

/* Names of files, once each (element-type utf8), that lie in the folder itself. */
static GPtrArray *
files_of_index (const HunchGgufPart *index, JsonObject *object, GError **error)
{
  JsonNode *node = hunch_json_member (object, "weight_map");
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  JsonObjectIter iter;
  const char *tensor;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      hunch_gguf_fail (index, HUNCH_ERROR_FORMAT, error, _ ("weight_map: is missing"));
      return NULL;
    }
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, &tensor, &node))
    {
      const char *file = hunch_json_string (node);

      if (file == NULL || *file == '\0' || *file == '.' || strpbrk (file, "/\\") != NULL)
        {
          g_autofree char *shown = hunch_printable (tensor, -1, 120);

          hunch_gguf_fail (index, HUNCH_ERROR_FORMAT, error, _ ("weight_map: %s is not in a file of this folder"),
                           shown);
          return NULL;
        }
      if (!g_hash_table_contains (seen, file))
        {
          g_ptr_array_add (files, g_strdup (file));
          g_hash_table_add (seen, g_ptr_array_index (files, files->len - 1));
        }
    }
  return g_steal_pointer (&files);
}

static gboolean
add_indexed (HunchGguf *g, const char *name, const HunchFamily *family, GPtrArray *warnings, GError **error)
{
  HunchGgufPart *index = map_in (g->folder, name, error);
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (GPtrArray) files = NULL;

  if (index == NULL)
    return FALSE;
  object = hunch_json_object (index, (const char *) index->base, index->size, _ ("index"), error);
  if (object != NULL)
    files = files_of_index (index, object, error);
  hunch_gguf_part_free (index);
  for (guint i = 0; files != NULL && i < files->len; i++)
    if (!add_file (g, g_ptr_array_index (files, i), family, warnings, error))
      return FALSE;
  return files != NULL;
}

static gboolean
is_there (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
fill (HunchGguf *g, const HunchFamily **family, GPtrArray *warnings, GError **error)
{
  const HunchGgufPart *config = g_ptr_array_index (g->parts, 0);
  g_autoptr (JsonObject) object
      = hunch_json_object (config, (const char *) config->base, config->size, _ ("configuration"), error);
  const char *index = "model.safetensors.index.json";

  if (object == NULL || !hunch_hf_config_read (g, object, family, error))
    return FALSE;
  if (is_there (g->folder, "model.safetensors"))
    return add_file (g, "model.safetensors", *family, warnings, error) && hunch_gguf_seal (g, error);
  if (is_there (g->folder, index))
    return add_indexed (g, index, *family, warnings, error) && hunch_gguf_seal (g, error);
  return hunch_gguf_fail (config, HUNCH_ERROR_NOT_FOUND, error, _ ("there is no model.safetensors beside it"));
}

HunchGguf *
hunch_hf_open (const char *folder, const HunchFamily **family, GPtrArray *warnings, GError **error)
{
  HunchGgufPart *config = map_in (folder, "config.json", error);
  HunchGguf *g;

  if (config == NULL)
    {
      g_autofree char *shown = hunch_printable (folder, -1, 0);

      g_prefix_error (error, _ ("%s: a folder is a model when it has config.json and safetensors: "), shown);
      return NULL;
    }
  g = hunch_gguf_new (config);
  g->folder = g_strdup (folder);
  g->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g->owned = g_ptr_array_new_with_free_func (g_free);
  if (!fill (g, family, warnings, error))
    g_clear_pointer (&g, hunch_gguf_free);
  return g;
}
