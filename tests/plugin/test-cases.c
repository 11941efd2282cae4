/* test-cases.c: every case of the kinds editor and glib is tested somewhere: those with data here, with their likes; the others by the tests
 * that the table names, which must be there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

/* Where a case without data is tested: words of that test's source; without a file, why there is nothing to test. */
static const struct
{
  const char *name, *file, *words;
} elsewhere[] = {
  { "stale-after-typing", "tests/plugin/test-asking.c", "\"stale-after-typing\"" },
  { "type-through", "tests/plugin/test-suggester.c", "\"type-through\"" },
  { "accept-races-debounce", "tests/plugin/test-suggester.c", "\"accept-races-debounce\"" },
  { "accept-key-without-suggestion", "tests/gedit/test-gedit.py", "nothing shown: Tab is gedit's own" },
  { "ghost-left-behind", "tests/plugin/test-suggester.c", "\"ghost-left-behind\"" },
  { "saved-ghost", "tests/gedit/test-gedit.py", "and nothing was written" },
  { "close-while-generating", "tests/plugin/test-asking.c", "\"close-while-generating\"" },
  { "disable-while-generating", "tests/plugin/test-asking.c", "\"disable-while-generating\"" },
  { "disabled-means-off", "tests/plugin/test-off.c", "/plugin/off" },
  { "gpu-busy-after-leaving", "tests/plugin/test-asking.c", "\"leaving-cancels\"" },
  { "server-down", "tests/plugin/test-asking.c", "\"engine-gone\"" },
  { "cancel-latency", "tests/engine/session/test-thread.c", "/thread/cancel" },
  { "memory-growth", "tests/plugin/test-suggester.c", "\"memory-growth\"" },
  { "large-file", "tests/plugin/test-asking.c", "\"large-file\"" },
  { "no-prompt-in-logs", "tests/engine/session/test-engine.c", "hunter2" },
  { "secret-files", "tests/plugin/test-asking.c", "\"secret-files\"" },
  { "overlapping-ghost", "tests/gedit/test-gedit.py", "on the empty last line" },
  { "input-method", "tests/plugin/test-asking.c", "\"input-method\"" },
  { "model-reload", "tests/plugin/test-model-completer.c", "\"model-reload\"" },
  { "open-close-5", "tests/plugin/installed.sh", "opened and closed five times" },
  { "two-hosts-two-copies", "tests/plugin/tour.c", "/module/two-hosts-two-copies" },
  { "unload-with-objects-alive", "tests/plugin/tour.c", "/module/unload-with-objects-alive" },
  { "undefined-symbols", "tests/plugin/installed.sh", "LD_BIND_NOW" },
  { "abi-struct-size", "tests/libhunch/symbols.sh", "libhunch.map" },
  { "gir-transfer", "tests/ownership/ownership.py", "nothing is leaked, and nothing is used after it went" },
  { "gir-boxed", NULL, "no boxed type is public" },
  { "gptrarray-elements", NULL, "no public function gives a GPtrArray" },
  { "main-context", "tests/plugin/test-model-completer.c", "\"main-context\"" },
  { "gettext-domain", "tests/plugin/tour.c", "textdomain" },
  { "comma-locale", "tests/tools/usage.py", "de_DE" },
  { "vpath-read-only", "check", "distcheck" },
  { "space-in-path", "tests/dist/run.sh", "a b/hunch" },
  { "without-optional", "check", "--without-clblast" },
  { "fork-after-load", "tests/engine/device/test-device.c", "/device/fork" },
};

static void
test_elsewhere (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = NULL, *source = NULL;
  g_autoptr (GError) error = NULL;

  if (elsewhere[i].file == NULL)
    {
      g_test_skip (elsewhere[i].words);
      return;
    }
  path = g_build_filename (g_getenv ("HUNCH_SRCDIR"), elsewhere[i].file, NULL);
  g_file_get_contents (path, &source, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (source, elsewhere[i].words));
}

/* What stands before the case's text in its likes; they change nothing. */
typedef struct
{
  const char *name, *lead;
  gboolean crlf;
} Like;

static const Like likes[] = {
  { "plain", "", FALSE },
  { "crlf", "first line\n", TRUE },
  { "tabs", "\tfirst\n\t\tsecond\n", FALSE },
  { "right-to-left", "שלום עולם\nمرحبا\n", FALSE },
  { "combining", "e\xcc\x81 o\xcc\x88 \xe0\xa4\x95\xe0\xa5\x8d\xe0\xa4\xb7\n", FALSE },
  { "emoji", "👨‍👩‍👧‍👦 👍🏽 🏳️‍🌈\n", FALSE },
  { "binary", "\x01\x7f\xff\xfe\xc3(\n", FALSE },
  { "long-line", NULL, FALSE }, /* 1 MB */
};

typedef struct
{
  const char *before, *answer, *after, *document;
  const Like *like;
} Accept;

/* The case's text as it stands in its like. */
static char *
place (const Like *like, const char *lead, const char *text)
{
  GString *s = g_string_new (lead);

  g_string_append (s, text);
  if (like->crlf)
    {
      g_string_replace (s, "\r\n", "\n", 0);
      g_string_replace (s, "\n", "\r\n", 0);
    }
  return g_string_free (s, FALSE);
}

static char *
lead_of (const Like *like)
{
  g_autofree char *line = NULL;

  if (like->lead != NULL)
    return g_strdup (like->lead);
  line = g_strnfill (1 << 20, 'x');
  return g_strconcat (line, "\n", NULL);
}

static void
test_accept (gconstpointer data)
{
  const Accept *a = data;
  g_autofree char *lead = lead_of (a->like);
  g_autofree char *before = place (a->like, lead, a->before);
  g_autofree char *after = place (a->like, "", a->after);
  g_autofree char *document = place (a->like, lead, a->document);
  g_autofree char *text = g_strconcat (before, "|", after, NULL);
  g_autofree char *plain = g_strconcat (before, after, NULL);
  gboolean shown;
  Rig rig;

  rig_init (&rig, text, a->answer);
  rig_complete (&rig);
  rig_assert_text (&rig, plain);
  shown = headless_host_get_ghost (rig.host) != NULL;
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL) == shown);
  rig_assert_text (&rig, document);
  if (shown)
    g_assert_true (headless_host_undo (rig.host)); /* one step */
  rig_assert_text (&rig, plain);
  rig_clear (&rig);
}

typedef struct
{
  const char *text, *prefix, *suffix;
  gsize bytes, chars, utf16;
} Cursor;

static void
test_cursor (gconstpointer data)
{
  const Cursor *c = data;
  g_autofree char *marked = g_strconcat (c->prefix, "|", c->suffix, NULL);
  g_autofree char *prefix = core_text_to_lf (c->prefix);
  g_autofree char *suffix = core_text_to_lf (c->suffix);
  g_autofree char *result = g_strconcat (c->prefix, "Z", c->suffix, NULL);
  gsize chars, utf16;
  HunchQuery *query;
  Rig rig;

  g_assert_true (hunch_text_offsets (c->text, c->bytes, &chars, &utf16));
  g_assert_cmpuint (chars, ==, c->chars);
  g_assert_cmpuint (utf16, ==, c->utf16);
  rig_init (&rig, marked, "Z");
  g_object_set (rig.settings, "speculate", FALSE, NULL);
  rig_assert_text (&rig, c->text);
  g_assert_cmpuint (headless_host_get_cursor (rig.host), ==, c->bytes);
  rig_complete (&rig);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpstr (query->prefix, ==, prefix);
  g_assert_cmpstr (query->suffix, ==, suffix);
  g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
  rig_assert_text (&rig, result);
  rig_clear (&rig);
}

static void
add_accept (const char *name, JsonObject *data)
{
  for (guint i = 0; i < G_N_ELEMENTS (likes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/cases/%s/%s", name, likes[i].name);
      Accept *a = g_new (Accept, 1);

      *a = (Accept){ json_object_get_string_member (data, "before"), json_object_get_string_member (data, "model_text"),
                     json_object_get_string_member (data, "after"), json_object_get_string_member (data, "document"),
                     &likes[i] };
      g_test_add_data_func_full (path, a, test_accept, g_free);
    }
}

static void
add_cursor (const char *name, JsonObject *data)
{
  g_autofree char *path = g_strconcat ("/plugin/cases/", name, NULL);
  Cursor *c = g_new (Cursor, 1);

  *c = (Cursor){ json_object_get_string_member (data, "text"),     json_object_get_string_member (data, "prefix"),
                 json_object_get_string_member (data, "suffix"),   json_object_get_int_member (data, "byte_offset"),
                 json_object_get_int_member (data, "char_offset"), json_object_get_int_member (data, "utf16_offset") };
  g_test_add_data_func_full (path, c, test_cursor, g_free);
}

static void
test_missing (gconstpointer name)
{
  g_error ("nothing tests the case %s", (const char *) name);
}

static void
add_case (JsonObject *object)
{
  const char *kind = json_object_get_string_member (object, "kind"),
             *name = json_object_get_string_member (object, "name");
  JsonNode *node = json_object_get_member (object, "data");
  JsonObject *data = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autofree char *path = g_strconcat ("/plugin/cases/", name, NULL);

  if (!g_str_equal (kind, "editor") && !g_str_equal (kind, "glib"))
    return;
  if (data != NULL && json_object_has_member (data, "model_text"))
    add_accept (name, data);
  else if (data != NULL && json_object_has_member (data, "byte_offset"))
    add_cursor (name, data);
  else
    {
      for (gsize i = 0; i < G_N_ELEMENTS (elsewhere); i++)
        if (g_str_equal (name, elsewhere[i].name))
          {
            g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_elsewhere);
            return;
          }
      g_test_add_data_func (path, name, test_missing);
    }
}

static void
test_no_cases (void)
{
  g_test_skip ("the cases are not here: set HUNCH_CASES");
}

int
main (int argc, char **argv)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("HUNCH_CASES") != NULL ? g_getenv ("HUNCH_CASES") : "/nowhere", "index.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *cases;

  g_test_init (&argc, &argv, NULL);
  if (!json_parser_load_from_file (parser, path, NULL))
    {
      g_test_add_func ("/plugin/cases", test_no_cases);
      return g_test_run ();
    }
  cases = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    add_case (json_array_get_object_element (cases, i));
  return g_test_run ();
}
