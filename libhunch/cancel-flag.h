/* cancel-flag.h: a GCancellable as the plain number that the engine polls.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

typedef struct
{
  volatile gint set;
  GCancellable *cancellable; /* owned: a task lets go of its own before its data */
  gulong handler;
} HunchCancelFlag;

static inline void
hunch_cancel_flag_raise (GCancellable *cancellable, gpointer flag)
{
  g_atomic_int_set (&((HunchCancelFlag *) flag)->set, 1);
}

/* cancellable may be NULL. The flag must not move until it is cleared. */
static inline void
hunch_cancel_flag_init (HunchCancelFlag *flag, GCancellable *cancellable)
{
  flag->set = 0;
  flag->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  flag->handler
      = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (hunch_cancel_flag_raise), flag, NULL) : 0;
}

static inline void
hunch_cancel_flag_clear (HunchCancelFlag *flag)
{
  g_cancellable_disconnect (flag->cancellable, flag->handler);
  g_clear_object (&flag->cancellable);
}
