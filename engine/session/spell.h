/* spell.h: token healing: the end of a prompt, taken back to a token's border, is what the tokens drawn next must spell.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A text that ends in the middle of a word, or after a space, is cut into tokens that the model has never seen go on: " retur" is
 * " ret", "ur", and what it knows is " return". So the last word is taken off the prompt, and until it is written again only tokens count
 * that agree with it byte by byte. What was given comes out as it was, whatever is drawn. */
#pragma once

#include "tokenizer/vocab.h"

#define HUNCH_SPELL_MAX 64 /* bytes */

typedef struct HunchSpell HunchSpell;

/* How many ids to take off the end of ids, no fewer than n_keep remaining, and their bytes in *text (cleared before). 0: the text, to which
 * ids belong, ends where its tokens may end, or there is nothing that could be done. */
guint hunch_spell_cut (const HunchVocab *v, const char *prompt, gsize len, const GArray *ids, guint n_keep,
                       GString *text);

/* n_vocab: tokens that can be drawn. NULL if they cannot spell text, which is not empty and of HUNCH_SPELL_MAX bytes at most. */
HunchSpell *hunch_spell_new (const HunchVocab *v, guint n_vocab, const char *text, gsize len);
void hunch_spell_free (HunchSpell *s); /* accepts NULL */
/* (n_vocab): logits, with -inf for the tokens that do not agree with what is left; what is not finite stays, so that it is found. The
 * sampler can always draw from it. Valid until the next call. */
const float *hunch_spell_mask (HunchSpell *s, const float *logits);
/* Takes a token that agrees. How many of its bytes belong to the text that is spelt; the rest is new. */
gsize hunch_spell_take (HunchSpell *s, gint32 id);
gboolean hunch_spell_is_done (const HunchSpell *s);
