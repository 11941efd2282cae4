/* hunch-tokenizer-private.h: a tokenizer as the files of this folder see it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch-tokenizer.h"
#include "tokenizer/vocab.h"

struct _HunchTokenizer
{
  GObject parent_instance;
  HunchVocab *vocab;
};

/* One made by g_object_new alone has no vocabulary: that is a programmer's error. */
static inline gboolean
hunch_tokenizer_is_usable (HunchTokenizer *self)
{
  return HUNCH_IS_TOKENIZER (self) && self->vocab != NULL;
}

/* Takes a reference of its own. */
HunchTokenizer *hunch_tokenizer_new_for_vocab (HunchVocab *vocab);
/* One token as valid UTF-8, control tokens by their names; (transfer full). */
char *hunch_vocab_piece_text (const HunchVocab *vocab, gint32 id);
