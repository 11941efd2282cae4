/* vocab-file.c: the vocabulary of a model on disk, without a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/vocab-file.h"
#include "engine/model/gguf.h"
#include "engine/session/session-vocab.h"

HunchVocab *
hunch_vocab_open (const char *path, GError **error)
{
  HunchGguf *file;
  HunchVocab *vocab;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return hunch_vocab_new_from_folder (path, error);
  if (g_str_has_suffix (path, ".json"))
    return hunch_vocab_new_from_json (path, error);
  file = hunch_gguf_open (path, error);
  if (file == NULL)
    return NULL;
  vocab = hunch_vocab_from_gguf (file, error);
  hunch_gguf_free (file);
  return vocab;
}
