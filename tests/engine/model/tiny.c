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

/* Shapes of a layer's tensors with E 8, feed-forward 12, kv rows 4; qkv of gpt2 has 24. */
typedef struct
{
  const char *name;
  guint64 d0, d1;
} Shape;

static const Shape llama_layer[] = { { "attn_norm.weight", 8, 0 },   { "attn_q.weight", 8, 8 },
                                     { "attn_k.weight", 8, 4 },      { "attn_v.weight", 8, 4 },
                                     { "attn_output.weight", 8, 8 }, { "ffn_norm.weight", 8, 0 },
                                     { "ffn_gate.weight", 8, 12 },   { "ffn_up.weight", 8, 12 },
                                     { "ffn_down.weight", 12, 8 },   { NULL, 0, 0 } };
/* What qwen3 and gemma3 have beside that, and what nanochat has in its place. */
static const Shape head_norms[] = { { "attn_q_norm.weight", 4, 0 }, { "attn_k_norm.weight", 4, 0 }, { NULL, 0, 0 } };
static const Shape post_norms[]
    = { { "post_attention_norm.weight", 8, 0 }, { "post_ffw_norm.weight", 8, 0 }, { NULL, 0, 0 } };
static const Shape nanochat_layer[] = { { "attn_q.weight", 8, 8 },
                                        { "attn_k.weight", 8, 4 },
                                        { "attn_v.weight", 8, 4 },
                                        { "attn_output.weight", 8, 8 },
                                        { "ffn_up.weight", 8, 12 },
                                        { "ffn_down.weight", 12, 8 },
                                        { NULL, 0, 0 } };
static const Shape qwen2_biases[]
    = { { "attn_q.bias", 8, 0 }, { "attn_k.bias", 4, 0 }, { "attn_v.bias", 4, 0 }, { NULL, 0, 0 } };
static const Shape gpt2_layer[] = { { "attn_norm.weight", 8, 0 },
                                    { "attn_norm.bias", 8, 0 },
                                    { "attn_qkv.weight", 8, 24 },
                                    { "attn_qkv.bias", 24, 0 },
                                    { "attn_output.weight", 8, 8 },
                                    { "attn_output.bias", 8, 0 },
                                    { "ffn_norm.weight", 8, 0 },
                                    { "ffn_norm.bias", 8, 0 },
                                    { "ffn_up.weight", 8, 12 },
                                    { "ffn_up.bias", 12, 0 },
                                    { "ffn_down.weight", 12, 8 },
                                    { "ffn_down.bias", 8, 0 },
                                    { NULL, 0, 0 } };

static void
add_layers (Tiny *t, const Shape *shapes)
{
  for (guint l = 0; l < 2; l++)
    for (const Shape *s = shapes; s->name != NULL; s++)
      {
        g_autofree char *name = g_strdup_printf ("blk.%u.%s", l, s->name);

        tiny_add_tensor (t, name, s->d0, s->d1);
      }
}

static void
arch_u32 (Tiny *t, const char *arch, const char *suffix, guint32 v)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", arch, suffix);

  tiny_u32 (t, key, v);
}

static void
add_rms_model (Tiny *t, const char *arch)
{
  g_autofree char *key = g_strdup_printf ("%s.attention.layer_norm_rms_epsilon", arch);

  tiny_f32 (t, key, 1e-5f);
  arch_u32 (t, arch, "attention.head_count_kv", 1);
  if (strcmp (arch, "nanochat") == 0)
    {
      add_layers (t, nanochat_layer);
      return;
    }
  tiny_add_tensor (t, "output_norm.weight", 8, 0);
  add_layers (t, llama_layer);
  if (strcmp (arch, "qwen2") == 0)
    add_layers (t, qwen2_biases);
  if (strcmp (arch, "qwen3") == 0 || strcmp (arch, "gemma3") == 0)
    add_layers (t, head_norms);
  if (strcmp (arch, "gemma3") == 0)
    {
      arch_u32 (t, arch, "attention.sliding_window", 16);
      add_layers (t, post_norms);
    }
}

static void
add_model (Tiny *t, const char *arch)
{
  tiny_string (t, "general.architecture", arch);
  arch_u32 (t, arch, "block_count", 2);
  arch_u32 (t, arch, "embedding_length", 8);
  arch_u32 (t, arch, "feed_forward_length", 12);
  arch_u32 (t, arch, "context_length", 64);
  arch_u32 (t, arch, "attention.head_count", 2);
  tiny_tokens (t, "tokenizer.ggml.tokens", 12);
  tiny_add_tensor (t, "token_embd.weight", 8, 12);
  if (strcmp (arch, "gpt2") == 0)
    {
      tiny_f32 (t, "gpt2.attention.layer_norm_epsilon", 1e-5f);
      tiny_add_tensor (t, "output_norm.weight", 8, 0);
      tiny_add_tensor (t, "output_norm.bias", 8, 0);
      tiny_add_tensor (t, "position_embd.weight", 8, 64);
      add_layers (t, gpt2_layer);
    }
  else
    add_rms_model (t, arch);
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
    add_model (t, arch);
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
