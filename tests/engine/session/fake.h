/* fake.h: a forward pass and a cache without a device, which check that they are used as their contracts say.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fake's logits are a function of the ids from the start of the sequence to the row, and of nothing else. So a text does not
 * depend on how it was batched, and a test that mixes up sequences or positions, or reads what was never evaluated, fails here. */
#pragma once

#include "engine/session/parts.h"
#include "engine/session/request.h"

/* Ids 0 to 255 are bytes; then: */
#define FAKE_BOS        256
#define FAKE_EOS        257
#define FAKE_FIM_PREFIX 258
#define FAKE_FIM_SUFFIX 259
#define FAKE_FIM_MIDDLE 260
#define FAKE_NAN        261 /* a sequence that holds it has logits of NaN */
#define FAKE_FIM_REPO   262
#define FAKE_FIM_SEP    263
#define FAKE_N_VOCAB    264
#define FAKE_N_LOGITS   266 /* rows have padding, which is the likeliest of all */

#define FAKE_PATH "folder/fake.gguf" /* the model's file, as messages name it */

typedef enum
{
  FAKE_NO_BOS = 1 << 0,
  FAKE_NO_EOS = 1 << 1,
  FAKE_NO_FIM = 1 << 2,
  FAKE_ADD_BOS = 1 << 3,
  FAKE_ADD_EOS = 1 << 4,
  FAKE_FILES = 1 << 5 /* the separators of repositories and files count */
} FakeVocabFlags;

HunchVocab *fake_vocab_new (FakeVocabFlags flags);

/* What the forward pass is to do. Set before the engine starts. */
typedef struct
{
  const char *script; /* text to write, whatever the prompt; bytes, then EOS. NULL: pseudo-random bytes, never an EOS */
  guint fail_at[4];   /* numbers of steps that fail, from 1; 0: none */
  gboolean fail_rebuild;
  gulong us_per_token, us_per_step;
  void (*before_step) (guint n); /* called with the step's number */
} FakePlan;

/* What it has seen. */
typedef struct
{
  guint n_steps, n_rebuilds;
  GArray *sizes; /* guint; tokens in each step */
  GArray *rows;  /* guint; rows in each step */
  guint n_tokens;
} FakeLog;

extern FakePlan fake_plan;
extern FakeLog fake_log;

/* Clears plan and log. */
void fake_reset (void);
HunchParts *fake_parts_new (FakeVocabFlags flags, guint n_ctx, guint n_seq, guint n_batch, guint n_blocks);

/* The same pseudo-random text as the fake writes after ids, greedily, worked out without an engine. */
GArray *fake_greedy (const gint32 *ids, guint n, guint n_new);
/* And what it says of an id after ids: the natural logarithm of its probability. */
float fake_log_prob (const gint32 *ids, guint n, gint32 id);
