/* suggester-grow.c: an answer is shown line by line while it comes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-policy.h"
#include "plugin/core-trim.h"
#include "plugin/suggester-private.h"

gboolean
suggester_is_growing (HunchSuggester *self)
{
  return self->job != NULL && self->job->kind == JOB_SUGGEST && self->shown != NULL;
}

/* What the host has now is the job's place, or that with the first bytes of text behind it, *n of them. */
static gboolean
still_fits (const SuggesterJob *job, const CoreContext *now, const char *text, gsize *n)
{
  *n = 0;
  if (core_context_equal (now, job->context))
    return TRUE;
  *n = core_context_typed (job->context, now, text);
  return *n > 0;
}

/* The lines of the answer that are whole; NULL while there is none to show. */
static char *
whole_lines (const SuggesterJob *job)
{
  const char *end = strrchr (job->come->str, '\n');
  g_autofree char *lines = NULL;

  if (end == NULL)
    return NULL;
  lines = g_strndup (job->come->str, end + 1 - job->come->str);
  return core_trim (job->context->prefix, job->context->suffix, lines);
}

/* All that there was to suggest has been typed or accepted already. */
static void
go_on (HunchSuggester *self, CoreContext *now, gboolean last)
{
  suggester_clear (self);
  if (last)
    suggester_begin (self, now);
}

void
suggester_grow (HunchSuggester *self, const SuggesterJob *job, const char *text)
{
  g_autofree char *lines = text == NULL ? whole_lines (job) : NULL, *rest = NULL;
  g_autoptr (CoreContext) now = NULL;
  const char *whole = text != NULL ? text : lines;
  gsize n;

  if (whole == NULL || self->host == NULL)
    return;
  now = core_context_read (self->host, self->settings);
  if (core_policy_blocks (now, self->settings) != NULL || !still_fits (job, now, whole, &n))
    {
      if (text != NULL) /* what has come so far may only be too little to tell */
        suggester_reset (self);
      return;
    }
  if (strcmp (now->suffix, job->context->suffix) == 0)
    rest = g_strdup (whole + n);
  else
    rest = core_trim (now->prefix, now->suffix, whole + n);
  if (rest == NULL || *rest == '\0')
    go_on (self, now, text != NULL);
  else
    suggester_show_more (self, now, rest);
  if (text != NULL && self->shown != NULL)
    suggester_ask_ahead (self);
}

gboolean
suggester_follow_job (HunchSuggester *self, CoreContext *now)
{
  const SuggesterJob *job = self->job;
  g_autofree char *come = NULL;

  if (job == NULL || job->kind != JOB_SUGGEST || job->come->len == 0
      || core_policy_blocks (now, self->settings) != NULL)
    return FALSE;
  come = core_trim (job->context->prefix, job->context->suffix, job->come->str);
  if (come == NULL || core_context_typed (job->context, now, come) == 0)
    return FALSE;
  suggester_clear (self);
  core_context_ref (now);
  core_context_unref (self->place);
  self->place = now;
  suggester_grow (self, job, NULL);
  return TRUE;
}
