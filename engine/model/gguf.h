/* gguf.h: reads GGUF version 2 and 3; nothing in the file is believed before it is held against the bytes that remain.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Follows ggml's docs/gguf.md. */
#pragma once

#include "engine/base/tensor-type.h"

#define HUNCH_MAX_DIMS 4

typedef struct
{
  const char *name; /* owned by the file */
  guint32 type;     /* HunchTensorType */
  guint n_dims;
  guint64 dims[HUNCH_MAX_DIMS]; /* [0]: length of a row (inputs), [1]: rows (outputs); unused ones are 1 */
  const guint8 *data;           /* in the mapping */
  guint64 bytes;
} HunchTensor;

typedef enum /* metadata value types, as in the file */
{
  HUNCH_KV_U8,
  HUNCH_KV_I8,
  HUNCH_KV_U16,
  HUNCH_KV_I16,
  HUNCH_KV_U32,
  HUNCH_KV_I32,
  HUNCH_KV_F32,
  HUNCH_KV_BOOL,
  HUNCH_KV_STRING,
  HUNCH_KV_ARRAY,
  HUNCH_KV_U64,
  HUNCH_KV_I64,
  HUNCH_KV_F64
} HunchKvType;

typedef struct HunchGguf HunchGguf;

/* Maps the file, or all parts of a split one. Every error names the file, the field and why. */
HunchGguf *hunch_gguf_open (const char *path, GError **error);
void hunch_gguf_free (HunchGguf *g); /* accepts NULL */
const char *hunch_gguf_path (const HunchGguf *g);
gboolean hunch_gguf_is_folder (const HunchGguf *g); /* of Hugging Face, presented as a file */
guint64 hunch_gguf_bytes (const HunchGguf *g);
/* FALSE when the file on disk has become shorter than what is mapped: reading past its end would kill the process with
 * SIGBUS. Whoever copies weights to a device asks before each tensor; after the copy the file is not read again. */
gboolean hunch_gguf_still_whole (const HunchGguf *g);

guint hunch_gguf_n_tensors (const HunchGguf *g);
const HunchTensor *hunch_gguf_tensor_at (const HunchGguf *g, guint i);
const HunchTensor *hunch_gguf_tensor (const HunchGguf *g, const char *name); /* NULL when absent */
/* Tells the kernel that the pages of a tensor are not needed any more. */
void hunch_gguf_drop_pages (const HunchGguf *g, const HunchTensor *t);

/* Metadata. Each getter: FALSE and no error when the key is absent, FALSE and an error naming the key when its type or
 * range does not fit. */
gboolean hunch_gguf_has (const HunchGguf *g, const char *key);
gboolean hunch_gguf_get_u64 (const HunchGguf *g, const char *key, guint64 min, guint64 max, guint64 *out,
                             GError **error);
/* The same for a key that may also hold an array of n values, one a layer: all must be equal. No array where n is 0. */
gboolean hunch_gguf_get_same_u64 (const HunchGguf *g, const char *key, guint n, guint64 min, guint64 max, guint64 *out,
                                  GError **error);
gboolean hunch_gguf_get_i64 (const HunchGguf *g, const char *key, gint64 *out, GError **error); /* any integer type */
/* Finite, of any float type. */
gboolean hunch_gguf_get_float (const HunchGguf *g, const char *key, double *out, GError **error);
gboolean hunch_gguf_get_bool (const HunchGguf *g, const char *key, gboolean *out, GError **error);
/* Text in the mapping: not NUL-terminated. */
gboolean hunch_gguf_get_text (const HunchGguf *g, const char *key, const char **data, gsize *len, GError **error);
/* A copy, refused when it holds a NUL or is not UTF-8. */
gboolean hunch_gguf_get_string (const HunchGguf *g, const char *key, char **out, GError **error);
/* Arrays: element type and count; then elements one by one in order (strings), or the raw bytes (numbers). */
gboolean hunch_gguf_get_array (const HunchGguf *g, const char *key, HunchKvType *type, guint64 *n, const guint8 **raw,
                               GError **error);
/* Fills data/len for each string of an array of n strings got by hunch_gguf_get_array. */
void hunch_gguf_array_strings (const guint8 *raw, guint64 n, const char **data, gsize *len);
/* The same for integers of any type. FALSE, and no error, when the type is none of them or a value does not fit. */
gboolean hunch_gguf_array_ints (HunchKvType type, const guint8 *raw, guint64 n, gint32 *out);

/* For listing: number of keys, and one key with a short printable value (transfer full). */
guint hunch_gguf_n_keys (const HunchGguf *g);
char *hunch_gguf_key_at (const HunchGguf *g, guint i, char **value);
