/* tiny.c: writes small GGUF files, right or wrong in one place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/scratch.h"
#include "tests/engine/model/tiny.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"

#include <glib/gstdio.h>
#include <string.h>

static void
put (GByteArray *b, gconstpointer data, gsize n)
{
  g_byte_array_append (b, data, (guint) n);
}

static void
put_u32 (GByteArray *b, guint32 v)
{
  v = GUINT32_TO_LE (v);
  put (b, &v, 4);
}

static void
put_u64 (GByteArray *b, guint64 v)
{
  v = GUINT64_TO_LE (v);
  put (b, &v, 8);
}

static void
free_tensor (gpointer data)
{
  TinyTensor *t = data;

  g_byte_array_unref (t->name);
  g_free (t);
}

/* Keys */

static GByteArray *
value_of (Tiny *t, const char *key)
{
  for (guint i = 0; i < t->keys->len; i++)
    {
      GByteArray *k = t->keys->pdata[i];

      if (k->len == strlen (key) && memcmp (k->data, key, k->len) == 0)
        return g_byte_array_set_size (t->values->pdata[i], 0);
    }
  g_ptr_array_add (t->keys, g_byte_array_new ());
  put (t->keys->pdata[t->keys->len - 1], key, strlen (key));
  g_ptr_array_add (t->values, g_byte_array_new ());
  return t->values->pdata[t->values->len - 1];
}

void
tiny_raw (Tiny *t, const char *key, guint32 type, gconstpointer raw, gsize bytes)
{
  GByteArray *v = value_of (t, key);

  put_u32 (v, type);
  put (v, raw, bytes);
}

void
tiny_u8 (Tiny *t, const char *key, guint8 v)
{
  tiny_raw (t, key, HUNCH_KV_U8, &v, 1);
}

void
tiny_u32 (Tiny *t, const char *key, guint32 v)
{
  tiny_raw (t, key, HUNCH_KV_U32, &v, 4);
}

void
tiny_u64 (Tiny *t, const char *key, guint64 v)
{
  tiny_raw (t, key, HUNCH_KV_U64, &v, 8);
}

void
tiny_i32 (Tiny *t, const char *key, gint32 v)
{
  tiny_raw (t, key, HUNCH_KV_I32, &v, 4);
}

void
tiny_f32 (Tiny *t, const char *key, float v)
{
  tiny_raw (t, key, HUNCH_KV_F32, &v, 4);
}

void
tiny_f64 (Tiny *t, const char *key, double v)
{
  tiny_raw (t, key, HUNCH_KV_F64, &v, 8);
}

void
tiny_bool (Tiny *t, const char *key, guint8 v)
{
  tiny_raw (t, key, HUNCH_KV_BOOL, &v, 1);
}

void
tiny_string (Tiny *t, const char *key, const char *v)
{
  GByteArray *b = value_of (t, key);

  put_u32 (b, HUNCH_KV_STRING);
  put_u64 (b, strlen (v));
  put (b, v, strlen (v));
}

void
tiny_array (Tiny *t, const char *key, guint32 element, guint64 n, gconstpointer raw, gsize bytes)
{
  GByteArray *b = value_of (t, key);

  put_u32 (b, HUNCH_KV_ARRAY);
  put_u32 (b, element);
  put_u64 (b, n);
  put (b, raw, bytes);
}

void
tiny_tokens (Tiny *t, const char *key, guint n)
{
  GByteArray *b = value_of (t, key);

  put_u32 (b, HUNCH_KV_ARRAY);
  put_u32 (b, HUNCH_KV_STRING);
  put_u64 (b, n);
  for (guint i = 0; i < n; i++)
    {
      char c = (char) ('a' + i);

      put_u64 (b, 1);
      put (b, &c, 1);
    }
}

void
tiny_drop (Tiny *t, const char *key)
{
  value_of (t, key);
  for (guint i = 0; i < t->keys->len; i++)
    if (((GByteArray *) t->values->pdata[i])->len == 0)
      {
        g_ptr_array_remove_index (t->keys, i);
        g_ptr_array_remove_index (t->values, i);
        return;
      }
}

/* Tensors */

TinyTensor *
tiny_add_tensor (Tiny *t, const char *name, guint64 d0, guint64 d1)
{
  TinyTensor *tensor = g_new0 (TinyTensor, 1);

  tensor->name = g_byte_array_new ();
  put (tensor->name, name, strlen (name));
  tensor->n_dims = d1 > 0 ? 2 : 1;
  tensor->dims[0] = d0;
  tensor->dims[1] = d1;
  tensor->type = HUNCH_TYPE_F32;
  t->data_bytes += (d0 * MAX (d1, 1) * 4 + t->alignment - 1) / t->alignment * t->alignment;
  g_ptr_array_add (t->tensors, tensor);
  return tensor;
}

static guint
index_of (Tiny *t, const char *name)
{
  for (guint i = 0; i < t->tensors->len; i++)
    {
      TinyTensor *tensor = t->tensors->pdata[i];

      if (tensor->name->len == strlen (name) && memcmp (tensor->name->data, name, tensor->name->len) == 0)
        return i;
    }
  g_error ("no tensor %s", name);
}

TinyTensor *
tiny_tensor (Tiny *t, const char *name)
{
  return t->tensors->pdata[index_of (t, name)];
}

void
tiny_drop_tensor (Tiny *t, const char *name)
{
  g_ptr_array_remove_index (t->tensors, index_of (t, name));
}

Tiny *
tiny_new (const char *arch)
{
  Tiny *t = g_new0 (Tiny, 1);

  memcpy (t->magic, "GGUF", 4);
  t->version = 3;
  t->alignment = 32;
  t->last = 0.25f;
  t->keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  t->values = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  t->tensors = g_ptr_array_new_with_free_func (free_tensor);
  if (arch != NULL)
    tiny_add_model (t, arch);
  return t;
}

void
tiny_free (Tiny *t)
{
  g_ptr_array_unref (t->keys);
  g_ptr_array_unref (t->values);
  g_ptr_array_unref (t->tensors);
  g_free (t);
}

/* Bytes up to the next tensor; anything where shape or type are absurd. */
static guint64
room_of (const Tiny *t, const TinyTensor *tensor)
{
  const HunchTypeInfo *info = hunch_type_info (tensor->type);
  guint64 n = 1;

  for (guint d = 0; d < MIN (tensor->n_dims, G_N_ELEMENTS (tensor->dims)); d++)
    n *= tensor->dims[d];
  n = info != NULL ? n / info->block * info->block_bytes : 0;
  return (n + t->alignment - 1) / t->alignment * t->alignment;
}

GByteArray *
tiny_bytes (Tiny *t)
{
  GByteArray *b = g_byte_array_new ();
  guint64 at = 0, last = 0;

  put (b, t->magic, 4);
  put_u32 (b, t->version);
  put_u64 (b, t->n_tensors != NULL ? *t->n_tensors : t->tensors->len);
  put_u64 (b, t->n_kv != NULL ? *t->n_kv : t->keys->len);
  for (guint i = 0; i < t->keys->len; i++)
    {
      GByteArray *key = t->keys->pdata[i], *value = t->values->pdata[i];

      put_u64 (b, key->len);
      put (b, key->data, key->len);
      put (b, value->data, value->len);
    }
  for (guint i = 0; i < t->tensors->len; i++)
    {
      TinyTensor *tensor = t->tensors->pdata[i];

      put_u64 (b, tensor->name->len);
      put (b, tensor->name->data, tensor->name->len);
      put_u32 (b, tensor->n_dims);
      for (guint d = 0; d < MIN (tensor->n_dims, G_N_ELEMENTS (tensor->dims)); d++)
        put_u64 (b, tensor->dims[d]);
      put_u32 (b, tensor->type);
      last = at;
      put_u64 (b, tensor->offset != NULL ? *tensor->offset : at);
      at += room_of (t, tensor);
    }
  while (t->tensors->len > 0 && b->len % t->alignment != 0)
    put (b, "", 1);
  for (guint64 i = 0; i < t->data_bytes; i += 4)
    {
      float f = i < last ? (float) (i % 7) * 0.25f : t->last;

      put (b, &f, 4);
    }
  return b;
}

char *
tiny_write (Tiny *t, const char *name)
{
  g_autoptr (GByteArray) b = tiny_bytes (t);

  scratch_put (name, b->data, b->len);
  return scratch_path (name);
}

void
tiny_expect (Tiny *t, const char *field, const char *why)
{
  g_autofree char *path = tiny_write (t, "wrong.gguf");
  GError *error = NULL;

  g_assert_null (hunch_model_file_open (path, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == HUNCH_ERROR);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, field));
  g_assert_nonnull (strstr (error->message, why));
  g_assert_null (strchr (error->message, '\n'));
  g_error_free (error);
  g_unlink (path);
}
