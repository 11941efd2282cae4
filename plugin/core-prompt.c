/* core-prompt.c: how much of the text around the cursor a device can read in time, and where a prompt begins.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-prompt.h"
#include "plugin/core-text.h"

#define FIRST_BUDGET  1024 /* bytes, while nothing is measured */
#define MIN_BUDGET    256  /* with less, no suggestion is worth its time */
#define MIN_MEASURED  16   /* tokens; a shorter reading tells more of overhead than of speed */
#define HEAD          256  /* bytes by which the begin of the last prompt is found again */
#define MAX_ALIKE     32   /* places that begin as the last prompt did and are looked at */
#define MAX_LAST_LINE 4096 /* bytes of a line without end */

/* A device is seldom quicker than it is, and often slower for a while: kernels are built, something else runs. */
static double
blend (double old, double new)
{
  return old > 0 ? old + (new > old ? 0.6 : 0.3) * (new - old) : new;
}

void
core_pace_add (CorePace *self, guint n_read, double ms, guint n_prompt, gsize n_bytes)
{
  if (n_read < MIN_MEASURED || ms <= 0 || n_prompt == 0)
    return;
  self->tokens_per_ms = blend (self->tokens_per_ms, n_read / ms);
  if (n_bytes > 0)
    self->bytes_per_token = blend (self->bytes_per_token, (double) n_bytes / n_prompt);
}

gsize
core_pace_budget (const CorePace *self, guint ms)
{
  if (self->tokens_per_ms <= 0 || self->bytes_per_token <= 0)
    return FIRST_BUDGET;
  return MAX (MIN_BUDGET, (gsize) (self->tokens_per_ms * ms * self->bytes_per_token));
}

static gsize
common_prefix (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

/* Where the last prompt began: of the places with its first bytes the one from which most of it is as it was, since lines repeat; NULL
 * if it is out of sight. */
static const char *
find_begin (const char *prefix, const char *read)
{
  g_autofree char *head = g_strndup (read, HEAD);
  const char *found = NULL;
  gsize most = 0;
  guint n = 0;

  if (*head == '\0')
    return NULL;
  /* A prompt shorter than a head that has grown since, or was cut, is not found otherwise: it can only be the same text's begin. */
  for (const char *p = prefix; n < MAX_ALIKE && (p = strstr (p, head)) != NULL; p++)
    {
      gsize same = p == prefix || p[-1] == '\n' ? common_prefix (p, read) : 0;

      n += same > 0;
      if (same > most)
        {
          most = same;
          found = p;
        }
    }
  return found;
}

const char *
core_prompt_begin (const char *prefix, const char *read, gsize budget)
{
  const char *begin = read != NULL ? find_begin (prefix, read) : NULL, *end = prefix + strlen (prefix), *line;

  if (begin != NULL && (gsize) (end - begin) - common_prefix (begin, read) <= budget)
    return begin;
  if ((gsize) (end - prefix) <= budget)
    return prefix;
  for (begin = end - budget; begin < end && begin[-1] != '\n';) /* to the next line's begin */
    begin++;
  line = core_text_line_start (prefix, end);
  if (end - line > MAX_LAST_LINE)
    line = core_text_last_lines (prefix, 1, MAX_LAST_LINE);
  return MIN (begin, line);
}

gsize
core_prompt_suffix (const char *suffix, gsize budget)
{
  gsize n = core_text_first_lines (suffix, G_MAXUINT, budget), whole = n;

  if (suffix[n] == '\0')
    return n;
  while (whole > 0 && suffix[whole - 1] != '\n')
    whole--;
  return whole > 0 ? whole : n;
}
