/* vocab-file.h: the vocabulary of a model on disk, without a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/vocab.h"

/* path: a GGUF file, with tensors or without, or a folder with encoder.json and vocab.bpe. (transfer full) */
HunchVocab *hunch_vocab_open (const char *path, GError **error);
