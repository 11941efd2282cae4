/* gguf-private.h: what the files of the GGUF reader share: a mapped part, a metadata entry, and how errors are worded.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/base/hunch-error.h"
#include "engine/model/gguf.h"

/* One file, mapped read-only. Its descriptor stays open so that shrinking can be noticed. */
typedef struct
{
  char *path;
  char *shown; /* path as messages print it */
  int fd;
  const guint8 *base;
  gsize size;
} HunchGgufPart;

/* A metadata entry; raw points into the mapping and is aligned to nothing. */
typedef struct
{
  const char *key; /* in names */
  HunchKvType type;
  HunchKvType element; /* of an array */
  guint64 n;           /* elements of an array, bytes of a string, else 1 */
  const guint8 *raw;   /* first element, first byte of the string, or the number */
} HunchKv;

struct HunchGguf
{
  GPtrArray *parts;    /* (element-type HunchGgufPart) */
  GStringChunk *names; /* keys and tensor names, NUL-terminated */
  GArray *kvs;         /* (element-type HunchKv) of the first part, as in the file */
  GArray *tensors;     /* (element-type HunchTensor) of all parts, as in the files */
  guint *key_order;    /* indices of kvs sorted by key: unlike a hash table, no file can make it slow */
  guint *tensor_order; /* indices of tensors sorted by name */

  /* Only when it presents a folder; then the first part is config.json. */
  char *folder;
  GHashTable *fields; /* of key to the field that it comes from, for messages */
  GPtrArray *owned;   /* values and tensors that are not in a mapping */
};

/* An empty one, which takes part. */
HunchGguf *hunch_gguf_new (HunchGgufPart *part);
/* Sorts what was added; fails when a name is there twice. */
gboolean hunch_gguf_seal (HunchGguf *g, GError **error);

/* One file alone, its keys sorted and its tensors not yet; then the other parts, when it is the first of several. */
HunchGguf *hunch_gguf_open_part (const char *path, GError **error);
gboolean hunch_gguf_add_parts (HunchGguf *g, GError **error);

/* Maps any file; one that begins as GGUF files do. */
HunchGgufPart *hunch_gguf_part_map (const char *path, GError **error);
HunchGgufPart *hunch_gguf_part_open (const char *path, GError **error);
void hunch_gguf_part_free (HunchGgufPart *part);

/* Reads the header of a part: its metadata go to kvs, its tensors to tensors, their names to names. */
gboolean hunch_gguf_parse (const HunchGgufPart *part, GStringChunk *names, GArray *kvs, GArray *tensors,
                           GError **error);

const HunchKv *hunch_gguf_find (const HunchGguf *g, const char *key); /* NULL when absent */
/* Bytes of a number; 0 for strings, arrays and what is no type. */
guint hunch_kv_size (guint32 type);
const char *hunch_kv_type_name (guint32 type);
gboolean hunch_kv_is_integer (guint32 type);

/* Sets "file: key: message", with the key as people know it; returns FALSE. */
gboolean hunch_gguf_fail_key (const HunchGguf *g, HunchError code, const char *key, GError **error, const char *format,
                              ...) G_GNUC_PRINTF (5, 6);
/* Sets "file: message"; returns FALSE. */
gboolean hunch_gguf_fail (const HunchGgufPart *part, HunchError code, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
