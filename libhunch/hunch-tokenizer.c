/* hunch-tokenizer.c: the vocabulary of a model, and token ids to text; hunch-tokenizer-encode.c has the way there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/session/vocab-file.h"
#include "libhunch/hunch-tokenizer-private.h"

#include <string.h>

/**
 * HunchTokenizer:
 *
 * Turns text into token ids and back, as one model's vocabulary has it.
 *
 * Immutable, and safe to use from any thread. Made from a file it never touches OpenCL; [method@Hunch.Model.dup_tokenizer] gives that of a
 * loaded model.
 *
 * Text may be any bytes; those that are no UTF-8 are kept byte by byte where the vocabulary has a token for each byte
 * ([method@Hunch.Tokenizer.get_lossless]).
 */

G_DEFINE_FINAL_TYPE (HunchTokenizer, hunch_tokenizer, G_TYPE_OBJECT)

static void
hunch_tokenizer_finalize (GObject *object)
{
  hunch_vocab_unref (HUNCH_TOKENIZER (object)->vocab);
  G_OBJECT_CLASS (hunch_tokenizer_parent_class)->finalize (object);
}

static void
hunch_tokenizer_class_init (HunchTokenizerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hunch_tokenizer_finalize;
}

static void
hunch_tokenizer_init (HunchTokenizer *self)
{
}

HunchTokenizer *
hunch_tokenizer_new_for_vocab (HunchVocab *vocab)
{
  HunchTokenizer *self = g_object_new (HUNCH_TYPE_TOKENIZER, NULL);

  self->vocab = hunch_vocab_ref (vocab);
  return self;
}

/**
 * hunch_tokenizer_new_for_path:
 * @path: (type filename): a GGUF file, of which only the vocabulary is read, or a folder with `encoder.json` and `vocab.bpe`
 * @error: return location
 *
 * Reads a vocabulary. Blocks while it reads.
 *
 * Fails with a code of %HUNCH_ERROR or %G_FILE_ERROR; the message names the file and the field.
 *
 * Returns: (transfer full): a tokenizer
 */
HunchTokenizer *
hunch_tokenizer_new_for_path (const char *path, GError **error)
{
  HunchVocab *vocab;
  HunchTokenizer *self;

  g_return_val_if_fail (path != NULL, NULL);
  vocab = hunch_vocab_open (path, error);
  if (vocab == NULL)
    return NULL;
  self = hunch_tokenizer_new_for_vocab (vocab);
  hunch_vocab_unref (vocab);
  return self;
}

static void
new_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  HunchTokenizer *self = hunch_tokenizer_new_for_path (path, &error);

  if (self != NULL)
    g_task_return_pointer (task, self, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * hunch_tokenizer_new_for_path_async:
 * @path: (type filename): as for [ctor@Hunch.Tokenizer.new_for_path]
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Reads a vocabulary on another thread.
 */
void
hunch_tokenizer_new_for_path_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (path != NULL);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_tokenizer_new_for_path_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, new_in_thread);
}

/**
 * hunch_tokenizer_new_for_path_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Ends [func@Hunch.Tokenizer.new_for_path_async]; fails as [ctor@Hunch.Tokenizer.new_for_path] does.
 *
 * Returns: (transfer full): a tokenizer
 */
HunchTokenizer *
hunch_tokenizer_new_for_path_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_tokenizer_decode_bytes:
 * @self: a tokenizer
 * @ids: (array length=n_ids) (nullable): ids
 * @n_ids: how many
 * @flags: %HUNCH_TOKENIZER_SPECIAL for control tokens by their names; otherwise they give nothing
 * @error: return location
 *
 * Turns ids into the bytes they stand for.
 *
 * Fails with %HUNCH_ERROR_ARGUMENT for an id that the vocabulary has not, and names it.
 *
 * Returns: (transfer full): the bytes
 */
GBytes *
hunch_tokenizer_decode_bytes (HunchTokenizer *self, const gint32 *ids, gsize n_ids, HunchTokenizerFlags flags,
                              GError **error)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (hunch_tokenizer_is_usable (self), NULL);
  g_return_val_if_fail (ids != NULL || n_ids == 0, NULL);
  out = g_string_new (NULL);
  if (!hunch_vocab_decode (self->vocab, ids, n_ids, (flags & HUNCH_TOKENIZER_SPECIAL) != 0, out, error))
    return NULL;
  return g_string_free_to_bytes (g_steal_pointer (&out));
}

/**
 * hunch_tokenizer_decode:
 * @self: a tokenizer
 * @ids: (array length=n_ids) (nullable): ids
 * @n_ids: how many
 * @flags: as for [method@Hunch.Tokenizer.decode_bytes]
 * @error: return location
 *
 * As [method@Hunch.Tokenizer.decode_bytes], with U+FFFD for what is no valid UTF-8, NULs included.
 *
 * Returns: (transfer full): a text
 */
char *
hunch_tokenizer_decode (HunchTokenizer *self, const gint32 *ids, gsize n_ids, HunchTokenizerFlags flags, GError **error)
{
  g_autoptr (GBytes) bytes = hunch_tokenizer_decode_bytes (self, ids, n_ids, flags, error);

  if (bytes == NULL)
    return NULL;
  return g_utf8_make_valid (g_bytes_get_data (bytes, NULL) ?: "", g_bytes_get_size (bytes));
}

/**
 * hunch_tokenizer_get_piece:
 * @self: a tokenizer
 * @id: a token
 *
 * The bytes that one token stands for; a control token's are its name. They may be a part of a character.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL for an id that the vocabulary has not
 */
GBytes *
hunch_tokenizer_get_piece (HunchTokenizer *self, gint32 id)
{
  HunchText piece;

  g_return_val_if_fail (hunch_tokenizer_is_usable (self), NULL);
  if (id < 0 || (guint) id >= hunch_vocab_size (self->vocab))
    return NULL;
  piece = hunch_vocab_piece (self->vocab, id, TRUE);
  return g_bytes_new (piece.data, piece.len);
}

char *
hunch_vocab_piece_text (const HunchVocab *vocab, gint32 id)
{
  HunchText piece = hunch_vocab_piece (vocab, id, TRUE);

  return g_utf8_make_valid (piece.data ?: "", piece.len);
}

/**
 * hunch_tokenizer_lookup:
 * @self: a tokenizer
 * @piece: the whole text of a token, special ones by their names
 *
 * The id of the token that is exactly @piece; -1 when there is none.
 *
 * Returns: the id of the token that is exactly @piece; -1 when there is none
 */
gint32
hunch_tokenizer_lookup (HunchTokenizer *self, const char *piece)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self) && piece != NULL, -1);
  return hunch_vocab_lookup (self->vocab, piece, strlen (piece));
}

/**
 * hunch_tokenizer_get_size:
 * @self: a tokenizer
 *
 * How many tokens there are; ids are less than that.
 *
 * Returns: how many tokens there are; ids are less than that
 */
guint
hunch_tokenizer_get_size (HunchTokenizer *self)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), 0);
  return hunch_vocab_size (self->vocab);
}

/**
 * hunch_tokenizer_get_bos:
 * @self: a tokenizer
 *
 * The token that begins a text; -1 when there is none.
 *
 * Returns: the token that begins a text; -1 when there is none
 */
gint32
hunch_tokenizer_get_bos (HunchTokenizer *self)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), -1);
  return hunch_vocab_bos (self->vocab);
}

/**
 * hunch_tokenizer_get_eos:
 * @self: a tokenizer
 *
 * The token that ends a text; -1 when there is none.
 *
 * Returns: the token that ends a text; -1 when there is none
 */
gint32
hunch_tokenizer_get_eos (HunchTokenizer *self)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), -1);
  return hunch_vocab_eos (self->vocab);
}

/**
 * hunch_tokenizer_get_lossless:
 * @self: a tokenizer
 *
 * Whether any bytes at all come back from encoding and decoding.
 *
 * Returns: whether any bytes at all come back from encoding and decoding
 */
gboolean
hunch_tokenizer_get_lossless (HunchTokenizer *self)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), FALSE);
  return hunch_vocab_lossless (self->vocab);
}

/**
 * hunch_tokenizer_get_warnings:
 * @self: a tokenizer
 *
 * What was odd in the vocabulary, one line each.
 *
 * Returns: (transfer none) (array zero-terminated=1): the lines, maybe none
 */
const char *const *
hunch_tokenizer_get_warnings (HunchTokenizer *self)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), NULL);
  return hunch_vocab_warnings (self->vocab);
}
