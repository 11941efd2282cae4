/* vocab-hf.h: Hugging Face's tokenizer.json, in parts; for the files of this folder.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/vocab-json.h"
#include "tokenizer/vocab.h"

/* A tokenizer.json on its way to a source. */
typedef struct
{
  const char *path;
  JsonObject *root, *model;
  HunchVocabSource src;
  HunchText *tokens; /* (n_tokens) they belong to root */
  gint32 *kinds;
  GArray *merges;      /* HunchText */
  GStringChunk *texts; /* of merges that are pairs */
} HunchHf;

/* Finds out which of our pre-tokenizers or which kind of SentencePiece the normalizers and pre-tokenizers of the file
 * are together: src.model, pre and what belongs to them. HUNCH_ERROR_UNSUPPORTED names the part that is none of ours. */
gboolean hunch_hf_read_pipeline (HunchHf *hf, GError **error);
/* The tasks of tokens: from the file's own post-processor, and from tokenizer_config.json, special_tokens_map.json,
 * config.json and generation_config.json beside it where they are. */
void hunch_hf_read_roles (HunchHf *hf);
/* The id of a token by its text, or -1. */
gint64 hunch_hf_token (const HunchHf *hf, const char *text);
