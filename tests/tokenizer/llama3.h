/* llama3.h: Llama 3's vocabulary from the file that Meta publishes: a line of base64 and rank for each token, no merges.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/vocab.h"

/* NULL and error when the file is not that. */
HunchVocab *llama3_vocab_new (const char *path, GError **error);
