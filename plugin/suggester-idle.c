/* suggester-idle.c: notes the text a person leaves behind; when nothing is typed, refills the ring and reads more context.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-policy.h"
#include "plugin/suggester-private.h"

#define LANDMARK 160 /* bytes before the old cursor that tell whether it is still in sight */

static gboolean on_idle (gpointer data);

static void
wait_idle (HunchSuggester *self)
{
  core_clock_drop (self->clock, &self->idle);
  self->idle = self->clock->add (self->clock, self->settings->ring_idle_seconds * 1000, on_idle, self);
}

static gboolean
on_idle (gpointer data)
{
  HunchSuggester *self = data;

  core_clock_drop (self->clock, &self->idle);
  core_ring_refill (self->memory->ring, self->settings->ring_chunks);
  if (self->job != NULL || self->ahead != NULL)
    wait_idle (self);
  else if (self->host != NULL && self->settings->auto_trigger && self->reason == NULL)
    suggester_ask_warm (self);
  return G_SOURCE_REMOVE;
}

static gboolean
is_in_sight (const CoreContext *old, const CoreContext *now)
{
  const char *mark = core_text_last_lines (old->prefix, G_MAXUINT, LANDMARK);

  return g_strcmp0 (old->filename, now->filename) == 0
         && (strstr (now->prefix, mark) != NULL || strstr (now->suffix, mark) != NULL);
}

/* The text around the old cursor: what stood before it, and a half as much after it. */
static void
note (HunchSuggester *self)
{
  const CoreContext *old = self->last;
  guint n_lines = self->settings->ring_chunk_lines;
  gsize after = core_text_first_lines (old->suffix, n_lines / 3, CORE_CONTEXT_MAX_AFTER);
  g_autofree char *text = NULL;

  if (n_lines == 0 || !core_policy_may_read (old, self->settings))
    return;
  text = g_strdup_printf ("%s%.*s", core_text_last_lines (old->prefix, n_lines - n_lines / 3, CORE_CONTEXT_MAX_BEFORE),
                          (int) after, old->suffix);
  core_ring_note (self->memory->ring, old->filename, text, n_lines);
}

void
suggester_remember (HunchSuggester *self, CoreContext *now)
{
  if (self->last != NULL && (now == NULL || !is_in_sight (self->last, now)))
    note (self);
  g_clear_pointer (&self->last, core_context_unref);
  if (now == NULL)
    return;
  self->last = core_context_ref (now);
  wait_idle (self);
}
