/* manual-clock.c: a clock whose hands a test turns.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/plugin/manual-clock.h"

typedef struct
{
  gint64 due_us;
  GSourceFunc func;
  gpointer user_data;
  gboolean fired;
} Timer;

typedef struct
{
  CoreClock base;
  gint64 now_us;
  GQueue timers;
} ManualClock;

static gpointer
add (CoreClock *clock, guint ms, GSourceFunc func, gpointer user_data)
{
  ManualClock *self = (ManualClock *) clock;
  Timer *timer = g_new (Timer, 1);

  *timer = (Timer){ self->now_us + 1000 * (gint64) ms, func, user_data, FALSE };
  g_queue_push_tail (&self->timers, timer);
  return timer;
}

static void
remove_timer (CoreClock *clock, gpointer timer)
{
  g_assert_true (g_queue_remove (&((ManualClock *) clock)->timers, timer)); /* never twice */
  g_free (timer);
}

static gint64
now_us (CoreClock *clock)
{
  return ((ManualClock *) clock)->now_us;
}

static void
free_clock (CoreClock *clock)
{
  g_assert_true (g_queue_is_empty (&((ManualClock *) clock)->timers)); /* none outlives its owner */
  g_free (clock);
}

CoreClock *
manual_clock_new (void)
{
  ManualClock *self = g_new0 (ManualClock, 1);

  self->base = (CoreClock){ add, remove_timer, now_us, free_clock };
  self->now_us = 1000000;
  g_queue_init (&self->timers);
  return &self->base;
}

static Timer *
next_due (ManualClock *self, gint64 until)
{
  Timer *next = NULL;

  for (GList *l = self->timers.head; l != NULL; l = l->next)
    {
      Timer *timer = l->data;

      if (!timer->fired && timer->due_us <= until && (next == NULL || timer->due_us < next->due_us))
        next = timer;
    }
  return next;
}

void
manual_clock_advance (CoreClock *clock, guint ms)
{
  ManualClock *self = (ManualClock *) clock;
  gint64 until = self->now_us + 1000 * (gint64) ms;
  Timer *timer;

  while ((timer = next_due (self, until)) != NULL)
    {
      self->now_us = timer->due_us;
      timer->fired = TRUE;
      timer->func (timer->user_data);
    }
  self->now_us = until;
}
