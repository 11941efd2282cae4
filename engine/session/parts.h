/* parts.h: what an engine is made of: a vocabulary, a forward pass, a cache, and the way to make the latter two again.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward.h"
#include "engine/session/engine.h"

typedef struct HunchParts HunchParts;

/* Made by load.c from a model file and a device; tests make their own. */
struct HunchParts
{
  HunchVocab *vocab;
  HunchForward *forward;
  HunchKv *kv;
  guint n_vocab;  /* tokens that can be drawn: those that have both a row of logits and a piece of text */
  guint n_logits; /* floats in a row of logits */
  guint n_ctx, n_seq, n_batch;
  guint n_blocks; /* of kv */
  HunchEngineInfo info;
  GStrv warnings;

  /* After each step: for the device's health. May be NULL. */
  void (*end_step) (HunchParts *parts, gboolean success);
  /* When there has been nothing to do for idle_after_ms; again at once while it returns TRUE and still nothing is to be done. What is asked
   * meanwhile waits, so that it takes a second at most. May be NULL. */
  gboolean (*idle) (HunchParts *parts);
  guint idle_after_ms;
  /* After a failure of the device: frees forward and kv and makes them again. On failure both are NULL. The function may be NULL: cannot. */
  gboolean (*rebuild) (HunchParts *parts, const volatile gint *cancelled, GError **error);
  void (*free) (HunchParts *parts);
};

/* Puts the model's file before an error that comes of its numbers; others, and NULL, stay as they are. */
void hunch_parts_name_file (const HunchParts *parts, GError *error);

/* Something else than a request that wants the parts for a while. parts is NULL when its turn does not come, since the engine ends or it was
 * cancelled; forward and kv are NULL when the device is off. quit becomes non-zero when the engine is to end: then return soon. */
typedef void (*HunchErrand) (HunchParts *parts, const volatile gint *quit, gpointer user_data);

/* Calls run exactly once, on the engine's thread, when no request is running, unless it was cancelled; requests wait meanwhile. cancelled becomes non-zero, in any
 * thread, when it is not wanted any more: then run is called within one step. It must stay until run was called; NULL for never. */
void hunch_engine_errand (HunchEngine *e, HunchErrand run, const volatile gint *cancelled, gpointer user_data);

/* An engine that runs on parts (transfer full). Does not fail. */
HunchEngine *hunch_engine_start (HunchParts *parts);
