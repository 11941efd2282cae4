/* session-vocab.h: the vocabulary that a GGUF file carries.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf.h"
#include "tokenizer/vocab.h"

/* Reads the tokenizer.ggml keys; the file may be one without tensors. Nothing of g is needed afterwards. Every error
 * names the file and the key. */
HunchVocab *hunch_vocab_from_gguf (const HunchGguf *g, GError **error);
