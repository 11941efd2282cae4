/* hf-roles.c: which tokens of a tokenizer.json begin and end a text, as it and the files beside it say.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/vocab-hf.h"

/* A file beside the tokenizer.json; NULL when it is not there, or damaged: what it says is not needed. */
static JsonObject *
read_beside (const HunchHf *hf, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (hf->path), *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? hunch_vocab_json_read (path, NULL) : NULL;
}

/* A token that is named by its text, or by an object that has it. */
static void
take_name (const HunchHf *hf, JsonObject *file, const char *name, gint64 *id)
{
  JsonObject *token = hunch_vocab_json_object (file, name);
  const char *text = token != NULL ? hunch_vocab_json_string (token, "content") : hunch_vocab_json_string (file, name);

  if (*id < 0 && text != NULL)
    *id = hunch_hf_token (hf, text);
}

static void
take_names (HunchHf *hf, const char *file)
{
  JsonObject *o = read_beside (hf, file);
  HunchVocabSource *src = &hf->src;

  if (o == NULL)
    return;
  take_name (hf, o, "bos_token", &src->bos);
  take_name (hf, o, "eos_token", &src->eos);
  take_name (hf, o, "pad_token", &src->pad);
  take_name (hf, o, "unk_token", &src->unk);
  if (src->add_bos < 0 && json_object_has_member (o, "add_bos_token"))
    src->add_bos = hunch_vocab_json_bool (o, "add_bos_token", FALSE);
  if (src->add_eos < 0 && json_object_has_member (o, "add_eos_token"))
    src->add_eos = hunch_vocab_json_bool (o, "add_eos_token", FALSE);
  json_object_unref (o);
}

/* An id, or the first of a list; the second may end a turn. */
static void
take_id (const HunchHf *hf, JsonObject *o, const char *name, gint64 *first, gint64 *second)
{
  JsonArray *list = hunch_vocab_json_array (o, name);
  gint64 id = hunch_vocab_json_int (o, name);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
        continue;
      if (id < 0)
        id = json_node_get_int (node);
      else if (second != NULL && *second < 0 && json_node_get_int (node) < hf->src.n_tokens)
        *second = json_node_get_int (node);
    }
  if (*first < 0 && id >= 0 && id < hf->src.n_tokens)
    *first = id;
}

static void
take_ids (HunchHf *hf, const char *file)
{
  JsonObject *o = read_beside (hf, file);

  if (o == NULL)
    return;
  take_id (hf, o, "bos_token_id", &hf->src.bos, NULL);
  take_id (hf, o, "eos_token_id", &hf->src.eos, &hf->src.eot);
  take_id (hf, o, "pad_token_id", &hf->src.pad, NULL);
  json_object_unref (o);
}

/* The special token that an element of a template is, or NULL. */
static const char *
special_of (JsonArray *template, guint i)
{
  JsonObject *element = hunch_vocab_json_node_object (json_array_get_element (template, i));
  JsonObject *special = element != NULL ? hunch_vocab_json_object (element, "SpecialToken") : NULL;

  return special != NULL ? hunch_vocab_json_string (special, "id") : NULL;
}

/* A template says what comes before and after a text. */
static void
take_template (HunchHf *hf, JsonObject *processor)
{
  JsonArray *list = hunch_vocab_json_array (processor, "processors"),
            *single = hunch_vocab_json_array (processor, "single");
  const char *first, *last;
  guint n;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *part = hunch_vocab_json_node_object (json_array_get_element (list, i));

      if (part != NULL && g_strcmp0 (hunch_vocab_json_string (part, "type"), "TemplateProcessing") == 0)
        take_template (hf, part);
    }
  n = single != NULL ? json_array_get_length (single) : 0;
  if (n == 0 || g_strcmp0 (hunch_vocab_json_string (processor, "type"), "TemplateProcessing") != 0)
    return;
  first = special_of (single, 0);
  last = n > 1 ? special_of (single, n - 1) : NULL;
  hf->src.add_bos = first != NULL;
  hf->src.add_eos = last != NULL;
  if (first != NULL)
    hf->src.bos = hunch_hf_token (hf, first);
  if (last != NULL)
    hf->src.eos = hunch_hf_token (hf, last);
}

void
hunch_hf_read_roles (HunchHf *hf)
{
  JsonObject *processor = hunch_vocab_json_object (hf->root, "post_processor");

  if (processor != NULL)
    take_template (hf, processor);
  take_names (hf, "tokenizer_config.json");
  take_names (hf, "special_tokens_map.json");
  take_ids (hf, "generation_config.json");
  take_ids (hf, "config.json");
  hf->src.add_bos = MAX (hf->src.add_bos, 0);
  hf->src.add_eos = MAX (hf->src.add_eos, 0);
}
