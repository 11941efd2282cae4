/* suggester-shown.c: what is shown: alternatives, typing what is shown, and accepting it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-policy.h"
#include "plugin/core-trim.h"
#include "plugin/suggester-private.h"

static void
present (HunchSuggester *self)
{
  suggester_drop_explanation (self);
  hunch_host_show_suggestion (self->host, g_ptr_array_index (self->shown, self->index));
  suggester_notify (self, "text");
}

void
suggester_show (HunchSuggester *self, CoreContext *context, GPtrArray *texts)
{
  core_context_ref (context);
  core_context_unref (self->place);
  self->place = context;
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->shown = texts;
  self->index = 0;
  present (self);
  suggester_ask_ahead (self);
}

void
suggester_show_more (HunchSuggester *self, CoreContext *context, const char *text)
{
  gboolean same = self->shown != NULL && strcmp (g_ptr_array_index (self->shown, self->index), text) == 0;

  if (self->shown == NULL || self->shown->len == 0)
    {
      g_clear_pointer (&self->shown, g_ptr_array_unref);
      self->shown = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->shown, g_strdup (text));
      self->index = 0;
    }
  else
    {
      g_free (g_ptr_array_index (self->shown, self->index));
      g_ptr_array_index (self->shown, self->index) = g_strdup (text);
    }
  core_context_ref (context);
  core_context_unref (self->place);
  self->place = context;
  if (!same)
    present (self);
}

void
suggester_show_index (HunchSuggester *self, guint index)
{
  self->index = index;
  present (self);
  suggester_ask_ahead (self);
}

void
suggester_clear (HunchSuggester *self)
{
  if (self->shown == NULL)
    return;
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->index = 0;
  suggester_drop_explanation (self);
  if (self->host != NULL)
    hunch_host_clear_suggestion (self->host);
  suggester_notify (self, "text");
}

/* Drops the first n bytes of what is shown, and the alternatives that begin otherwise. FALSE if nothing is left. */
static gboolean
advance (HunchSuggester *self, CoreContext *now, gsize n)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->shown);
  g_autofree char *typed = g_strndup (g_ptr_array_index (old, self->index), n);
  gboolean same_suffix = strcmp (now->suffix, self->place->suffix) == 0;
  GPtrArray *left = g_ptr_array_new_with_free_func (g_free);
  guint index = 0;

  for (guint i = 0; i < old->len; i++)
    {
      const char *text = g_ptr_array_index (old, i);
      char *rest = NULL;

      if (i == self->index)
        index = left->len;
      if (g_str_has_prefix (text, typed))
        rest = same_suffix ? g_strdup (text + n) : core_trim (now->prefix, now->suffix, text + n);
      if (rest != NULL && *rest != '\0')
        g_ptr_array_add (left, rest);
      else
        g_free (rest);
      if (i == self->index && left->len == index) /* what was looked at is at its end */
        break;
    }
  self->shown = left;
  self->index = index;
  core_context_ref (now);
  core_context_unref (self->place);
  self->place = now;
  return index < left->len;
}

gboolean
suggester_follow_typing (HunchSuggester *self)
{
  g_autoptr (CoreContext) now = core_context_read (self->host, self->settings);
  gsize n;

  if (core_policy_blocks (now, self->settings) != NULL)
    return FALSE;
  if (core_context_equal (now, self->place))
    return TRUE;
  n = core_context_typed (self->place, now, g_ptr_array_index (self->shown, self->index));
  if (n == 0)
    return FALSE;
  if (!suggester_is_growing (self))
    suggester_cancel (&self->job); /* an alternative for the old place */
  if (advance (self, now, n))
    present (self);
  else if (suggester_is_growing (self))
    suggester_clear (self);
  else
    return FALSE;
  return TRUE;
}

/* Above text that stands on the cursor's line already, a line goes with its break and the blanks for what comes next. */
static gsize
line_length (const CoreContext *now, const char *text)
{
  gsize n = core_text_line_step (text);

  if (text[n] == '\n' && !core_text_is_blank (now->suffix, core_text_line_length (now->suffix)))
    n += 1 + core_text_blanks (text + n + 1);
  return n;
}

static gsize
part_length (const CoreContext *now, const char *text, HunchAcceptPart part)
{
  switch (part)
    {
    case HUNCH_ACCEPT_WORD:
      return core_text_word_step (text);
    case HUNCH_ACCEPT_LINE:
      return line_length (now, text);
    case HUNCH_ACCEPT_ALL:
    default:
      return strlen (text);
    }
}

static gboolean
insert (HunchSuggester *self, const CoreContext *now, const char *text, gsize n)
{
  g_autofree char *part = g_strndup (text, n);
  g_autofree char *in_document = core_text_from_lf (part, now->newline);
  gboolean done;

  self->inserting = TRUE;
  done = hunch_host_insert (self->host, in_document);
  self->inserting = FALSE;
  return done;
}

/* After n bytes were inserted: shows the rest, or what comes after it. */
static void
go_on (HunchSuggester *self, gsize n)
{
  g_autoptr (CoreContext) now = core_context_read (self->host, self->settings);
  gsize come = core_context_typed (self->place, now, g_ptr_array_index (self->shown, self->index));

  if (come == n && advance (self, now, n))
    {
      present (self);
      return;
    }
  if (come == n && suggester_is_growing (self)) /* the next line is being written */
    {
      suggester_clear (self);
      return;
    }
  suggester_clear (self);
  suggester_cancel (&self->job);
  suggester_begin (self, now);
}

/**
 * hunch_suggester_accept:
 * @self: a suggester
 * @part: how much of it
 *
 * Inserts the suggestion, or its first part, as one undo step. What is left stays shown. Nothing happens if nothing is shown
 * or if the text around the cursor is not the one the suggestion was made for: the key shall do its own work then.
 *
 * Returns: whether anything was inserted
 */
gboolean
hunch_suggester_accept (HunchSuggester *self, HunchAcceptPart part)
{
  g_autoptr (CoreContext) now = NULL;
  g_autoptr (HunchSuggester) hold = NULL;
  g_autofree char *text = NULL;
  gsize n;

  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), FALSE);
  if (self->shown == NULL || self->host == NULL)
    return FALSE;
  now = core_context_read (self->host, self->settings);
  if (!core_context_equal (now, self->place) || core_policy_blocks (now, self->settings) != NULL)
    {
      suggester_reset (self);
      return FALSE;
    }
  hold = g_object_ref (self); /* a host may close while its text changes */
  text = g_strdup (g_ptr_array_index (self->shown, self->index));
  n = part_length (now, text, part);
  if (!suggester_is_growing (self))
    suggester_cancel (&self->job);
  if (!insert (self, now, text, n))
    return FALSE;
  if (self->shown != NULL && self->host != NULL)
    go_on (self, n);
  return TRUE;
}

/**
 * hunch_suggester_next:
 * @self: a suggester
 *
 * Shows the next alternative; asks for one more while there are fewer than the settings say.
 */
void
hunch_suggester_next (HunchSuggester *self)
{
  g_return_if_fail (HUNCH_IS_SUGGESTER (self));
  if (self->shown == NULL || self->host == NULL || self->job != NULL)
    return;
  if (self->index + 1 < self->shown->len)
    suggester_show_index (self, self->index + 1);
  else if (self->shown->len < self->settings->n_alternatives)
    suggester_ask_alternative (self);
  else
    suggester_show_index (self, 0);
}

/**
 * hunch_suggester_previous:
 * @self: a suggester
 *
 * Shows the alternative before, of those that are there.
 */
void
hunch_suggester_previous (HunchSuggester *self)
{
  g_return_if_fail (HUNCH_IS_SUGGESTER (self));
  if (self->shown == NULL || self->host == NULL)
    return;
  if (suggester_is_growing (self))
    return;
  suggester_cancel (&self->job);
  suggester_show_index (self, (self->index + self->shown->len - 1) % self->shown->len);
}
