/* tiny.h: writes small GGUF files, right or wrong in one place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf.h"

typedef struct
{
  GByteArray *name;
  guint32 n_dims;
  guint64 dims[16]; /* more than a file may have */
  guint32 type;
  const guint64 *offset; /* in the data; NULL: where the tensor before ends */
} TinyTensor;

/* A file in pieces. What is not set wrong comes out right. */
typedef struct
{
  char magic[4];
  guint32 version;
  guint64 alignment;  /* what the layout uses; the key is set apart */
  guint64 *n_kv;      /* NULL: as many as there are */
  guint64 *n_tensors; /* NULL: as many as there are */
  GPtrArray *keys;    /* (element-type GByteArray) */
  GPtrArray *values;  /* (element-type GByteArray) type and value */
  GPtrArray *tensors; /* (element-type TinyTensor) */
  guint64 data_bytes; /* filled with small floats */
  float last;         /* what fills the last tensor */
} Tiny;

/* arch: as tiny_add_model. NULL: nothing in it. */
Tiny *tiny_new (const char *arch);
void tiny_free (Tiny *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tiny, tiny_free)

/* Sets or replaces a key. */
void tiny_u8 (Tiny *t, const char *key, guint8 v);
void tiny_u32 (Tiny *t, const char *key, guint32 v);
void tiny_u64 (Tiny *t, const char *key, guint64 v);
void tiny_i32 (Tiny *t, const char *key, gint32 v);
void tiny_f32 (Tiny *t, const char *key, float v);
void tiny_f64 (Tiny *t, const char *key, double v);
void tiny_bool (Tiny *t, const char *key, guint8 v);
void tiny_string (Tiny *t, const char *key, const char *v);
/* n elements of bytes in all. */
void tiny_array (Tiny *t, const char *key, guint32 element, guint64 n, gconstpointer raw, gsize bytes);
/* Strings "a", "b" … */
void tiny_tokens (Tiny *t, const char *key, guint n);
void tiny_raw (Tiny *t, const char *key, guint32 type, gconstpointer raw, gsize bytes);
void tiny_drop (Tiny *t, const char *key);

/* By name; aborts when there is none. */
TinyTensor *tiny_tensor (Tiny *t, const char *name);
TinyTensor *tiny_add_tensor (Tiny *t, const char *name, guint64 d0, guint64 d1);
void tiny_drop_tensor (Tiny *t, const char *name);

/* A model of two layers of any family by its name: E 8, heads 2 and 1 (gpt2: 2), feed-forward 12, context 64, 12 tokens,
 * tied head. */
void tiny_add_model (Tiny *t, const char *arch);

GByteArray *tiny_bytes (Tiny *t);
/* Writes it into the folder of scratch.h, and returns its path. */
char *tiny_write (Tiny *t, const char *name);
/* Writes, opens as a model, and wants failure with one line that holds both texts and the path. */
void tiny_expect (Tiny *t, const char *field, const char *why);
