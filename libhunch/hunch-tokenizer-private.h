/* hunch-tokenizer-private.h: a tokenizer over a vocabulary that the engine has already.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch-tokenizer.h"
#include "tokenizer/vocab.h"

/* Takes a reference of its own. */
HunchTokenizer *hunch_tokenizer_new_for_vocab (HunchVocab *vocab);
/* One token as valid UTF-8, control tokens by their names; (transfer full). */
char *hunch_vocab_piece_text (const HunchVocab *vocab, gint32 id);
