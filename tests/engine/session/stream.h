/* stream.h: the engine on the fake, and answers that are streamed from it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tests/engine/session/fake.h"

/* Clears plan and log. */
HunchEngine *fake_engine_new (FakeVocabFlags flags, guint n_ctx);
HunchRequest fake_request (const char *text, guint max_tokens);
#define STOPS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* What was told, piece by piece. */
typedef struct
{
  GMutex lock;
  GCond changed;
  GString *text;
  guint n_tokens, n_done;
  HunchAnswer *answer;
} Stream;

Stream *stream_new (void);
/* Waits until the answer is done, and checks what holds for each. */
void stream_free (Stream *s);
/* Until so many tokens were told, or all. */
void stream_wait (Stream *s, guint n_tokens);

/* The callbacks of hunch_engine_submit (); user_data is a Stream. */
void stream_token (gint32 id, const char *text, gsize len, gpointer user_data);
void stream_done (HunchAnswer *answer, gpointer user_data);
