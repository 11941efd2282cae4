/* suggester-status.c: one line that says what completion is doing, and why it is not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/core-policy.h"
#include "plugin/query-private.h"
#include "plugin/suggester-private.h"

void
suggester_set_status (HunchSuggester *self, const char *status)
{
  if (g_strcmp0 (self->status, status) == 0)
    return;
  g_free (self->status);
  self->status = g_strdup (status);
  suggester_notify (self, "status");
}

void
suggester_tell_reply (HunchSuggester *self, HunchReply *reply)
{
  double decode_ms = reply->total_ms - reply->prompt_ms;
  g_autofree char *line = NULL;

  /* TRANSLATORS: tokens of the answer; time; speed; how much of the prompt had been read before. */
  line = g_strdup_printf (_ ("%u tokens · %.0f ms · %.0f tokens/s · %u of %u cached"), reply->n_tokens, reply->total_ms,
                          decode_ms > 0 ? reply->n_tokens * 1000 / decode_ms : 0, reply->n_cached, reply->n_prompt);
  suggester_set_status (self, line);
}

static void
set_reason (HunchSuggester *self, const char *reason)
{
  if (g_strcmp0 (self->reason, reason) == 0)
    return;
  g_free (self->reason);
  self->reason = g_strdup (reason);
  suggester_notify (self, "reason");
}

void
suggester_update_reason (HunchSuggester *self)
{
  HunchCompleterState state;
  g_autofree char *line = hunch_completer_dup_status (self->completer, &state, NULL);
  g_autoptr (CoreContext) here = NULL;

  if (self->host == NULL)
    {
      set_reason (self, _ ("The text is closed"));
      return;
    }
  here = core_context_peek (self->host, self->settings);
  if (self->settings->enabled && state == HUNCH_COMPLETER_STATE_FAILED)
    set_reason (self, line != NULL ? line : _ ("Completion is not available"));
  else
    set_reason (self, core_policy_blocks (here, self->settings));
}

/* While a model is loaded or kernels are built, or when that failed, the completer has the word. */
void
suggester_update_loading (HunchSuggester *self)
{
  HunchCompleterState state;
  double progress;
  g_autofree char *line = hunch_completer_dup_status (self->completer, &state, &progress);

  if (line != NULL || self->progress >= 0)
    suggester_set_status (self, line);
  self->has_failed = state == HUNCH_COMPLETER_STATE_FAILED;
  if (state != HUNCH_COMPLETER_STATE_LOADING)
    progress = -1;
  if (progress != self->progress)
    {
      self->progress = progress;
      suggester_notify (self, "progress");
    }
}
