/* interrupt.c: Ctrl-C ends what runs in good order.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/interrupt.h"

#include <glib-unix.h>
#include <signal.h>

static GCancellable *cancellable;
static int came;

static gboolean
on_signal (gpointer number)
{
  came = GPOINTER_TO_INT (number);
  signal (came, SIG_DFL);
  g_cancellable_cancel (cancellable);
  return G_SOURCE_CONTINUE; /* removing it would set the handler again */
}

GCancellable *
interrupt_cancellable (void)
{
  if (cancellable == NULL)
    {
      cancellable = g_cancellable_new ();
      g_unix_signal_add (SIGINT, on_signal, GINT_TO_POINTER (SIGINT));
      g_unix_signal_add (SIGTERM, on_signal, GINT_TO_POINTER (SIGTERM));
    }
  return cancellable;
}

void
interrupt_ready (GObject *source, GAsyncResult *result, gpointer out)
{
  *(GAsyncResult **) out = g_object_ref (result);
}

void
interrupt_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

void
interrupt_finish (void)
{
  if (came == 0)
    return;
  signal (came, SIG_DFL);
  raise (came);
}
