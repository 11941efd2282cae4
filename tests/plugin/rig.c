/* rig.c: a headless host, a stub completer, plain settings and a manual clock, put together.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/plugin/rig.h"

void
rig_init (Rig *rig, const char *text, const char *answer)
{
  const char *mark = strchr (text, '|');
  g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (mark - text), text, mark + 1);

  rig->host = headless_host_new (plain, mark - text);
  rig->completer = stub_completer_new (answer);
  rig->settings = g_object_new (HUNCH_TYPE_SETTINGS, NULL);
  rig->clock = manual_clock_new ();
  rig->suggester
      = suggester_new_with_clock (HUNCH_HOST (rig->host), HUNCH_COMPLETER (rig->completer), rig->settings, rig->clock);
}

void
rig_init_single (Rig *rig, const char *text, const char *answer)
{
  rig_init (rig, text, answer);
  g_object_set (rig->settings, "speculate", FALSE, NULL);
}

void
rig_clear (Rig *rig)
{
  gpointer host = rig->host, completer = rig->completer, suggester = rig->suggester;

  if (host != NULL) /* a test may have dropped it, or the suggester */
    g_object_add_weak_pointer (host, &host);
  g_object_add_weak_pointer (completer, &completer);
  if (suggester != NULL)
    g_object_add_weak_pointer (suggester, &suggester);
  g_clear_object (&rig->suggester);
  g_assert_null (suggester);
  g_clear_object (&rig->host);
  g_assert_null (host);
  stub_completer_release (rig->completer);
  rig_settle ();
  g_clear_object (&rig->completer);
  g_assert_null (completer);
  g_clear_object (&rig->settings);
}

void
rig_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
rig_wait (Rig *rig, guint ms)
{
  manual_clock_advance (rig->clock, ms);
  rig_settle ();
}

void
rig_complete (Rig *rig)
{
  hunch_suggester_complete (rig->suggester);
  rig_settle ();
}

guint
rig_count_queries (Rig *rig)
{
  return stub_completer_count_queries (rig->completer);
}

void
rig_type (Rig *rig, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      g_autofree char *one = g_strndup (p, g_utf8_next_char (p) - p);

      headless_host_type (rig->host, one);
    }
}
