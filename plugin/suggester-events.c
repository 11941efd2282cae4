/* suggester-events.c: what a key, a move of the cursor, a rest or a setting changes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-policy.h"
#include "plugin/suggester-private.h"

void
suggester_reset (HunchSuggester *self)
{
  gboolean was_busy = self->job != NULL;

  core_clock_drop (self->clock, &self->debounce);
  suggester_cancel (&self->job);
  suggester_stop_ahead (self);
  suggester_clear (self);
  g_clear_pointer (&self->place, core_context_unref);
  g_clear_pointer (&self->composed, core_context_unref);
  if (was_busy)
    suggester_notify (self, "busy");
}

static gboolean
on_rest (gpointer data)
{
  HunchSuggester *self = data;
  g_autoptr (CoreContext) now = NULL;

  core_clock_drop (self->clock, &self->debounce);
  if (self->host == NULL) /* it went without saying that it closes */
    return G_SOURCE_REMOVE;
  now = core_context_read (self->host, self->settings);
  if (core_context_equal (now, self->place) && core_policy_blocks_auto (now, self->settings) == NULL)
    suggester_ask (self, self->place);
  else
    suggester_reset (self);
  return G_SOURCE_REMOVE;
}

gboolean
suggester_use_cache (HunchSuggester *self, CoreContext *now)
{
  GPtrArray *known = core_cache_lookup (self->memory->cache, now);

  if (known == NULL)
    return FALSE;
  if (known->len > 0)
    suggester_show (self, now, known);
  else
    g_ptr_array_unref (known);
  return TRUE;
}

void
suggester_begin (HunchSuggester *self, CoreContext *now)
{
  g_clear_pointer (&self->place, core_context_unref);
  if (core_policy_blocks_auto (now, self->settings) != NULL)
    {
      suggester_reset (self);
      return;
    }
  suggester_remember (self, now);
  self->place = core_context_ref (now);
  if (suggester_adopt_ahead (self, now))
    return;
  suggester_stop_ahead (self);
  if (suggester_use_cache (self, now) || self->clock->now_us (self->clock) < self->quiet_until)
    return;
  self->debounce = self->clock->add (self->clock, self->settings->debounce_ms, on_rest, self);
}

static void
on_changed (HunchHost *host, gboolean typed, HunchSuggester *self)
{
  g_autoptr (CoreContext) now = NULL;

  if (self->inserting)
    return;
  suggester_update_reason (self);
  if (self->shown != NULL && suggester_follow_typing (self))
    return;
  if (self->job != NULL && typed)
    {
      now = core_context_read (self->host, self->settings);
      if (suggester_follow_job (self, now))
        return;
    }
  core_clock_drop (self->clock, &self->debounce);
  suggester_cancel (&self->job);
  suggester_clear (self);
  suggester_notify (self, "busy");
  if (!typed || !self->settings->enabled || !self->settings->auto_trigger)
    {
      suggester_reset (self);
      return;
    }
  if (now == NULL)
    now = core_context_read (self->host, self->settings);
  g_clear_pointer (&self->composed, core_context_unref);
  suggester_begin (self, now);
  if (now->flags & HUNCH_HOST_COMPOSING)
    self->composed = g_steal_pointer (&now);
}

/* Many input methods put their text in first and say that they are done afterwards: then it counts as typed. */
static void
end_composing (HunchSuggester *self, CoreContext *now)
{
  g_autoptr (CoreContext) composed = NULL;

  if (core_context_equal (now, self->composed) && now->flags & HUNCH_HOST_COMPOSING)
    return;
  composed = g_steal_pointer (&self->composed);
  if (core_context_equal (now, composed))
    suggester_begin (self, now);
}

static void
on_cursor_moved (HunchHost *host, HunchSuggester *self)
{
  g_autoptr (CoreContext) now = NULL;

  if (self->inserting)
    return;
  suggester_update_reason (self);
  if (self->place == NULL && self->composed == NULL)
    return;
  now = core_context_read (self->host, self->settings);
  if (self->composed != NULL)
    end_composing (self, now);
  else if (!core_context_equal (now, self->place) || core_policy_blocks (now, self->settings) != NULL)
    suggester_reset (self);
}

void
suggester_leave (HunchSuggester *self)
{
  suggester_reset (self);
  suggester_remember (self, NULL);
  core_clock_drop (self->clock, &self->idle);
  if (self->host == NULL) /* left already, or it went without saying that it closes */
    return;
  g_signal_handlers_disconnect_by_data (self->host, self);
  g_clear_weak_pointer (&self->host);
}

static void
on_closing (HunchHost *host, HunchSuggester *self)
{
  suggester_leave (self);
  suggester_update_reason (self);
}

static void
forget_texts (HunchSuggester *self)
{
  core_ring_clear (self->memory->ring);
  suggester_forget_read (self);
}

/* What failed may be mended: it is asked again without a wait. */
static void
forgive (HunchSuggester *self)
{
  self->n_failures = 0;
  self->quiet_until = 0;
}

/* Another model would have suggested other text, has read nothing, and reads at another speed. */
static void
forget_model (HunchSuggester *self)
{
  suggester_reset (self);
  core_cache_clear (self->memory->cache);
  self->memory->pace = (CorePace){ 0 };
  suggester_forget_read (self);
  forgive (self);
}

static void
on_setting (HunchSettings *settings, GParamSpec *pspec, HunchSuggester *self)
{
  if (g_str_equal (pspec->name, "model") || g_str_equal (pspec->name, "device"))
    forget_model (self);
  if (g_str_equal (pspec->name, "enabled"))
    forgive (self);
  if (g_str_equal (pspec->name, "secret-files") || g_str_equal (pspec->name, "disabled-languages"))
    forget_texts (self); /* some of what was noted might be no more to be read */
  suggester_update_reason (self);
  if (self->reason != NULL)
    suggester_reset (self);
}

static void
on_completer_status (HunchCompleter *completer, HunchSuggester *self)
{
  HunchCompleterState state;
  g_autofree char *line = hunch_completer_dup_status (completer, &state, NULL);
  gboolean had_failed = self->has_failed;

  if (state != HUNCH_COMPLETER_STATE_READY)
    suggester_forget_read (self);
  suggester_update_loading (self);
  if (had_failed && !self->has_failed)
    {
      suggester_set_status (self, line);
      self->quiet_until = 0;
    }
  suggester_update_reason (self);
}

void
suggester_watch (HunchSuggester *self)
{
  g_signal_connect (self->host, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect (self->host, "cursor-moved", G_CALLBACK (on_cursor_moved), self);
  g_signal_connect (self->host, "closing", G_CALLBACK (on_closing), self);
  g_signal_connect (self->settings, "notify", G_CALLBACK (on_setting), self);
  g_signal_connect (self->completer, "status-changed", G_CALLBACK (on_completer_status), self);
}
