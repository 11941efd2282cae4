/* test-utf8-stream.c: half characters are held, hopeless bytes become U+FFFD, and the cut never matters.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/tokenizer/tok-common.h"
#include "tokenizer/utf8-stream.h"

static void
assert_text (const GString *s, const char *expected, gsize len)
{
  g_assert_true (g_utf8_validate_len (s->str, s->len, NULL) || memchr (s->str, '\0', s->len) != NULL);
  g_assert_cmpmem (s->str, s->len, expected, len);
}

/* Member name's text; it may hold NULs, which JSON-GLib cuts off: those of the fixtures are one character long. */
static gsize
length_of (const char *text, const char *hex)
{
  return *text == '\0' && strcmp (hex, "00") == 0 ? 1 : strlen (text);
}

static void
test_case (gconstpointer user_data)
{
  JsonObject *data = (JsonObject *) user_data;
  JsonArray *pieces = json_object_get_array_member (data, "pieces_hex");
  JsonArray *chunks = json_object_get_array_member (data, "chunks");
  HunchUtf8Stream s = { 0 };

  for (guint i = 0; i < json_array_get_length (chunks); i++)
    {
      gboolean last = i == json_array_get_length (pieces);
      const char *hex = last ? "" : json_array_get_string_element (pieces, i);
      const char *chunk = json_array_get_string_element (chunks, i);
      g_autoptr (GString) bytes = tok_unhex (hex), out = g_string_new (NULL);

      if (last)
        hunch_utf8_stream_flush (&s, out);
      else
        hunch_utf8_stream_push (&s, bytes->str, bytes->len, out);
      assert_text (out, chunk, length_of (chunk, hex));
    }
}

/* What a whole text becomes, pushed at once. */
static GString *
at_once (const char *bytes, gsize n)
{
  HunchUtf8Stream s = { 0 };
  GString *out = g_string_new (NULL);

  hunch_utf8_stream_push (&s, bytes, n, out);
  hunch_utf8_stream_flush (&s, out);
  return out;
}

static void
test_invalid (gconstpointer user_data)
{
  JsonObject *data = (JsonObject *) user_data;
  g_autoptr (GString) bytes = tok_unhex (json_object_get_string_member (data, "hex"));
  g_autoptr (GString) expected = tok_unhex (json_object_get_string_member (data, "replaced_utf8_hex"));
  g_autoptr (GString) out = at_once (bytes->str, bytes->len);

  g_assert_cmpmem (out->str, out->len, expected->str, expected->len);
}

/* Random bytes, many of them near UTF-8, in random pieces: each chunk is valid, and all together are what they are at once, which is
 * what GLib makes of them. */
static void
test_splits (void)
{
  static const guint8 likely[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2,
                                   0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff };

  for (guint turn = 0; turn < 20000; turn++)
    {
      char bytes[32];
      gsize n = g_test_rand_int_range (0, sizeof bytes);
      HunchUtf8Stream s = { 0 };
      g_autoptr (GString) joined = g_string_new (NULL), whole = NULL;

      for (gsize i = 0; i < n; i++)
        bytes[i] = g_test_rand_int_range (0, 4) == 0 ? g_test_rand_int_range (0, 256)
                                                     : likely[g_test_rand_int_range (0, G_N_ELEMENTS (likely))];
      for (gsize at = 0, k; at < n; at += k)
        {
          g_autoptr (GString) chunk = g_string_new (NULL);
          const char *bad;

          k = g_test_rand_int_range (0, MIN (4, n - at) + 1);
          hunch_utf8_stream_push (&s, bytes + at, k, chunk);
          for (const char *p = chunk->str; !g_utf8_validate (p, chunk->str + chunk->len - p, &bad); p = bad + 1)
            g_assert_cmpint (*bad, ==, '\0'); /* the one thing that GLib does not let pass, and we do */
          g_string_append_len (joined, chunk->str, chunk->len);
        }
      hunch_utf8_stream_flush (&s, joined);
      whole = at_once (bytes, n);
      g_assert_cmpmem (joined->str, joined->len, whole->str, whole->len);
    }
}

/* Every code point comes through byte by byte, never early. */
static void
test_every_character (void)
{
  for (gunichar c = 1; c <= 0x10ffff; c += c < 0x3000 ? 1 : 37)
    {
      HunchUtf8Stream s = { 0 };
      g_autoptr (GString) out = g_string_new (NULL);
      char bytes[6];
      int n = g_unichar_to_utf8 (c, bytes);

      if (c >= 0xd800 && c <= 0xdfff)
        continue;
      for (int i = 0; i < n; i++)
        {
          g_assert_cmpuint (out->len, ==, 0);
          hunch_utf8_stream_push (&s, bytes + i, 1, out);
        }
      g_assert_cmpmem (out->str, out->len, bytes, n);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *cases;

  g_test_init (&argc, &argv, NULL);
  root = tok_fixture_json ("cases.json");
  cases = json_object_get_array_member (json_node_get_object (root), "utf8");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *data = json_array_get_object_element (cases, i);
      g_autofree char *path = g_strconcat ("/utf8-stream/", json_object_get_string_member (data, "name"), NULL);

      g_test_add_data_func (path, data, test_case);
    }
  cases = json_object_get_array_member (json_node_get_object (root), "invalid");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *data = json_array_get_object_element (cases, i);
      g_autofree char *path = g_strconcat ("/utf8-stream/", json_object_get_string_member (data, "name"), NULL);

      g_test_add_data_func (path, data, test_invalid);
    }
  g_test_add_func ("/utf8-stream/splits", test_splits);
  g_test_add_func ("/utf8-stream/every-character", test_every_character);
  return g_test_run ();
}
