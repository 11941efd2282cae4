/* vocab-folder.c: reads a vocabulary as GPT-2 was published, ids in encoder.json, merges, best first, in vocab.bpe; or
 * as Hugging Face has it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/vocab-json.h"
#include "tokenizer/vocab.h"

static gboolean
read_file (const char *folder, const char *name, char **text, gsize *len, char **path, GError **error)
{
  g_autoptr (GError) why = NULL;

  *path = g_build_filename (folder, name, NULL);
  if (g_file_get_contents (*path, text, len, &why))
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND, _ ("cannot read a vocabulary: %s"), why->message);
  return FALSE;
}

/* The object's members as a list by id; the texts belong to the object. */
static gboolean
tokens_by_id (JsonObject *object, const char *path, HunchText **tokens, guint *n, GError **error)
{
  guint n_members = json_object_get_size (object);
  g_autofree HunchText *list = g_new0 (HunchText, n_members + 1);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    {
      gint64 id = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64
                      ? json_node_get_int (node)
                      : -1;

      if (id < 0 || id >= n_members)
        return hunch_vocab_json_fail (
            path, error, _ ("the id of token \"%s\" is not a number below %u, the number of tokens"), name, n_members);
      if (list[id].data != NULL)
        return hunch_vocab_json_fail (path, error, _ ("the tokens \"%s\" and \"%s\" have the same id"), list[id].data,
                                      name);
      list[id] = (HunchText){ name, strlen (name) };
    }
  *tokens = g_steal_pointer (&list);
  *n = n_members;
  return TRUE;
}

/* The lines of vocab.bpe but for the first, when that is its version; they point into text. */
static GArray *
merges_of (const char *text, gsize len)
{
  GArray *merges = g_array_new (FALSE, FALSE, sizeof (HunchText));
  gboolean first = TRUE;

  for (const char *line = text, *stop, *end = text + len; line < end; line = stop + 1, first = FALSE)
    {
      HunchText merge = { line, 0 };

      stop = memchr (line, '\n', end - line);
      if (stop == NULL)
        stop = end;
      merge.len = stop - line;
      if (merge.len > 0 && line[merge.len - 1] == '\r')
        merge.len--;
      if (merge.len > 0 && !(first && g_str_has_prefix (line, "#version")))
        g_array_append_val (merges, merge);
    }
  return merges;
}

/* The files of GPT-2. */
static gboolean
visit_gpt2 (const char *path, HunchVocabSourceFunc func, gpointer user_data, GError **error)
{
  g_autofree char *encoder_path = g_build_filename (path, "encoder.json", NULL), *bpe_path = NULL, *bpe = NULL;
  g_autofree HunchText *tokens = NULL;
  g_autoptr (GArray) merges = NULL;
  g_autoptr (JsonObject) encoder = NULL;
  HunchVocabSource src;
  gsize n_bpe;

  hunch_vocab_source_init (&src);
  src.model = "gpt2";
  src.pre = "gpt-2";
  encoder = hunch_vocab_json_read (encoder_path, error);
  if (encoder == NULL || !read_file (path, "vocab.bpe", &bpe, &n_bpe, &bpe_path, error)
      || !tokens_by_id (encoder, encoder_path, &tokens, &src.n_tokens, error))
    return FALSE;
  merges = merges_of (bpe, n_bpe);
  src.tokens = tokens;
  src.n_merges = merges->len;
  src.merges = (const HunchText *) (gpointer) merges->data;
  for (guint i = 0; i < src.n_tokens; i++)
    if (strcmp (tokens[i].data, "<|endoftext|>") == 0)
      src.bos = src.eos = i;
  return func (&src, user_data, error);
}

gboolean
hunch_vocab_visit_folder (const char *path, HunchVocabSourceFunc func, gpointer user_data, GError **error)
{
  g_autofree char *json = g_build_filename (path, "tokenizer.json", NULL);

  if (g_file_test (json, G_FILE_TEST_EXISTS))
    return hunch_vocab_visit_json (json, func, user_data, error);
  return visit_gpt2 (path, func, user_data, error);
}

HunchVocab *
hunch_vocab_new_from_folder (const char *path, GError **error)
{
  g_autofree char *json = g_build_filename (path, "tokenizer.json", NULL);
  HunchVocabMaker m = { path, NULL };

  if (g_file_test (json, G_FILE_TEST_EXISTS))
    return hunch_vocab_new_from_json (json, error);
  visit_gpt2 (path, hunch_vocab_make, &m, error);
  return m.v;
}
