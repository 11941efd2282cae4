/* hunch-model-private.h: what a model is made of, for its loading and for completions.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/engine-handle.h"
#include "libhunch/hunch-model.h"
#include "libhunch/sync-call.h"

typedef struct HunchModelLoad HunchModelLoad;

struct _HunchModel
{
  GObject parent_instance;

  /* The wish; does not change. */
  char *path, *device;
  guint context_length;
  gboolean exact, profiled;

  GMutex lock; /* for all below; never held while others' code runs */
  GCond load_over;
  HunchModelState state;
  const char *stage; /* interned */
  double progress;   /* 0 to 1 */
  HunchEngineHandle *engine;
  HunchTokenizer *tokenizer;
  HunchModelLoad *load; /* the one that is running, or NULL */
};

/* The engine of a loaded model, else NULL; (transfer full). */
HunchEngineHandle *hunch_model_ref_engine (HunchModel *self);
/* A loading that goes on for others tells no more in the context of the call, which ends, but in the one around it. */
void hunch_model_leave_call (HunchModel *self, HunchSyncCall *call);
/* Tells whoever watches that the state, and with it all that is known of the model, is another one. */
void hunch_model_notify_state (HunchModel *self);
void hunch_model_notify_progress (HunchModel *self);
