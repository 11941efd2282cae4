/* sync-call.h: the blocking form of an asynchronous call: a main context of its own, so that what is told on the way is told on this thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   HunchSyncCall call;
 *   hunch_sync_call_begin (&call);
 *   x_async (..., hunch_sync_call_ready, &call);
 *   hunch_sync_call_wait (&call);
 *   ok = x_finish (..., call.result, error);
 *   hunch_model_leave_call (model, &call);   where a model may have begun to load
 *   hunch_sync_call_end (&call);
 */
#pragma once

#include <gio/gio.h>

typedef struct
{
  GMainContext *around, *context;
  GAsyncResult *result;
} HunchSyncCall;

static inline void
hunch_sync_call_begin (HunchSyncCall *call)
{
  call->result = NULL;
  call->around = g_main_context_ref_thread_default ();
  call->context = g_main_context_new ();
  g_main_context_push_thread_default (call->context);
}

static inline void
hunch_sync_call_ready (GObject *source, GAsyncResult *result, gpointer call)
{
  ((HunchSyncCall *) call)->result = g_object_ref (result);
}

static inline void
hunch_sync_call_wait (HunchSyncCall *call)
{
  while (call->result == NULL)
    g_main_context_iteration (call->context, TRUE);
}

static inline void
hunch_sync_call_end (HunchSyncCall *call)
{
  g_main_context_pop_thread_default (call->context);
  g_main_context_unref (call->context);
  g_main_context_unref (call->around);
  g_object_unref (call->result);
}
