/* rig.h: a scheduler on the fake, driven step by step, without a thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/scheduler.h"
#include "tests/engine/session/fake.h"

/* One request, as its caller sees it. */
typedef struct
{
  HunchJob *job; /* NULL once it is gone */
  HunchAnswer *answer;
  guint n_tokens; /* told so far */
} Caller;

typedef struct
{
  HunchParts *parts;
  HunchScheduler *s;
  gint quit;
  GPtrArray *callers; /* Caller */
} Rig;

/* Clears plan and log. */
void rig_init (Rig *r, guint n_ctx, guint n_seq, guint n_batch, guint n_blocks);
/* Cancels what is left. */
void rig_finish (Rig *r);

/* The caller belongs to the rig. */
Caller *rig_ask_with (Rig *r, HunchRequest request);
/* Greedy, after n ids that no other prompt begins with. */
Caller *rig_ask (Rig *r, gint32 first, guint n, guint max_tokens);
/* Steps until there is nothing to do. */
void rig_run (Rig *r);
/* The text is what the fake writes after this prompt, alone. */
void rig_assert_greedy (const Caller *c, guint n);
