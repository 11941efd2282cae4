/* engine-handle.h: an engine that several objects use and that can be closed under them; freed off the main loop.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"

typedef struct HunchEngineHandle HunchEngineHandle;

/* To be called by the host's thread before there is an engine: if it is the main thread, engines are closed at its very end. */
void hunch_engine_handle_watch_exit (void);
/* Around the making of an engine in a thread: a process that ends meanwhile sets *cancelled, and waits for the end of it. */
void hunch_engine_handle_loading_begins (volatile gint *cancelled);
void hunch_engine_handle_loading_ends (volatile gint *cancelled);
/* Whether the process ends, and no engine is to be made any more. */
gboolean hunch_engine_handle_is_ending (void);
/* Takes the engine (transfer full). */
HunchEngineHandle *hunch_engine_handle_new (HunchEngine *engine);
HunchEngineHandle *hunch_engine_handle_ref (HunchEngineHandle *h);
/* The last one frees the engine on a thread of its own: this never waits. Accepts NULL. */
void hunch_engine_handle_unref (HunchEngineHandle *h);
/* Cancels what runs, waits, and frees the device's memory; again is nothing to do. Not from a callback of the engine. */
void hunch_engine_handle_close (HunchEngineHandle *h);

const HunchEngineInfo *hunch_engine_handle_info (HunchEngineHandle *h); /* strings stay valid after closing */
HunchVocab *hunch_engine_handle_vocab (HunchEngineHandle *h);           /* (transfer none) */
const char *const *hunch_engine_handle_warnings (HunchEngineHandle *h); /* (transfer none) */

/* As hunch_engine_submit; 0, and no callback, when the engine is closed. */
guint64 hunch_engine_handle_submit (HunchEngineHandle *h, const HunchRequest *request, HunchTokenFunc token,
                                    HunchDoneFunc done, gpointer user_data);
/* Calls func with the engine, which cannot be closed meanwhile; it must not wait. FALSE, and no call, when the engine is closed. */
gboolean hunch_engine_handle_use (HunchEngineHandle *h, void (*func) (HunchEngine *engine, gpointer user_data),
                                  gpointer user_data);
void hunch_engine_handle_cancel (HunchEngineHandle *h, guint64 request);
