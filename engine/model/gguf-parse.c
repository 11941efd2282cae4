/* gguf-parse.c: reads a GGUF header: version, counts, metadata and tensor descriptions.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The bytes that remain are the only truth: every count and length is held against them before anything is read or
 * allocated, and memory grows with what has been read, never with what was announced. */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/cursor.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>

#define MIN_KV_BYTES      8                       /* the length of a key; what else lacks is found when it is read */
#define MIN_TENSOR_BYTES  (8 + 1 + 4 + 8 + 4 + 8) /* a name of one byte, one dimension, type, offset */
#define MAX_ENTRIES       (1 << 20)               /* tensors, and keys, in one file */
#define MAX_KEY_BYTES     65535
#define MAX_NAME_BYTES    63
#define MAX_SHOWN         80
#define DEFAULT_ALIGNMENT 32

typedef struct
{
  const HunchGgufPart *part;
  HunchCursor at;
  guint64 alignment;
  GStringChunk *names;
  GArray *kvs;
  GArray *tensors;
} Parser;

#define FAIL(p, error, ...) hunch_gguf_fail ((p)->part, HUNCH_ERROR_FORMAT, error, __VA_ARGS__)

static const struct
{
  const char *name;
  guint size;
} kv_types[] = {
  [HUNCH_KV_U8] = { "u8", 1 },       [HUNCH_KV_I8] = { "i8", 1 },     [HUNCH_KV_U16] = { "u16", 2 },
  [HUNCH_KV_I16] = { "i16", 2 },     [HUNCH_KV_U32] = { "u32", 4 },   [HUNCH_KV_I32] = { "i32", 4 },
  [HUNCH_KV_F32] = { "f32", 4 },     [HUNCH_KV_BOOL] = { "bool", 1 }, [HUNCH_KV_STRING] = { "string", 0 },
  [HUNCH_KV_ARRAY] = { "array", 0 }, [HUNCH_KV_U64] = { "u64", 8 },   [HUNCH_KV_I64] = { "i64", 8 },
  [HUNCH_KV_F64] = { "f64", 8 },
};

guint
hunch_kv_size (guint32 type)
{
  return type < G_N_ELEMENTS (kv_types) ? kv_types[type].size : 0;
}

const char *
hunch_kv_type_name (guint32 type)
{
  return type < G_N_ELEMENTS (kv_types) ? kv_types[type].name : "?";
}

gboolean
hunch_kv_is_integer (guint32 type)
{
  return hunch_kv_size (type) != 0 && type != HUNCH_KV_F32 && type != HUNCH_KV_F64 && type != HUNCH_KV_BOOL;
}

static gboolean
parse_version (Parser *p, GError **error)
{
  guint32 version;

  hunch_cursor_take (&p->at, 4); /* the magic, seen by hunch_gguf_part_open */
  if (!hunch_cursor_u32 (&p->at, &version))
    return FAIL (p, error, _ ("the file ends inside its version: it was cut short"));
  if (version != 0 && (version & 0xffff) == 0)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error,
                            _ ("the file is big-endian (version %u read the other way): convert it to little-endian"),
                            GUINT32_SWAP_LE_BE (version));
  if (version == 0)
    return FAIL (p, error, _ ("GGUF version 0 does not exist: the file is damaged"));
  if (version == 1)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error,
                            _ ("GGUF version 1 is not supported: convert the model again"));
  if (version > 3)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error,
                            _ ("GGUF version %u is newer than the versions that are supported (2 and 3)"), version);
  return TRUE;
}

static gboolean
parse_counts (Parser *p, guint64 *n_tensors, guint64 *n_kv, GError **error)
{
  guint64 kv_bytes, tensor_bytes, need;

  if (!hunch_cursor_u64 (&p->at, n_tensors) || !hunch_cursor_u64 (&p->at, n_kv))
    return FAIL (p, error, _ ("the file ends inside its header: it was cut short"));
  if (!hunch_mul_u64 (*n_tensors, MIN_TENSOR_BYTES, &tensor_bytes) || tensor_bytes > p->at.left)
    return FAIL (p, error,
                 _ ("tensor count: %" PRIu64 " tensors do not fit into the %" PRIu64
                    " bytes that follow: it is damaged or was cut short"),
                 *n_tensors, p->at.left);
  if (!hunch_mul_u64 (*n_kv, MIN_KV_BYTES, &kv_bytes) || !hunch_add_u64 (kv_bytes, tensor_bytes, &need)
      || need > p->at.left)
    return FAIL (p, error,
                 _ ("metadata count: %" PRIu64 " entries do not fit into the %" PRIu64
                    " bytes that follow: it is damaged or was cut short"),
                 *n_kv, p->at.left);
  if (*n_tensors > MAX_ENTRIES || *n_kv > MAX_ENTRIES)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error,
                            _ ("more than %d tensors or metadata entries are not supported"), MAX_ENTRIES);
  return TRUE;
}

/* Walks over n values of a type; FALSE when the bytes end before. */
static gboolean
skip_values (HunchCursor *at, guint32 type, guint64 n)
{
  const guint8 *data;
  guint64 len;

  if (type != HUNCH_KV_STRING)
    return hunch_mul_u64 (n, hunch_kv_size (type), &len) && hunch_cursor_take (at, len) != NULL;
  if (n > at->left / 8)
    return FALSE;
  for (; n > 0; n--)
    if (!hunch_cursor_text (at, &data, &len))
      return FALSE;
  return TRUE;
}

static gboolean
parse_array (Parser *p, HunchKv *kv, const char *shown, GError **error)
{
  guint32 element;

  if (!hunch_cursor_u32 (&p->at, &element) || !hunch_cursor_u64 (&p->at, &kv->n))
    return FAIL (p, error, _ ("%s: the file ends inside the array's header: it was cut short"), shown);
  if (element == HUNCH_KV_ARRAY)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error, _ ("%s: arrays of arrays are not supported"),
                            shown);
  if (element > HUNCH_KV_F64)
    return FAIL (p, error, _ ("%s: there is no array element type %u"), shown, element);
  kv->element = element;
  kv->raw = p->at.p;
  if (!skip_values (&p->at, element, kv->n))
    return FAIL (p, error, _ ("%s: an array of %" PRIu64 " %s does not fit into the rest of the file"), shown, kv->n,
                 hunch_kv_type_name (element));
  return TRUE;
}

static gboolean
parse_value (Parser *p, HunchKv *kv, const char *shown, GError **error)
{
  guint32 type;

  if (!hunch_cursor_u32 (&p->at, &type))
    return FAIL (p, error, _ ("%s: the file ends inside the type: it was cut short"), shown);
  if (type > HUNCH_KV_F64)
    return FAIL (p, error, _ ("%s: there is no value type %u"), shown, type);
  kv->type = type;
  kv->n = 1;
  if (type == HUNCH_KV_ARRAY)
    return parse_array (p, kv, shown, error);
  if (type == HUNCH_KV_STRING)
    {
      if (!hunch_cursor_text (&p->at, &kv->raw, &kv->n))
        return FAIL (p, error, _ ("%s: the string is longer than the rest of the file"), shown);
      return TRUE;
    }
  kv->raw = hunch_cursor_take (&p->at, hunch_kv_size (type));
  if (kv->raw == NULL)
    return FAIL (p, error, _ ("%s: the file ends inside the value: it was cut short"), shown);
  return TRUE;
}

static gboolean
parse_kv (Parser *p, guint64 i, GError **error)
{
  HunchKv kv = { 0 };
  const guint8 *key;
  char *shown;
  guint64 len;
  gboolean ok;

  if (!hunch_cursor_text (&p->at, &key, &len))
    return FAIL (p, error, _ ("metadata key %" PRIu64 ": its name is longer than the rest of the file"), i);
  if (len == 0 || len > MAX_KEY_BYTES)
    return FAIL (p, error, _ ("metadata key %" PRIu64 ": a name of %" PRIu64 " bytes is not allowed (1 to %d are)"), i,
                 len, MAX_KEY_BYTES);
  shown = hunch_printable ((const char *) key, (gssize) len, MAX_SHOWN);
  if (!g_utf8_validate_len ((const char *) key, len, NULL))
    ok = FAIL (p, error, _ ("metadata key '%s': its name holds a NUL or is not UTF-8"), shown);
  else
    ok = parse_value (p, &kv, shown, error);
  g_free (shown);
  if (ok)
    {
      kv.key = g_string_chunk_insert_len (p->names, (const char *) key, (gssize) len);
      g_array_append_val (p->kvs, kv);
    }
  return ok;
}

/* The one key that the layout of the file depends on. */
static gboolean
find_alignment (Parser *p, GError **error)
{
  for (guint i = 0; i < p->kvs->len; i++)
    {
      const HunchKv *kv = &g_array_index (p->kvs, HunchKv, i);

      if (strcmp (kv->key, "general.alignment") != 0)
        continue;
      if (kv->type != HUNCH_KV_U32)
        return FAIL (p, error, _ ("general.alignment: the type must be u32, and it is %s"),
                     hunch_kv_type_name (kv->type));
      p->alignment = hunch_le32 (kv->raw);
      if (p->alignment == 0 || p->alignment % 8 != 0)
        return FAIL (p, error, _ ("general.alignment: %" PRIu64 " is not a multiple of 8"), p->alignment);
      if (p->alignment > p->part->size)
        return FAIL (p, error, _ ("general.alignment: %" PRIu64 " is more than the whole file has"), p->alignment);
    }
  return TRUE;
}

static gboolean
parse_tensor_name (Parser *p, guint64 i, HunchTensor *t, GError **error)
{
  const guint8 *name;
  char *shown;
  guint64 len;

  if (!hunch_cursor_text (&p->at, &name, &len))
    return FAIL (p, error, _ ("tensor %" PRIu64 ": its name is longer than the rest of the file"), i);
  if (len == 0 || len > MAX_NAME_BYTES)
    return FAIL (p, error, _ ("tensor %" PRIu64 ": a name of %" PRIu64 " bytes is not allowed (1 to %d are)"), i, len,
                 MAX_NAME_BYTES);
  if (!g_utf8_validate_len ((const char *) name, len, NULL))
    {
      shown = hunch_printable ((const char *) name, (gssize) len, 0);
      FAIL (p, error, _ ("tensor '%s': its name holds a NUL or is not UTF-8"), shown);
      g_free (shown);
      return FALSE;
    }
  t->name = g_string_chunk_insert_len (p->names, (const char *) name, (gssize) len);
  return TRUE;
}

static gboolean
parse_tensor_shape (Parser *p, HunchTensor *t, const char *shown, GError **error)
{
  guint32 n_dims;
  guint64 n = 1;

  if (!hunch_cursor_u32 (&p->at, &n_dims))
    return FAIL (p, error, _ ("tensor %s: the file ends inside its description: it was cut short"), shown);
  if (n_dims < 1 || n_dims > HUNCH_MAX_DIMS)
    return FAIL (p, error, _ ("tensor %s: %u dimensions are not allowed (1 to %d are)"), shown, n_dims, HUNCH_MAX_DIMS);
  t->n_dims = n_dims;
  for (guint i = 0; i < HUNCH_MAX_DIMS; i++)
    {
      t->dims[i] = 1;
      if (i >= n_dims)
        continue;
      if (!hunch_cursor_u64 (&p->at, &t->dims[i]))
        return FAIL (p, error, _ ("tensor %s: the file ends inside its dimensions: it was cut short"), shown);
      if (t->dims[i] == 0 || t->dims[i] > G_MAXINT64)
        return FAIL (p, error, _ ("tensor %s: dimension %u is %" PRId64 ", which is not positive"), shown, i,
                     (gint64) t->dims[i]);
      if (!hunch_mul_u64 (n, t->dims[i], &n) || n > G_MAXINT64)
        return FAIL (p, error, _ ("tensor %s: its dimensions multiply to more than 64 bits hold"), shown);
    }
  return TRUE;
}

static gboolean
parse_tensor_type (Parser *p, HunchTensor *t, const char *shown, GError **error)
{
  const HunchTypeInfo *info;

  if (!hunch_cursor_u32 (&p->at, &t->type))
    return FAIL (p, error, _ ("tensor %s: the file ends inside its type: it was cut short"), shown);
  info = hunch_type_info (t->type);
  if (info == NULL)
    return hunch_gguf_fail (p->part, HUNCH_ERROR_UNSUPPORTED, error,
                            _ ("tensor %s: type %u is not one that Hunch reads"), shown, t->type);
  if (t->dims[0] % info->block != 0)
    return FAIL (p, error, _ ("tensor %s: a row of %" PRIu64 " is not a multiple of %s's block of %u"), shown,
                 t->dims[0], info->name, info->block);
  if (!hunch_mul_u64 (t->dims[0] / info->block, info->block_bytes, &t->bytes)
      || !hunch_mul_u64 (t->bytes, t->dims[1], &t->bytes) || !hunch_mul_u64 (t->bytes, t->dims[2], &t->bytes)
      || !hunch_mul_u64 (t->bytes, t->dims[3], &t->bytes))
    return FAIL (p, error, _ ("tensor %s: its size in bytes is more than 64 bits hold"), shown);
  return TRUE;
}

/* Reads a description. The offset is kept in place of the data until the start of all data is known. */
static gboolean
parse_tensor (Parser *p, guint64 i, GArray *offsets, GError **error)
{
  HunchTensor t = { 0 };
  char *shown;
  guint64 offset = 0;
  gboolean ok;

  if (!parse_tensor_name (p, i, &t, error))
    return FALSE;
  shown = hunch_printable (t.name, -1, 0);
  ok = parse_tensor_shape (p, &t, shown, error) && parse_tensor_type (p, &t, shown, error);
  if (ok && !hunch_cursor_u64 (&p->at, &offset))
    ok = FAIL (p, error, _ ("tensor %s: the file ends inside its offset: it was cut short"), shown);
  if (ok && offset % p->alignment != 0)
    ok = FAIL (p, error, _ ("tensor %s: offset %" PRIu64 " is not a multiple of the alignment, %" PRIu64), shown,
               offset, p->alignment);
  g_free (shown);
  if (ok)
    {
      g_array_append_val (p->tensors, t);
      g_array_append_val (offsets, offset);
    }
  return ok;
}

/* Points the tensors from first on to their data. Each begins where the one before ends, but for the alignment, as other
 * readers demand it: an offset that was damaged shows, and no two share bytes. */
static gboolean
place_tensors (Parser *p, guint first, const GArray *offsets, GError **error)
{
  guint64 header = p->part->size - p->at.left;
  guint64 start = hunch_round_up (header, p->alignment); /* both far below 2^63 */
  guint64 expected = 0;

  for (guint i = 0; i < offsets->len; i++)
    {
      HunchTensor *t = &g_array_index (p->tensors, HunchTensor, first + i);
      guint64 begin, end, offset = g_array_index (offsets, guint64, i);

      if (!hunch_add_u64 (start, offset, &begin) || !hunch_add_u64 (begin, t->bytes, &end) || end > p->part->size)
        {
          g_autofree char *shown = hunch_printable (t->name, -1, 0);

          return FAIL (p, error,
                       _ ("tensor %s: %" PRIu64 " bytes at offset %" PRIu64
                          " reach past the end of the file (%zu bytes): it is damaged or was cut short"),
                       shown, t->bytes, offset, p->part->size);
        }
      if (offset != expected)
        {
          g_autofree char *shown = hunch_printable (t->name, -1, 0);

          return FAIL (p, error,
                       _ ("tensor %s: its data are at offset %" PRIu64 " and not at %" PRIu64
                          ", where the tensor before ends: the file is damaged"),
                       shown, offset, expected);
        }
      expected = hunch_round_up (offset + t->bytes, p->alignment);
      t->data = p->part->base + begin;
    }
  return TRUE;
}

gboolean
hunch_gguf_parse (const HunchGgufPart *part, GStringChunk *names, GArray *kvs, GArray *tensors, GError **error)
{
  Parser p = { .part = part,
               .at = { part->base, part->size },
               .alignment = DEFAULT_ALIGNMENT,
               .names = names,
               .kvs = kvs,
               .tensors = tensors };
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint first = tensors->len;
  guint64 n_tensors = 0, n_kv = 0;
  gboolean ok = parse_version (&p, error) && parse_counts (&p, &n_tensors, &n_kv, error);

  for (guint64 i = 0; ok && i < n_kv; i++)
    ok = parse_kv (&p, i, error);
  ok = ok && find_alignment (&p, error);
  for (guint64 i = 0; ok && i < n_tensors; i++)
    ok = parse_tensor (&p, i, offsets, error);
  ok = ok && place_tensors (&p, first, offsets, error);
  g_array_unref (offsets);
  return ok;
}
