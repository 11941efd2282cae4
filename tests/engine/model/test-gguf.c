/* test-gguf.c: a GGUF header that is wrong in one place is refused in one line that names the place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/model/scratch.h"
#include "tests/engine/model/tiny.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define Q_NAME "blk.0.attn_q.weight"

/* Opens what bytes say; wants failure, or success where why is NULL. */
static void
expect_bytes (gconstpointer data, gsize n, const char *why)
{
  g_autofree char *path = scratch_path ("bytes.gguf");
  GError *error = NULL;
  HunchGguf *g;

  scratch_put ("bytes.gguf", data, n);
  g = hunch_gguf_open (path, &error);
  if (why == NULL)
    g_assert_no_error (error);
  else
    {
      g_assert_null (g);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, why));
      g_error_free (error);
    }
  hunch_gguf_free (g);
}

static void
test_magic (void)
{
  static const struct
  {
    const char *magic, *why;
  } cases[] = { { "ggjt", "too old" },
                { "tjgg", "too old" },
                { "ggml", "too old" },
                { "lmgg", "too old" },
                { "ggmf", "too old" },
                { "gguf", "only 'GGUF'" },
                { "FUGG", "big-endian" },
                { "PK\x03\x04", "zip" },
                { "<!DOC", "web page" },
                { "\x1b[2J", "\\x1b[2J" },
                { "\xff\xfe\0\0", "\\xff\\xfe\\x00" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      memcpy (t->magic, cases[i].magic, 4);
      tiny_expect (t, "", cases[i].why);
    }
  expect_bytes ("", 0, "empty");
  expect_bytes ("GGU", 3, "only 3 bytes");
  expect_bytes ("GGUF", 4, "cut short");
  expect_bytes ("GGUF\3\0\0\0\0\0\0", 11, "cut short");
}

static void
test_version (void)
{
  static const struct
  {
    guint32 version;
    const char *why;
  } cases[] = { { 0, "version 0" },           { 1, "version 1 is not supported" }, { 4, "newer" },
                { 0x03000000, "big-endian" }, { 0x02000000, "big-endian" },        { G_MAXUINT32, "newer" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      t->version = cases[i].version;
      tiny_expect (t, "ersion", cases[i].why);
    }
}

static void
test_version_2 (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *path = NULL;
  GError *error = NULL;
  HunchGguf *g;

  t->version = 2;
  path = tiny_write (t, "v2.gguf");
  g = hunch_gguf_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hunch_gguf_n_tensors (g), ==, 20);
  hunch_gguf_free (g);
}

static void
test_counts (void)
{
  /* Too many by a little, by enough to wrap when multiplied, and by all there is. */
  guint64 counts[] = { 1000,        (guint64) 1 << 32,    (guint64) 1 << 60,  (guint64) 1 << 63,
                       G_MAXUINT64, G_MAXUINT64 / 33 + 2, G_MAXUINT64 / 8 + 2 };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (Tiny) t = tiny_new (NULL);
      g_autoptr (Tiny) u = tiny_new (NULL);

      t->n_tensors = &counts[i];
      tiny_expect (t, "tensor count", "do not fit");
      u->n_kv = &counts[i];
      tiny_expect (u, "metadata count", "do not fit");
    }
}

/* A file of one key of given length and bytes, and nothing after it. */
static void
expect_key (guint64 len, const char *bytes, const char *why)
{
  g_autoptr (GByteArray) b = NULL;
  g_autoptr (Tiny) t = tiny_new (NULL);
  guint64 one = 1;

  t->n_kv = &one;
  b = tiny_bytes (t);
  len = GUINT64_TO_LE (len);
  g_byte_array_append (b, (guint8 *) &len, 8);
  g_byte_array_append (b, (const guint8 *) bytes, (guint) strlen (bytes));
  expect_bytes (b->data, b->len, why);
}

static void
test_keys (void)
{
  g_autoptr (Tiny) nul = tiny_new ("llama"), twice = tiny_new ("llama"), latin = tiny_new ("llama"),
                   ctrl = tiny_new ("llama");
  g_autofree char *longest = g_strnfill (65536, 'k');

  expect_key (G_MAXUINT64, "abc", "metadata key 0");
  expect_key ((guint64) 1 << 63, "abc", "metadata key 0");
  expect_key (100, "abc", "metadata key 0");
  expect_key (0, "abcdefghijkl", "0 bytes is not allowed");
  expect_key (65536, longest, "65536 bytes is not allowed");
  expect_key (3, "abc", "cut short");

  tiny_u32 (nul, "a\x01z", 1);
  ((GByteArray *) nul->keys->pdata[nul->keys->len - 1])->data[1] = 0;
  tiny_expect (nul, "a\\x00z", "NUL");
  tiny_u32 (latin, "caf\xe9", 1);
  tiny_expect (latin, "caf\\xe9", "UTF-8");
  tiny_raw (ctrl, "\x1b[31m\u202e", 77, "", 0);
  tiny_expect (ctrl, "\\x1b[31m\\u{202e}", "no value type 77");

  tiny_u32 (twice, "llama.context_lengti", 64);
  ((GByteArray *) twice->keys->pdata[twice->keys->len - 1])->data[19] = 'h';
  tiny_expect (twice, "llama.context_length", "twice");
}

static void
test_values (void)
{
  static const guint64 lengths[] = { G_MAXUINT64, (guint64) 1 << 63, G_MAXUINT64 - 100, 1 << 20 };
  static const guint32 types[] = { 13, 255, G_MAXUINT32 };
  guint32 nested[3] = { HUNCH_KV_ARRAY, 1, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (Tiny) text = tiny_new (NULL), floats = tiny_new (NULL), strings = tiny_new (NULL),
                       bytes = tiny_new (NULL);

      tiny_raw (text, "a.text", HUNCH_KV_STRING, &lengths[i], 8);
      tiny_expect (text, "a.text", "longer than");
      tiny_array (floats, "a.floats", HUNCH_KV_F32, lengths[i], "1234", 4);
      tiny_expect (floats, "a.floats", "does not fit");
      tiny_array (strings, "a.strings", HUNCH_KV_STRING, lengths[i], "\1\0\0\0\0\0\0\0x", 9);
      tiny_expect (strings, "a.strings", "does not fit");
      tiny_array (bytes, "a.bytes", HUNCH_KV_U8, lengths[i], "1234", 4);
      tiny_expect (bytes, "a.bytes", "does not fit");
    }
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (Tiny) value = tiny_new (NULL), element = tiny_new (NULL);

      tiny_raw (value, "a.b", types[i], "12345678", 8);
      tiny_expect (value, "a.b", "no value type");
      tiny_array (element, "a.b", types[i], 1, "12345678", 8);
      tiny_expect (element, "a.b", "no array element type");
    }
  {
    g_autoptr (Tiny) deep = tiny_new (NULL);

    tiny_array (deep, "a.b", HUNCH_KV_ARRAY, 1, nested, sizeof nested);
    tiny_expect (deep, "a.b", "arrays of arrays");
  }
}

static void
test_alignment (void)
{
  static const guint32 wrong[] = { 0, 1, 3, 4, 12, 33, (guint32) 1 << 31, G_MAXUINT32 };
  static const guint32 right[] = { 8, 16, 24, 64, 4096 };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_u32 (t, "general.alignment", wrong[i]);
      tiny_expect (t, "general.alignment", wrong[i] % 8 == 0 && wrong[i] > 0 ? "more than" : "multiple of 8");
    }
  for (gsize i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (Tiny) t = tiny_new (NULL);
      g_autoptr (GByteArray) b = NULL;

      t->alignment = right[i];
      tiny_u32 (t, "general.alignment", right[i]);
      tiny_add_tensor (t, "a", 5, 0);
      tiny_add_tensor (t, "b", 5, 0);
      b = tiny_bytes (t);
      expect_bytes (b->data, b->len, NULL);
    }
  {
    g_autoptr (Tiny) i32 = tiny_new ("llama"), u64 = tiny_new ("llama"), text = tiny_new ("llama");

    tiny_i32 (i32, "general.alignment", 32);
    tiny_expect (i32, "general.alignment", "must be u32");
    tiny_u64 (u64, "general.alignment", 32);
    tiny_expect (u64, "general.alignment", "must be u32");
    tiny_string (text, "general.alignment", "32");
    tiny_expect (text, "general.alignment", "must be u32");
  }
}

static void
expect_shape (guint32 n_dims, guint64 d0, guint64 d1, guint64 d2, guint32 type, const char *why)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  TinyTensor *q = tiny_tensor (t, Q_NAME);

  q->n_dims = n_dims;
  q->dims[0] = d0;
  q->dims[1] = d1;
  q->dims[2] = d2;
  q->type = type;
  tiny_expect (t, Q_NAME, why);
}

static void
test_shapes (void)
{
  const guint64 two32 = (guint64) 1 << 32;
  static const guint32 unknown[] = { 4, 5, 9, 15, 16, 24, 28, 37, 99, G_MAXUINT32 };

  expect_shape (0, 8, 8, 0, 0, "0 dimensions");
  expect_shape (9, 8, 8, 1, 0, "9 dimensions");
  expect_shape (G_MAXUINT32, 8, 8, 0, 0, "4294967295 dimensions");
  expect_shape (2, 0, 8, 0, 0, "dimension 0 is 0");
  expect_shape (2, 8, (guint64) 1 << 63, 0, 0, "not positive");
  expect_shape (2, G_MAXUINT64, 8, 0, 0, "not positive");
  expect_shape (2, ((guint64) 1 << 42) + 1, 8, 0, 0, "past the end");
  expect_shape (2, two32, two32, 0, 0, "64 bits");
  expect_shape (3, two32 / 2, two32 / 2, 2, 0, "64 bits");
  expect_shape (2, two32 / 2, two32 - 1, 0, 0, "64 bits");
  expect_shape (2, 8, 8, 0, HUNCH_TYPE_Q8_0, "block of 32");
  expect_shape (2, 32 * 7, 1, 0, HUNCH_TYPE_Q4_K, "block of 256");
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      g_autofree char *why = g_strdup_printf ("type %u is not", unknown[i]);

      expect_shape (2, 8, 8, 0, unknown[i], why);
    }
}

static void
test_offsets (void)
{
  static const struct
  {
    guint64 offset;
    const char *why;
  } cases[] = { { 1, "multiple of the alignment" },    { 16, "multiple of the alignment" },
                { (guint64) 1 << 40, "past the end" }, { G_MAXUINT64 - 31, "past the end" },
                { (guint64) 1 << 63, "past the end" }, { G_MAXUINT64, "multiple of the alignment" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_tensor (t, Q_NAME)->offset = &cases[i].offset;
      tiny_expect (t, Q_NAME, cases[i].why);
    }
}

/* Tensors follow one another: none shares bytes with another, and none is left out. */
static void
test_places (void)
{
  static const guint64 wrong[] = { 0, 32, 64, 128, 160, 192, 256, 320, 480, 448, 1024 };

  for (guint64 alignment = 32; alignment <= 64; alignment *= 2)
    for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
      {
        g_autoptr (Tiny) t = tiny_new (NULL);
        const guint64 right = alignment == 32 ? 160 : 192; /* 40 numbers */

        t->alignment = alignment;
        tiny_u32 (t, "general.alignment", alignment);
        tiny_add_tensor (t, "a", 40, 0);
        tiny_add_tensor (t, "b", 8, 8)->offset = &wrong[i];
        tiny_add_tensor (t, "c", 8, 0);
        t->data_bytes += 4096;
        if (wrong[i] % alignment != 0)
          tiny_expect (t, "tensor b", "multiple of the alignment");
        else if (wrong[i] == right)
          tiny_expect (t, "", "general.architecture"); /* which is all that is missing */
        else
          tiny_expect (t, "tensor b", alignment == 32 ? "not at 160" : "not at 192");
      }
}

static void
test_names (void)
{
  g_autoptr (Tiny) empty = tiny_new ("llama"), big = tiny_new ("llama"), twice = tiny_new ("llama"),
                   nul = tiny_new ("llama");
  g_autofree char *name64 = g_strnfill (64, 'n');

  g_byte_array_set_size (tiny_tensor (empty, Q_NAME)->name, 0);
  tiny_expect (empty, "tensor 3", "0 bytes is not allowed");
  tiny_add_tensor (big, name64, 4, 0);
  tiny_expect (big, "tensor 20", "64 bytes is not allowed");
  tiny_add_tensor (twice, Q_NAME, 8, 8);
  tiny_expect (twice, Q_NAME, "twice");
  tiny_tensor (nul, Q_NAME)->name->data[3] = 0;
  tiny_expect (nul, "blk\\x000.attn_q", "NUL");
}

/* What lies where a model was expected. */
static void
test_paths (void)
{
  g_autofree char *folder = scratch_path ("folder"), *missing = scratch_path ("missing.gguf"),
                  *fifo = scratch_path ("fifo");
  const char *paths[] = { folder, missing, fifo, "/dev/null" };
  const char *whys[] = { "is a folder", "No such file", "not a regular file", "not a regular file" };

  g_mkdir (folder, 0700);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      GError *error = NULL;

      g_assert_null (hunch_gguf_open (paths[i], &error));
      g_assert_nonnull (strstr (error->message, paths[i]));
      g_assert_nonnull (strstr (error->message, whys[i]));
      g_assert_true (g_error_matches (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND) == (i == 1));
      g_error_free (error);
    }
}

static void
test_shrinks (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *path = tiny_write (t, "shrinks.gguf");
  HunchGguf *g = hunch_gguf_open (path, NULL);

  g_assert_true (hunch_gguf_still_whole (g));
  g_assert_cmpint (truncate (path, 4096), ==, 0);
  g_assert_false (hunch_gguf_still_whole (g));
  hunch_gguf_free (g);
}

/* Another file under the same name is no harm: the mapping keeps the old one. */
static void
test_replaced (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *path = tiny_write (t, "replaced.gguf");
  HunchGguf *g = hunch_gguf_open (path, NULL);
  const HunchTensor *q;
  float f;

  g_assert_true (g_file_set_contents (path, "short", 5, NULL));
  g_assert_true (hunch_gguf_still_whole (g));
  q = hunch_gguf_tensor (g, Q_NAME);
  hunch_gguf_drop_pages (g, q);
  memcpy (&f, q->data + 4, 4);
  g_assert_cmpfloat (f, >=, 0);
  hunch_gguf_free (g);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf/magic", test_magic);
  g_test_add_func ("/gguf/version", test_version);
  g_test_add_func ("/gguf/version-2", test_version_2);
  g_test_add_func ("/gguf/counts", test_counts);
  g_test_add_func ("/gguf/keys", test_keys);
  g_test_add_func ("/gguf/values", test_values);
  g_test_add_func ("/gguf/alignment", test_alignment);
  g_test_add_func ("/gguf/shapes", test_shapes);
  g_test_add_func ("/gguf/offsets", test_offsets);
  g_test_add_func ("/gguf/places", test_places);
  g_test_add_func ("/gguf/names", test_names);
  g_test_add_func ("/gguf/paths", test_paths);
  g_test_add_func ("/gguf/shrinks", test_shrinks);
  g_test_add_func ("/gguf/replaced", test_replaced);
  return g_test_run ();
}
