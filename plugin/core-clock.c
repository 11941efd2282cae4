/* core-clock.c: the timers of the core on a GLib main context.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-clock.h"

typedef struct
{
  CoreClock base;
  GMainContext *context;
} RealClock;

typedef struct
{
  GSourceFunc func;
  gpointer user_data;
} Timer;

static gboolean
on_timer (gpointer data)
{
  Timer *timer = data;

  timer->func (timer->user_data);
  return G_SOURCE_REMOVE;
}

static gpointer
real_add (CoreClock *clock, guint ms, GSourceFunc func, gpointer user_data)
{
  RealClock *self = (RealClock *) clock;
  GSource *source = g_timeout_source_new (ms);
  Timer *timer = g_new (Timer, 1);

  *timer = (Timer){ func, user_data };
  g_source_set_callback (source, on_timer, timer, g_free);
  g_source_attach (source, self->context);
  return source;
}

static void
real_remove (CoreClock *clock, gpointer timer)
{
  g_source_destroy (timer);
  g_source_unref (timer);
}

static gint64
real_now_us (CoreClock *clock)
{
  return g_get_monotonic_time ();
}

static void
real_free (CoreClock *clock)
{
  g_main_context_unref (((RealClock *) clock)->context);
  g_free (clock);
}

CoreClock *
core_clock_new (void)
{
  RealClock *self = g_new (RealClock, 1);

  self->base = (CoreClock){ real_add, real_remove, real_now_us, real_free };
  self->context = g_main_context_ref_thread_default ();
  return &self->base;
}

void
core_clock_drop (CoreClock *self, gpointer *timer)
{
  if (*timer != NULL)
    self->remove (self, g_steal_pointer (timer));
}
