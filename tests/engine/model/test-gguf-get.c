/* test-gguf-get.c: metadata come out as they went in, and a getter that does not fit says so.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/model/tiny.h"

#include <math.h>
#include <string.h>

static HunchGguf *
make (void)
{
  g_autoptr (Tiny) t = tiny_new (NULL);
  g_autofree char *path = NULL;
  guint16 u16 = 65535;
  gint16 i16 = -300;
  gint64 i64 = -5000000000;
  guint32 same[] = { 3, 3, 3 }, differ[] = { 3, 3, 4 };
  gint32 ints[] = { -1, 0, 7 };
  GError *error = NULL;
  HunchGguf *g;

  tiny_u8 (t, "u8", 200);
  tiny_raw (t, "i8", HUNCH_KV_I8, "\x80", 1);
  tiny_raw (t, "u16", HUNCH_KV_U16, &u16, 2);
  tiny_raw (t, "i16", HUNCH_KV_I16, &i16, 2);
  tiny_u32 (t, "u32", 4000000000u);
  tiny_i32 (t, "i32", -7);
  tiny_u64 (t, "u64", G_MAXUINT64);
  tiny_raw (t, "i64", HUNCH_KV_I64, &i64, 8);
  tiny_f32 (t, "f32", 0.5f);
  tiny_f64 (t, "f64", 0.1);
  tiny_f32 (t, "nan", NAN);
  tiny_f64 (t, "inf", INFINITY);
  tiny_bool (t, "yes", 1);
  tiny_bool (t, "odd", 2);
  tiny_string (t, "text", "a\tb 文");
  tiny_raw (t, "nul", HUNCH_KV_STRING, "\3\0\0\0\0\0\0\0a\0b", 11);
  tiny_array (t, "same", HUNCH_KV_U32, 3, same, sizeof same);
  tiny_array (t, "differ", HUNCH_KV_U32, 3, differ, sizeof differ);
  tiny_array (t, "empty", HUNCH_KV_U32, 0, NULL, 0);
  tiny_array (t, "ints", HUNCH_KV_I32, 3, ints, sizeof ints);
  tiny_array (t, "bytes", HUNCH_KV_U8, 3, "\1\2\xff", 3);
  tiny_tokens (t, "tokens", 9);
  path = tiny_write (t, "get.gguf");
  g = hunch_gguf_open (path, &error);
  g_assert_no_error (error);
  return g;
}

static void
expect_error (GError **error, const char *key, const char *why)
{
  g_assert_error (*error, HUNCH_ERROR, HUNCH_ERROR_FORMAT);
  g_assert_nonnull (strstr ((*error)->message, key));
  g_assert_nonnull (strstr ((*error)->message, why));
  g_clear_error (error);
}

static void
test_integers (void)
{
  HunchGguf *g = make ();
  static const struct
  {
    const char *key;
    gint64 v;
  } signed_ones[] = { { "u8", 200 },         { "i8", -128 }, { "u16", 65535 },      { "i16", -300 },
                      { "u32", 4000000000 }, { "i32", -7 },  { "i64", -5000000000 } };
  GError *error = NULL;
  guint64 u = 99;
  gint64 v;

  for (gsize i = 0; i < G_N_ELEMENTS (signed_ones); i++)
    {
      g_assert_true (hunch_gguf_get_i64 (g, signed_ones[i].key, &v, &error));
      g_assert_cmpint (v, ==, signed_ones[i].v);
      if (v >= 0)
        {
          g_assert_true (hunch_gguf_get_u64 (g, signed_ones[i].key, 0, G_MAXUINT64, &u, &error));
          g_assert_cmpuint (u, ==, (guint64) v);
        }
      else
        {
          g_assert_false (hunch_gguf_get_u64 (g, signed_ones[i].key, 0, G_MAXUINT64, &u, &error));
          expect_error (&error, signed_ones[i].key, "out of range");
        }
    }
  g_assert_true (hunch_gguf_get_u64 (g, "u64", 0, G_MAXUINT64, &u, &error));
  g_assert_cmpuint (u, ==, G_MAXUINT64);
  g_assert_false (hunch_gguf_get_i64 (g, "u64", &v, &error));
  expect_error (&error, "u64", "out of range");
  g_assert_false (hunch_gguf_get_u64 (g, "u8", 1, 199, &u, &error));
  expect_error (&error, "u8", "(1 to 199)");
  g_assert_false (hunch_gguf_get_u64 (g, "f32", 0, 9, &u, &error));
  expect_error (&error, "f32", "expected an integer");
  g_assert_false (hunch_gguf_get_u64 (g, "yes", 0, 9, &u, &error));
  expect_error (&error, "yes", "found bool");
  g_assert_false (hunch_gguf_get_u64 (g, "absent", 0, 9, &u, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (u, ==, G_MAXUINT64);
  hunch_gguf_free (g);
}

static void
test_same (void)
{
  HunchGguf *g = make ();
  GError *error = NULL;
  guint64 u;

  g_assert_true (hunch_gguf_get_same_u64 (g, "same", 3, 0, 9, &u, &error));
  g_assert_cmpuint (u, ==, 3);
  g_assert_true (hunch_gguf_get_same_u64 (g, "u8", 3, 0, 255, &u, &error));
  g_assert_cmpuint (u, ==, 200);
  g_assert_false (hunch_gguf_get_same_u64 (g, "differ", 3, 0, 9, &u, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_false (hunch_gguf_get_same_u64 (g, "empty", 3, 0, 9, &u, &error));
  expect_error (&error, "empty", "0 values");
  for (guint n = 1; n < 5; n++)
    if (n != 3)
      {
        g_assert_false (hunch_gguf_get_same_u64 (g, "same", n, 0, 9, &u, &error));
        expect_error (&error, "same", "3 values");
      }
  g_assert_false (hunch_gguf_get_same_u64 (g, "same", 0, 0, 9, &u, &error));
  expect_error (&error, "same", "found array");
  g_assert_false (hunch_gguf_get_same_u64 (g, "tokens", 3, 0, 9, &u, &error));
  expect_error (&error, "tokens", "found string");
  g_assert_false (hunch_gguf_get_u64 (g, "same", 0, 9, &u, &error));
  expect_error (&error, "same", "found array");
  hunch_gguf_free (g);
}

static void
test_others (void)
{
  HunchGguf *g = make ();
  GError *error = NULL;
  g_autofree char *s = NULL;
  gboolean b;
  double d;

  g_assert_true (hunch_gguf_get_float (g, "f32", &d, &error) && d == 0.5);
  g_assert_true (hunch_gguf_get_float (g, "f64", &d, &error) && d == 0.1);
  g_assert_false (hunch_gguf_get_float (g, "nan", &d, &error));
  expect_error (&error, "nan", "finite");
  g_assert_false (hunch_gguf_get_float (g, "inf", &d, &error));
  expect_error (&error, "inf", "finite");
  g_assert_false (hunch_gguf_get_float (g, "u8", &d, &error));
  expect_error (&error, "u8", "floating-point");
  g_assert_true (hunch_gguf_get_bool (g, "yes", &b, &error) && b);
  g_assert_false (hunch_gguf_get_bool (g, "odd", &b, &error));
  expect_error (&error, "odd", "2 is not a truth value");
  g_assert_true (hunch_gguf_get_string (g, "text", &s, &error));
  g_assert_cmpstr (s, ==, "a\tb 文");
  g_assert_false (hunch_gguf_get_string (g, "nul", &s, &error));
  expect_error (&error, "nul", "NUL");
  g_assert_false (hunch_gguf_get_string (g, "u8", &s, &error));
  expect_error (&error, "u8", "expected a string");
  hunch_gguf_free (g);
}

static void
test_arrays (void)
{
  HunchGguf *g = make ();
  GError *error = NULL;
  const char *data[9];
  gsize len[9];
  gint32 out[3];
  HunchKvType type;
  const guint8 *raw;
  guint64 n;

  g_assert_true (hunch_gguf_get_array (g, "tokens", &type, &n, &raw, &error));
  g_assert_cmpuint (type, ==, HUNCH_KV_STRING);
  g_assert_cmpuint (n, ==, 9);
  hunch_gguf_array_strings (raw, n, data, len);
  g_assert_cmpuint (len[8], ==, 1);
  g_assert_true (data[0][0] == 'a' && data[8][0] == 'i');
  g_assert_false (hunch_gguf_array_ints (type, raw, n, out));

  g_assert_true (hunch_gguf_get_array (g, "ints", &type, &n, &raw, &error));
  g_assert_true (hunch_gguf_array_ints (type, raw, n, out));
  g_assert_true (out[0] == -1 && out[2] == 7);
  g_assert_true (hunch_gguf_get_array (g, "bytes", &type, &n, &raw, &error));
  g_assert_true (hunch_gguf_array_ints (type, raw, n, out));
  g_assert_true (out[0] == 1 && out[2] == 255);
  g_assert_false (hunch_gguf_get_array (g, "text", &type, &n, &raw, &error));
  expect_error (&error, "text", "expected an array");
  hunch_gguf_free (g);
}

static void
test_list (void)
{
  HunchGguf *g = make ();
  static const struct
  {
    const char *key, *value;
  } some[] = { { "i8", "-128" },
               { "u64", "18446744073709551615" },
               { "text", "a\\tb 文" },
               { "nul", "a\\x00b" },
               { "yes", "true" },
               { "empty", "0 u32: []" },
               { "f32", "0.5" },
               { "i64", "-5000000000" },
               { "ints", "3 i32: [-1, 0, 7]" },
               { "tokens", "9 string: ['a', 'b', 'c', 'd', 'e', 'f', …]" } };
  guint seen = 0;

  for (guint i = 0; i < hunch_gguf_n_keys (g); i++)
    {
      g_autofree char *value = NULL;
      g_autofree char *key = hunch_gguf_key_at (g, i, &value);

      for (gsize j = 0; j < G_N_ELEMENTS (some); j++)
        if (strcmp (key, some[j].key) == 0)
          {
            g_assert_cmpstr (value, ==, some[j].value);
            seen++;
          }
    }
  g_assert_cmpuint (seen, ==, G_N_ELEMENTS (some));
  hunch_gguf_free (g);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf-get/integers", test_integers);
  g_test_add_func ("/gguf-get/same", test_same);
  g_test_add_func ("/gguf-get/others", test_others);
  g_test_add_func ("/gguf-get/arrays", test_arrays);
  g_test_add_func ("/gguf-get/list", test_list);
  return g_test_run ();
}
