/* test-gguf-split.c: a model in several files loads whole or says which part is missing.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"
#include "tests/engine/model/scratch.h"
#include "tests/engine/model/tiny.h"

#include <glib/gstdio.h>
#include <string.h>

/* Writes a tiny llama as n parts, all keys in the first; the caller may have changed the first. Returns the path of part i. */
static char *
write_part (Tiny *whole, guint i, guint n, guint no, guint count)
{
  g_autoptr (Tiny) part = tiny_new (NULL);
  g_autofree char *name = g_strdup_printf ("model-%05u-of-%05u.gguf", i + 1, n);

  for (guint k = 0; i == 0 && k < whole->keys->len; k++)
    {
      g_ptr_array_add (part->keys, g_byte_array_ref (whole->keys->pdata[k]));
      g_ptr_array_add (part->values, g_byte_array_ref (whole->values->pdata[k]));
    }
  tiny_raw (part, "split.no", HUNCH_KV_U16, &no, 2);
  tiny_raw (part, "split.count", HUNCH_KV_U16, &count, 2);
  for (guint k = i; k < whole->tensors->len; k += n)
    {
      TinyTensor *t = whole->tensors->pdata[k];
      g_autofree char *tensor = g_strndup ((char *) t->name->data, t->name->len);

      tiny_add_tensor (part, tensor, t->dims[0], t->dims[1]);
    }
  return tiny_write (part, name);
}

static char *
write_parts (Tiny *whole, guint n)
{
  char *first = write_part (whole, 0, n, 0, n);

  for (guint i = 1; i < n; i++)
    g_free (write_part (whole, i, n, i, n));
  return first;
}

static void
expect (const char *path, const char *why)
{
  GError *error = NULL;

  g_assert_null (hunch_gguf_open (path, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, why));
  g_assert_null (strchr (error->message, '\n'));
  g_error_free (error);
}

static void
test_loads (void)
{
  for (guint n = 1; n <= 3; n++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");
      g_autofree char *first = write_parts (t, n);
      GError *error = NULL;
      HunchModelFile *m = hunch_model_file_open (first, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (hunch_gguf_n_tensors (m->gguf), ==, 20);
      g_assert_cmpuint (m->warnings->len, ==, 0);
      g_assert_nonnull (m->layers[1].down->data);
      g_assert_cmpuint (hunch_gguf_bytes (m->gguf), >, 5000);
      g_assert_true (hunch_gguf_still_whole (m->gguf));
      hunch_model_file_free (m);
    }
}

static void
test_missing (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *first = write_parts (t, 3), *third = scratch_path ("model-00003-of-00003.gguf");

  expect (third, "model-00001-of-00003.gguf");
  expect (third, "start with the first part");
  g_unlink (third);
  expect (first, "model-00003-of-00003.gguf");
  expect (first, "part 3 of 3 is needed");
}

static void
test_confused (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *first = write_parts (t, 3), *other = scratch_path ("renamed.gguf");

  g_free (write_part (t, 1, 3, 2, 3));
  expect (first, "expected part 2 of 3, found part 3 of 3");
  g_free (write_part (t, 1, 3, 1, 4));
  expect (first, "found part 2 of 4");
  g_free (write_part (t, 1, 3, 1, 3));
  g_assert_cmpint (g_rename (first, other), ==, 0);
  expect (other, "NAME-00001-of-00003.gguf");
}

static void
test_counts (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *first = NULL, *second = NULL;
  GError *error = NULL;
  HunchGguf *g;

  tiny_i32 (t, "split.tensors.count", 20);
  first = write_parts (t, 2);
  g = hunch_gguf_open (first, &error);
  g_assert_no_error (error);
  hunch_gguf_free (g);
  tiny_i32 (t, "split.tensors.count", 21);
  g_free (write_part (t, 0, 2, 0, 2));
  expect (first, "21 tensors were promised");
  tiny_i32 (t, "split.tensors.count", -1);
  g_free (write_part (t, 0, 2, 0, 2));
  expect (first, "split.tensors.count: -1 is out of range");
}

/* The same tensor in two parts. */
static void
test_twice (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  g_autofree char *first = NULL;

  tiny_add_tensor (t, "blk.0.attn_q.weight", 8, 8); /* the 21st: goes to the first part, the 4th is in the second */
  first = write_parts (t, 2);
  expect (first, "blk.0.attn_q.weight is there twice");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf-split/loads", test_loads);
  g_test_add_func ("/gguf-split/missing", test_missing);
  g_test_add_func ("/gguf-split/confused", test_confused);
  g_test_add_func ("/gguf-split/counts", test_counts);
  g_test_add_func ("/gguf-split/twice", test_twice);
  return g_test_run ();
}
