/* scheduler.h: which tokens of which requests go into the next step.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Continuous batching (Yu et al., Orca, 2022): each step is one batch, with the next token of every sequence that is writing, and a
 * piece of every prompt that is being read (chunked prefill, Agrawal et al., Sarathi, 2023), cut so that a step stays short (pace.h).
 * A request is let in, in the order of submission, when a sequence is free and the cache has blocks for all that it may ever need:
 * none has to be thrown out half-way. Everything here belongs to the engine's thread.
 *
 * When a step fails, forward pass and cache are made again and the step is repeated: every sequence is read anew from its ids, and
 * draws go on where they were. If that fails too, or another step does within the next HUNCH_FORGIVE_STEPS, the device is off: every
 * request, now and later, ends with that error. */
#pragma once

#include "engine/session/parts.h"
#include "engine/session/request.h"

#define HUNCH_FORGIVE_STEPS 256

typedef struct HunchScheduler HunchScheduler;

/* A job has ended and is about to be delivered: nothing may refer to it any more. */
typedef void (*HunchJobGone) (HunchJob *job, gpointer user_data);

/* parts: (transfer none). quit: set non-zero by any thread to give up a rebuild. */
HunchScheduler *hunch_scheduler_new (HunchParts *parts, const volatile gint *quit, HunchJobGone gone,
                                     gpointer user_data);
/* No jobs may be left: see hunch_scheduler_cancel_all. Accepts NULL. */
void hunch_scheduler_free (HunchScheduler *s);
void hunch_scheduler_add (HunchScheduler *s, HunchJob *job); /* (transfer full) */
gboolean hunch_scheduler_idle (const HunchScheduler *s);
/* One step: ends what is cancelled or too late, lets in what waits, runs one batch, gives its tokens out. */
void hunch_scheduler_step (HunchScheduler *s);
void hunch_scheduler_cancel_all (HunchScheduler *s);
