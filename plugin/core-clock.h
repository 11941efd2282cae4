/* core-clock.h: the timers of the core, so that a test can turn the hands itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CoreClock CoreClock;

struct _CoreClock
{
  /* Calls func once after ms milliseconds unless the timer is removed first; func's answer is ignored. */
  gpointer (*add) (CoreClock *self, guint ms, GSourceFunc func, gpointer user_data);
  void (*remove) (CoreClock *self, gpointer timer);
  gint64 (*now_us) (CoreClock *self);
  void (*free) (CoreClock *self);
};

/* Timers run in the thread-default main context of the caller, which is remembered. */
CoreClock *core_clock_new (void);
/* Removes the timer, if there is one, and sets it to NULL. */
void core_clock_drop (CoreClock *self, gpointer *timer);

G_END_DECLS
