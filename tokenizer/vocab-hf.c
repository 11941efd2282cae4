/* vocab-hf.c: reads a vocabulary out of Hugging Face's tokenizer.json: byte-level BPE, or SentencePiece's as merges.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The format is that of the tokenizers library, version 1.0. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/vocab-hf.h"

/* So many ids may be free for each that is taken; some vocabularies are padded. */
#define MOST_IDS(taken) (4 * (guint64) (taken) + 65536)

/* How many ids there are; 0 when one is out of range. */
static guint
count_ids (HunchHf *hf, JsonObject *vocab, JsonArray *added, GError **error)
{
  guint n_added = added != NULL ? json_array_get_length (added) : 0;
  guint64 most = MOST_IDS ((guint64) json_object_get_size (vocab) + n_added), n = 0;
  JsonObjectIter iter;
  const char *text;
  JsonNode *node;

  json_object_iter_init (&iter, vocab);
  while (json_object_iter_next (&iter, &text, &node))
    {
      guint64 id = hunch_vocab_json_int (vocab, text); /* -1 is out of range */

      if (id >= most)
        return hunch_vocab_json_fail (hf->path, error, _ ("model.vocab: the id of \"%s\" is out of range"), text);
      n = MAX (n, id + 1);
    }
  for (guint i = 0; i < n_added; i++)
    {
      JsonObject *token = hunch_vocab_json_node_object (json_array_get_element (added, i));
      guint64 id = token != NULL ? hunch_vocab_json_int (token, "id") : -1;

      if (id >= most || hunch_vocab_json_string (token, "content") == NULL)
        return hunch_vocab_json_fail (hf->path, error,
                                      _ ("added_tokens: number %u has no content, or an id out of range"), i + 1);
      n = MAX (n, id + 1);
    }
  if (n == 0)
    hunch_vocab_json_fail (hf->path, error, _ ("model.vocab has no tokens"));
  return n;
}

static gboolean
is_byte (const char *text)
{
  return strlen (text) == 6 && g_str_has_prefix (text, "<0x") && text[5] == '>';
}

/* Tokens of the model itself. */
static gboolean
fill_vocab (HunchHf *hf, JsonObject *vocab, GError **error)
{
  gboolean bytes = hunch_vocab_json_bool (hf->model, "byte_fallback", FALSE) && strcmp (hf->src.model, "llama") == 0;
  JsonObjectIter iter;
  const char *text;
  JsonNode *node;

  json_object_iter_init (&iter, vocab);
  while (json_object_iter_next (&iter, &text, &node))
    {
      guint id = json_node_get_int (node);

      if (hf->tokens[id].data != NULL)
        return hunch_vocab_json_fail (hf->path, error, _ ("model.vocab: \"%s\" and \"%s\" have the same id"),
                                      hf->tokens[id].data, text);
      hf->tokens[id] = (HunchText){ text, strlen (text) };
      hf->kinds[id] = bytes && is_byte (text) ? HUNCH_TOKEN_BYTE : HUNCH_TOKEN_NORMAL;
    }
  return TRUE;
}

/* Tokens that stand outside of the model. Spaces written as marks are never seen in a text, so that such a token is
 * the model's own if it has it. */
static void
fill_added (HunchHf *hf, JsonArray *added)
{
  for (guint i = 0; added != NULL && i < json_array_get_length (added); i++)
    {
      JsonObject *token = json_array_get_object_element (added, i);
      const char *text = hunch_vocab_json_string (token, "content");
      guint id = hunch_vocab_json_int (token, "id");

      if (hf->tokens[id].data != NULL && hf->kinds[id] == HUNCH_TOKEN_NORMAL && strstr (text, "▁") != NULL
          && !hunch_vocab_json_bool (token, "special", FALSE))
        continue;
      hf->tokens[id] = (HunchText){ text, strlen (text) };
      hf->kinds[id] = hunch_vocab_json_bool (token, "special", FALSE) ? HUNCH_TOKEN_CONTROL : HUNCH_TOKEN_USER_DEFINED;
    }
}

static gboolean
read_tokens (HunchHf *hf, GError **error)
{
  JsonObject *vocab = hunch_vocab_json_object (hf->model, "vocab");
  JsonArray *added = hunch_vocab_json_array (hf->root, "added_tokens");
  const char *unknown = hunch_vocab_json_string (hf->model, "unk_token");

  if (vocab == NULL)
    return hunch_vocab_json_fail (hf->path, error, _ ("model.vocab is not an object of tokens and their ids"));
  hf->src.n_tokens = count_ids (hf, vocab, added, error);
  if (hf->src.n_tokens == 0)
    return FALSE;
  hf->tokens = g_new0 (HunchText, hf->src.n_tokens);
  hf->kinds = g_new (gint32, hf->src.n_tokens);
  for (guint i = 0; i < hf->src.n_tokens; i++)
    hf->kinds[i] = HUNCH_TOKEN_UNUSED;
  if (!fill_vocab (hf, vocab, error))
    return FALSE;
  fill_added (hf, added);
  if (unknown != NULL)
    hf->src.unk = hunch_hf_token (hf, unknown);
  if (hf->src.unk >= 0 && strcmp (hf->src.model, "llama") == 0)
    hf->kinds[hf->src.unk] = HUNCH_TOKEN_UNKNOWN;
  hf->src.tokens = hf->tokens;
  hf->src.kinds = hf->kinds;
  return TRUE;
}

/* "left right", or a pair of both; NULL when it is neither. */
static const char *
merge_of (HunchHf *hf, JsonNode *node)
{
  JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const char *left, *right;
  g_autofree char *both = NULL;

  if (pair == NULL)
    return hunch_vocab_json_node_string (node);
  if (json_array_get_length (pair) != 2)
    return NULL;
  left = hunch_vocab_json_node_string (json_array_get_element (pair, 0));
  right = hunch_vocab_json_node_string (json_array_get_element (pair, 1));
  if (left == NULL || right == NULL)
    return NULL;
  both = g_strconcat (left, " ", right, NULL);
  return g_string_chunk_insert (hf->texts, both);
}

static gboolean
read_merges (HunchHf *hf, GError **error)
{
  JsonArray *list = hunch_vocab_json_array (hf->model, "merges");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      const char *text = merge_of (hf, json_array_get_element (list, i));
      HunchText merge = { text, text != NULL ? strlen (text) : 0 };

      if (text == NULL)
        return hunch_vocab_json_fail (hf->path, error, _ ("model.merges: number %u is not two tokens"), i + 1);
      g_array_append_val (hf->merges, merge);
    }
  hf->src.merges = (const HunchText *) (gpointer) hf->merges->data;
  hf->src.n_merges = hf->merges->len;
  return TRUE;
}

static gboolean
check_model (HunchHf *hf, GError **error)
{
  static const char *const affixes[] = { "continuing_subword_prefix", "end_of_word_suffix" };
  const char *type = hunch_vocab_json_string (hf->model, "type");

  if (type != NULL && strcmp (type, "BPE") != 0)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED, _ ("%s: model.type is \"%s\": only BPE is supported"),
                   hf->path, type);
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (affixes); i++)
    {
      const char *text = hunch_vocab_json_string (hf->model, affixes[i]);

      if (text != NULL && *text != '\0')
        {
          g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED, _ ("%s: model.%s is not supported"), hf->path,
                       affixes[i]);
          return FALSE;
        }
    }
  hf->src.lone_unknown = !hunch_vocab_json_bool (hf->model, "fuse_unk", FALSE);
  return TRUE;
}

gint64
hunch_hf_token (const HunchHf *hf, const char *text)
{
  JsonArray *added = hunch_vocab_json_array (hf->root, "added_tokens");

  for (guint i = 0; added != NULL && i < json_array_get_length (added); i++)
    {
      JsonObject *token = json_array_get_object_element (added, i);

      if (strcmp (hunch_vocab_json_string (token, "content"), text) == 0)
        return hunch_vocab_json_int (token, "id");
    }
  return hunch_vocab_json_int (hunch_vocab_json_object (hf->model, "vocab"), text);
}

static gboolean
read_all (HunchHf *hf, GError **error)
{
  hf->model = hunch_vocab_json_object (hf->root, "model");
  if (hf->model == NULL)
    return hunch_vocab_json_fail (hf->path, error, _ ("it has no model"));
  if (!check_model (hf, error) || !hunch_hf_read_pipeline (hf, error) || !read_tokens (hf, error)
      || !read_merges (hf, error))
    return FALSE;
  hunch_hf_read_roles (hf);
  return TRUE;
}

gboolean
hunch_vocab_visit_json (const char *path, HunchVocabSourceFunc func, gpointer user_data, GError **error)
{
  HunchHf hf = { .path = path };
  gboolean ok;

  hf.root = hunch_vocab_json_read (path, error);
  if (hf.root == NULL)
    return FALSE;
  hunch_vocab_source_init (&hf.src);
  hf.merges = g_array_new (FALSE, FALSE, sizeof (HunchText));
  hf.texts = g_string_chunk_new (4096);
  ok = read_all (&hf, error) && func (&hf.src, user_data, error);
  g_free (hf.tokens);
  g_free (hf.kinds);
  g_array_unref (hf.merges);
  g_string_chunk_free (hf.texts);
  json_object_unref (hf.root);
  return ok;
}

HunchVocab *
hunch_vocab_new_from_json (const char *path, GError **error)
{
  HunchVocabMaker m = { path, NULL };

  hunch_vocab_visit_json (path, hunch_vocab_make, &m, error);
  return m.v;
}
