/* tok-common.h: what the tokenizer's tests share: fixtures, the real vocabularies, ids as text.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "tokenizer/vocab.h"

/* A file of tests/fixtures/tokenizer (transfer full). */
char *tok_fixture (const char *name);
JsonNode *tok_fixture_json (const char *name);
/* Bytes of a hex string. */
GString *tok_unhex (const char *hex);

/* One of gpt2, smollm, llama3 and qwen2, kept until the end; NULL when its files are not here, with where they were looked for in *why. */
HunchVocab *tok_vocab (const char *name, const char **why);
/* A small vocabulary of the fixtures (transfer full): those, and bpe, bpe_unknown, bpe_unused, bpe_user, unigram, unigram_user, json_bytes, json_first
 * and json_llama. */
HunchVocab *tok_probe (const char *name);
/* A vocabulary of the 256 bytes (id = byte), then tokens: a NULL-terminated list of "left right" that are merged into one, and the control
 * tokens "<|endoftext|>", "<|a|>", "<|a|>b". pre as in GGUF files. Merges in the byte-level alphabet. */
HunchVocab *tok_small_vocab (const char *pre, const char *const *merges);

/* Bytes in GPT-2's alphabet. */
char *tok_spell (const guint8 *bytes, gsize n);
/* A source in which nothing is given but the model. */
#define TOK_NO_SOURCE                                                                                                  \
  {                                                                                                                    \
    .model = "gpt2", .bos = -1, .eos = -1, .eot = -1, .unk = -1, .pad = -1, .fim_prefix = -1, .fim_suffix = -1,        \
    .fim_middle = -1, .fim_pad = -1, .fim_repo = -1, .fim_sep = -1, .add_bos = -1, .add_eos = -1,                      \
  }

GArray *tok_encode (HunchVocab *v, const char *text, gsize len, HunchEncodeFlags flags);
GString *tok_decode (HunchVocab *v, GArray *ids, gboolean special);
void tok_assert_ids (GArray *ids, JsonArray *expected);

/* The text comes to these ids. */
#define tok_assert_encodes(v, text, flags, ...)                                                                        \
  tok_assert_encodes_to (v, text, flags, (const gint32[]){ __VA_ARGS__ }, sizeof ((const gint32[]){ __VA_ARGS__ }) / 4)
void tok_assert_encodes_to (HunchVocab *v, const char *text, HunchEncodeFlags flags, const gint32 *expected, guint n);
