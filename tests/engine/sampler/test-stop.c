/* test-stop.c: stop strings in streamed text: cases from public reports, and properties over random splits.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/sampler/stop.h"

#include <json-glib/json-glib.h>

/* Pushes pieces until a stop; *matched is NULL at the end without one. chunks: what each push gave, then the flush. */
static GString *
stream (const char *const *stops, const char *const *pieces, GPtrArray *chunks, char **matched)
{
  HunchStop *s = hunch_stop_new (stops);
  GString *all = g_string_new (NULL), *out = g_string_new (NULL);
  const char *found = NULL;

  for (guint i = 0; pieces[i] && !found; i++)
    {
      g_string_truncate (out, 0);
      hunch_stop_push (s, pieces[i], strlen (pieces[i]), out, &found);
      g_ptr_array_add (chunks, g_strdup (out->str));
      g_string_append_len (all, out->str, (gssize) out->len);
    }
  if (!found)
    {
      g_string_truncate (out, 0);
      hunch_stop_flush (s, out);
      g_ptr_array_add (chunks, g_strdup (out->str));
      g_string_append_len (all, out->str, (gssize) out->len);
    }
  *matched = g_strdup (found);
  g_string_free (out, TRUE);
  hunch_stop_free (s);
  return all;
}

static GStrv
strings (JsonArray *array)
{
  GPtrArray *v = g_ptr_array_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_ptr_array_add (v, g_strdup (json_array_get_string_element (array, i)));
  g_ptr_array_add (v, NULL);
  return (GStrv) g_ptr_array_free (v, FALSE);
}

static void
test_case (gconstpointer user_data)
{
  JsonObject *data = (JsonObject *) user_data;
  g_auto (GStrv) stops = strings (json_object_get_array_member (data, "stops"));
  g_auto (GStrv) pieces = strings (json_object_get_array_member (data, "pieces"));
  g_auto (GStrv) expected = strings (json_object_get_array_member (data, "chunks"));
  g_autofree char *whole = g_strjoinv ("", pieces);
  const char *at_once[] = { whole, NULL };
  JsonNode *matched_node = json_object_get_member (data, "matched");
  const char *expected_matched = json_node_is_null (matched_node) ? NULL : json_node_get_string (matched_node);

  for (guint way = 0; way < 2; way++)
    {
      g_autoptr (GPtrArray) chunks = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *matched = NULL;
      GString *text
          = stream ((const char *const *) stops, way ? at_once : (const char *const *) pieces, chunks, &matched);

      g_assert_cmpstr (text->str, ==, json_object_get_string_member (data, "text"));
      g_assert_cmpstr (matched, ==, expected_matched);
      for (guint i = 0; way == 0 && expected[i]; i++)
        {
          g_assert_cmpuint (i, <, chunks->len);
          g_assert_cmpstr (chunks->pdata[i], ==, expected[i]);
        }
      g_string_free (text, TRUE);
    }
}

static void
test_empty_ignored (void)
{
  const char *stops[] = { "", "x", "", NULL };
  const char *pieces[] = { "", "a", "bx", NULL };
  const char *const *sets[] = { NULL, stops + 3, stops };
  const char *texts[] = { "abx", "abx", "ab" };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autoptr (GPtrArray) chunks = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *matched = NULL;
      GString *text = stream (sets[i], pieces, chunks, &matched);

      g_assert_cmpstr (text->str, ==, texts[i]);
      g_assert_cmpstr (matched, ==, i == 2 ? "x" : NULL);
      g_string_free (text, TRUE);
    }
}

/* NULs are text like any other. */
static void
test_nul (void)
{
  const char *stops[] = { "stop", NULL };
  HunchStop *s = hunch_stop_new (stops);
  g_autoptr (GString) out = g_string_new (NULL);
  const char *matched = NULL;

  g_assert_false (hunch_stop_push (s, "a\0b st", 6, out, &matched));
  g_assert_true (hunch_stop_push (s, "op", 2, out, &matched));
  g_assert_cmpmem (out->str, out->len, "a\0b ", 4);
  hunch_stop_free (s);
}

/* Over a small alphabet, so that stop strings overlap with themselves and with each other: whatever the split,
 * what came out never holds a stop string, is the text up to one that is really there, and nothing is held without
 * need. */
static void
test_random (void)
{
  for (guint round = 0; round < 5000; round++)
    {
      GPtrArray *stops = g_ptr_array_new_with_free_func (g_free);
      GString *text = g_string_new (NULL), *out = g_string_new (NULL);
      guint n_stops = (guint) g_test_rand_int_range (0, 4), len = (guint) g_test_rand_int_range (0, 40);
      const char *matched = NULL;
      HunchStop *s;
      gsize pushed = 0;

      for (guint i = 0; i < n_stops; i++)
        {
          GString *stop = g_string_new (NULL);

          for (gint k = g_test_rand_int_range (1, 6); k > 0; k--)
            g_string_append_c (stop, (char) ('a' + g_test_rand_int_range (0, 2)));
          g_ptr_array_add (stops, g_string_free (stop, FALSE));
        }
      g_ptr_array_add (stops, NULL);
      for (guint i = 0; i < len; i++)
        g_string_append_c (text, (char) ('a' + g_test_rand_int_range (0, 3)));

      s = hunch_stop_new ((const char *const *) stops->pdata);
      while (pushed < len && !matched)
        {
          gsize n = MIN ((gsize) g_test_rand_int_range (1, 8), len - pushed);

          hunch_stop_push (s, text->str + pushed, n, out, &matched);
          pushed += n;
          for (guint i = 0; i < n_stops; i++)
            g_assert_null (strstr (out->str, stops->pdata[i]));
          g_assert_cmpint (strncmp (out->str, text->str, out->len), ==, 0);
          if (!matched && out->len < pushed)
            { /* what is held begins some stop string */
              g_autofree char *held = g_strndup (text->str + out->len, pushed - out->len);
              gboolean needed = FALSE;

              for (guint i = 0; i < n_stops; i++)
                needed |= g_str_has_prefix (stops->pdata[i], held);
              g_assert_true (needed);
            }
        }
      if (matched)
        g_assert_true (g_str_has_prefix (text->str + out->len, matched));
      else
        {
          hunch_stop_flush (s, out);
          g_assert_cmpstr (out->str, ==, text->str);
          for (guint i = 0; i < n_stops; i++)
            g_assert_null (strstr (text->str, stops->pdata[i]));
        }
      hunch_stop_free (s);
      g_ptr_array_unref (stops);
      g_string_free (text, TRUE);
      g_string_free (out, TRUE);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *path = NULL;
  JsonArray *cases;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "engine", "sampler", "cases.json", NULL);
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  cases = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *c = json_array_get_object_element (cases, i);
      const char *name = json_object_get_string_member (c, "name");
      g_autofree char *test = g_strconcat ("/stop/case/", name, NULL);

      if (g_str_has_prefix (name, "stop-"))
        g_test_add_data_func (test, json_object_get_object_member (c, "data"), test_case);
    }
  g_test_add_func ("/stop/empty-ignored", test_empty_ignored);
  g_test_add_func ("/stop/nul", test_nul);
  g_test_add_func ("/stop/random", test_random);
  return g_test_run ();
}
