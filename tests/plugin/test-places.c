/* test-places.c: cursors in real texts, and what two models answered there: what is shown of it, and what the document holds after an accept.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The answers in tests/golden/places.json were recorded by tests/oracle/places.py. What is to be shown was read by a person. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "tests/plugin/rig.h"

typedef struct
{
  const char *before, *after, *raw, *shown; /* shown: NULL for nothing */
} Place;

static void
test_place (gconstpointer data)
{
  const Place *p = data;
  g_autofree char *text = g_strconcat (p->before, "|", p->after, NULL);
  g_autofree char *plain = g_strconcat (p->before, p->after, NULL);
  g_autofree char *full = g_strconcat (p->before, p->shown != NULL ? p->shown : "", p->after, NULL);
  Rig rig;

  g_assert_null (strchr (p->before, '|'));
  rig_init (&rig, text, p->raw);
  g_object_set (rig.settings, "speculate", FALSE, NULL);
  rig_complete (&rig);
  rig_assert_ghost (&rig, p->shown);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL) == (p->shown != NULL));
  rig_assert_text (&rig, full);
  if (p->shown != NULL)
    g_assert_true (headless_host_undo (rig.host));
  rig_assert_text (&rig, plain);
  rig_clear (&rig);
}

/* The same, the answer coming character by character: what was shown before the end is the begin of what is shown then. */
static void
test_place_growing (gconstpointer data)
{
  const Place *p = data;
  g_autofree char *text = g_strconcat (p->before, "|", p->after, NULL);
  Rig rig;

  rig_init (&rig, text, p->raw);
  g_object_set (rig.settings, "speculate", FALSE, NULL);
  stub_completer_hold (rig.completer, TRUE);
  rig_complete (&rig);
  for (const char *at = p->raw; *at != '\0'; at = g_utf8_next_char (at))
    {
      g_autofree char *one = g_strndup (at, g_utf8_next_char (at) - at);
      const char *ghost;

      stub_completer_say (rig.completer, one);
      ghost = headless_host_get_ghost (rig.host);
      if (ghost != NULL)
        g_assert_true (p->shown != NULL && g_str_has_prefix (p->shown, ghost));
    }
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, p->shown);
  rig_clear (&rig);
}

static void
add_place (JsonObject *place, JsonObject *answer)
{
  Place *p = g_new (Place, 1);
  g_autofree char *name = g_strdup_printf ("/plugin/places/%s/%s", json_object_get_string_member (place, "name"),
                                           json_object_get_string_member (answer, "model"));
  g_autofree char *growing = g_strconcat (name, "/growing", NULL);

  p->before = json_object_get_string_member (place, "before");
  p->after = json_object_get_string_member (place, "after");
  p->raw = json_object_get_string_member (answer, "raw");
  p->shown = json_object_get_null_member (answer, "shown") ? NULL : json_object_get_string_member (answer, "shown");
  g_test_add_data_func (name, p, test_place);
  g_test_add_data_func_full (growing, p, test_place_growing, g_free);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "tests", "golden", "places.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *places;

  g_test_init (&argc, &argv, NULL);
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  places = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (places); i++)
    {
      JsonObject *place = json_array_get_object_element (places, i);
      JsonArray *answers = json_object_get_array_member (place, "answers");

      for (guint k = 0; k < json_array_get_length (answers); k++)
        add_place (place, json_array_get_object_element (answers, k));
    }
  return g_test_run ();
}
