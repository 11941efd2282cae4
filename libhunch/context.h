/* context.h: calls a function from a main context's loop, never from the thread that asks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Unlike g_main_context_invoke, also when the calling thread could acquire the context. Calls of one thread come in order. */
static inline void
hunch_context_post (GMainContext *context, GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, destroy);
  g_source_attach (source, context);
  g_source_unref (source);
}
