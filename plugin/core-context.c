/* core-context.c: what is known about a place in a text when a completion is asked for it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-context.h"

static void
read_text (CoreContext *self, HunchHost *host, HunchSettings *settings)
{
  /* One line more than is read: its break says which breaks are the text's. */
  g_autofree char *before = hunch_host_dup_text_before (host, settings->lines_before + 1, CORE_CONTEXT_MAX_BEFORE);
  g_autofree char *after = hunch_host_dup_text_after (host, settings->lines_after + 1, CORE_CONTEXT_MAX_AFTER);

  self->newline = core_text_newline (before, after);
  self->in_break = g_str_has_suffix (before, "\r") && after[0] == '\n';
  self->prefix = core_text_to_lf (before);
  self->suffix = core_text_to_lf (after);
}

/* Holds hosts to the limits, which are promises about speed. */
static void
limit_text (CoreContext *self, guint lines_after)
{
  const char *start = core_text_last_lines (self->prefix, self->max_lines, CORE_CONTEXT_MAX_BEFORE);

  if (start > self->prefix)
    memmove (self->prefix, start, strlen (start) + 1);
  self->suffix[core_text_first_lines (self->suffix, lines_after + 1, CORE_CONTEXT_MAX_AFTER)] = '\0';
}

CoreContext *
core_context_peek (HunchHost *host, HunchSettings *settings)
{
  CoreContext *self = g_rc_box_new0 (CoreContext);

  self->max_lines = settings->lines_before;
  self->flags = hunch_host_get_flags (host);
  self->language = hunch_host_dup_language (host);
  self->filename = hunch_host_dup_filename (host);
  self->prefix = g_strdup ("");
  self->suffix = g_strdup ("");
  return self;
}

CoreContext *
core_context_read (HunchHost *host, HunchSettings *settings)
{
  CoreContext *self = core_context_peek (host, settings);

  if (self->flags & HUNCH_HOST_PRIVATE)
    return self;
  g_free (self->prefix);
  g_free (self->suffix);
  read_text (self, host, settings);
  limit_text (self, settings->lines_after);
  return self;
}

CoreContext *
core_context_after (const CoreContext *self, const char *text)
{
  CoreContext *next = g_rc_box_new0 (CoreContext);
  g_autofree char *whole = g_strconcat (self->prefix, text, NULL);

  next->max_lines = self->max_lines;
  next->newline = self->newline;
  next->language = g_strdup (self->language);
  next->filename = g_strdup (self->filename);
  next->flags = self->flags;
  next->prefix = g_strdup (core_text_last_lines (whole, self->max_lines, CORE_CONTEXT_MAX_BEFORE));
  next->suffix = g_strdup (self->suffix);
  return next;
}

CoreContext *
core_context_ref (CoreContext *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  CoreContext *self = data;

  g_free (self->prefix);
  g_free (self->suffix);
  g_free (self->language);
  g_free (self->filename);
}

void
core_context_unref (CoreContext *self)
{
  if (self != NULL)
    g_rc_box_release_full (self, clear);
}

gboolean
core_context_equal (const CoreContext *a, const CoreContext *b)
{
  return strcmp (a->prefix, b->prefix) == 0 && strcmp (a->suffix, b->suffix) == 0
         && g_strcmp0 (a->filename, b->filename) == 0 && g_strcmp0 (a->language, b->language) == 0;
}

/* Whether now's prefix is self's with the first n bytes of text behind it, seen through a window of limited size. */
static gboolean
prefix_follows (const CoreContext *self, const CoreContext *now, const char *text, gsize n)
{
  gsize new_len = strlen (now->prefix), shared = MIN (n, new_len);
  g_autofree char *whole = NULL;

  if (memcmp (now->prefix + new_len - shared, text + n - shared, shared) != 0)
    return FALSE;
  whole = g_strdup_printf ("%s%.*s", self->prefix, (int) n, text);
  return strcmp (core_text_last_lines (whole, self->max_lines, CORE_CONTEXT_MAX_BEFORE), now->prefix) == 0;
}

/* What a host puts after the cursor when an opener is typed. */
static char
closer_of (char opener)
{
  static const char pairs[] = "()[]{}\"\"''``";

  for (const char *p = pairs; *p != '\0'; p += 2)
    if (*p == opener)
      return p[1];
  return '\0';
}

static gboolean
suffix_follows (const CoreContext *self, const CoreContext *now, char last)
{
  char closer = closer_of (last);

  if (strcmp (self->suffix, now->suffix) == 0)
    return TRUE;
  return closer != '\0' && now->suffix[0] == closer && g_str_has_prefix (self->suffix, now->suffix + 1);
}

gsize
core_context_typed (const CoreContext *self, const CoreContext *now, const char *text)
{
  gsize len = strlen (text);

  for (gsize n = 1; n <= len; n++)
    if (prefix_follows (self, now, text, n) && suffix_follows (self, now, text[n - 1]))
      return n;
  return 0;
}
