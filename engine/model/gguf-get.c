/* gguf-get.c: typed access to GGUF metadata; a value that does not fit is an error that names its key.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/model/cursor.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>
#include <math.h>

#define FAIL(g, key, error, ...) hunch_gguf_fail_key (g, HUNCH_ERROR_FORMAT, key, error, __VA_ARGS__)

gboolean
hunch_gguf_has (const HunchGguf *g, const char *key)
{
  return hunch_gguf_find (g, key) != NULL;
}

static gboolean
fail_type (const HunchGguf *g, const char *key, const char *expected, guint32 found, GError **error)
{
  return FAIL (g, key, error, _ ("expected %s, found %s"), expected, hunch_kv_type_name (found));
}

/* Any integer as sign and 64 bits; FALSE for other types. */
static gboolean
read_integer (guint32 type, const guint8 *raw, gboolean *negative, guint64 *bits)
{
  gint64 v = 0;

  *negative = FALSE;
  switch (type)
    {
    case HUNCH_KV_U8:
      *bits = raw[0];
      return TRUE;
    case HUNCH_KV_U16:
      *bits = hunch_le16 (raw);
      return TRUE;
    case HUNCH_KV_U32:
      *bits = hunch_le32 (raw);
      return TRUE;
    case HUNCH_KV_U64:
      *bits = hunch_le64 (raw);
      return TRUE;
    case HUNCH_KV_I8:
      v = (gint8) raw[0];
      break;
    case HUNCH_KV_I16:
      v = (gint16) hunch_le16 (raw);
      break;
    case HUNCH_KV_I32:
      v = (gint32) hunch_le32 (raw);
      break;
    case HUNCH_KV_I64:
      v = (gint64) hunch_le64 (raw);
      break;
    default:
      return FALSE;
    }
  *negative = v < 0;
  *bits = (guint64) v;
  return TRUE;
}

/* One element of type at raw as a number from min to max. */
static gboolean
read_u64 (const HunchGguf *g, const char *key, guint32 type, const guint8 *raw, guint64 min, guint64 max, guint64 *out,
          GError **error)
{
  gboolean negative;
  guint64 v;

  if (!read_integer (type, raw, &negative, &v))
    return fail_type (g, key, _ ("an integer"), type, error);
  if (negative)
    return FAIL (g, key, error, _ ("%" PRId64 " is out of range (%" PRIu64 " to %" PRIu64 ")"), (gint64) v, min, max);
  if (v < min || v > max)
    return FAIL (g, key, error, _ ("%" PRIu64 " is out of range (%" PRIu64 " to %" PRIu64 ")"), v, min, max);
  *out = v;
  return TRUE;
}

gboolean
hunch_gguf_get_u64 (const HunchGguf *g, const char *key, guint64 min, guint64 max, guint64 *out, GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);

  return kv != NULL && read_u64 (g, key, kv->type, kv->raw, min, max, out, error);
}

gboolean
hunch_gguf_get_same_u64 (const HunchGguf *g, const char *key, guint n, guint64 min, guint64 max, guint64 *out,
                         GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);
  guint64 first, v;

  if (kv == NULL || kv->type != HUNCH_KV_ARRAY || n == 0)
    return hunch_gguf_get_u64 (g, key, min, max, out, error);
  if (hunch_kv_size (kv->element) == 0)
    return fail_type (g, key, _ ("integers"), kv->element, error);
  if (kv->n != n)
    return FAIL (g, key, error, _ ("an array of %" PRIu64 " values where there are %u layers"), kv->n, n);
  if (!read_u64 (g, key, kv->element, kv->raw, min, max, &first, error))
    return FALSE;
  for (guint64 i = 1; i < kv->n; i++)
    {
      if (!read_u64 (g, key, kv->element, kv->raw + i * hunch_kv_size (kv->element), min, max, &v, error))
        return FALSE;
      if (v != first)
        return hunch_gguf_fail_key (g, HUNCH_ERROR_UNSUPPORTED, key, error,
                                    _ ("values that differ by layer (%" PRIu64 " and %" PRIu64 ") are not supported"),
                                    first, v);
    }
  *out = first;
  return TRUE;
}

gboolean
hunch_gguf_get_i64 (const HunchGguf *g, const char *key, gint64 *out, GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);
  gboolean negative;
  guint64 v;

  if (kv == NULL)
    return FALSE;
  if (!read_integer (kv->type, kv->raw, &negative, &v))
    return fail_type (g, key, _ ("an integer"), kv->type, error);
  if (!negative && v > G_MAXINT64)
    return FAIL (g, key, error, _ ("%" PRIu64 " is out of range"), v);
  *out = (gint64) v;
  return TRUE;
}

gboolean
hunch_gguf_get_float (const HunchGguf *g, const char *key, double *out, GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);
  double v;

  if (kv == NULL)
    return FALSE;
  if (kv->type == HUNCH_KV_F32)
    v = hunch_lef32 (kv->raw);
  else if (kv->type == HUNCH_KV_F64)
    v = hunch_lef64 (kv->raw);
  else
    return fail_type (g, key, _ ("a floating-point number"), kv->type, error);
  if (!isfinite (v))
    return FAIL (g, key, error, _ ("%g is not a finite number"), v);
  *out = v;
  return TRUE;
}

gboolean
hunch_gguf_get_bool (const HunchGguf *g, const char *key, gboolean *out, GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);

  if (kv == NULL)
    return FALSE;
  if (kv->type != HUNCH_KV_BOOL)
    return fail_type (g, key, _ ("a truth value"), kv->type, error);
  if (kv->raw[0] > 1)
    return FAIL (g, key, error, _ ("%u is not a truth value (0 or 1)"), kv->raw[0]);
  *out = kv->raw[0];
  return TRUE;
}

gboolean
hunch_gguf_get_text (const HunchGguf *g, const char *key, const char **data, gsize *len, GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);

  if (kv == NULL)
    return FALSE;
  if (kv->type != HUNCH_KV_STRING)
    return fail_type (g, key, _ ("a string"), kv->type, error);
  *data = (const char *) kv->raw;
  *len = kv->n;
  return TRUE;
}

gboolean
hunch_gguf_get_string (const HunchGguf *g, const char *key, char **out, GError **error)
{
  const char *data;
  gsize len;

  if (!hunch_gguf_get_text (g, key, &data, &len, error))
    return FALSE;
  if (!g_utf8_validate_len (data, len, NULL))
    return FAIL (g, key, error, _ ("the string holds a NUL or is not UTF-8"));
  *out = g_strndup (data, len);
  return TRUE;
}

gboolean
hunch_gguf_get_array (const HunchGguf *g, const char *key, HunchKvType *type, guint64 *n, const guint8 **raw,
                      GError **error)
{
  const HunchKv *kv = hunch_gguf_find (g, key);

  if (kv == NULL)
    return FALSE;
  if (kv->type != HUNCH_KV_ARRAY)
    return fail_type (g, key, _ ("an array"), kv->type, error);
  *type = kv->element;
  *n = kv->n;
  *raw = kv->raw;
  return TRUE;
}

void
hunch_gguf_array_strings (const guint8 *raw, guint64 n, const char **data, gsize *len)
{
  for (guint64 i = 0; i < n; i++)
    {
      len[i] = hunch_le64 (raw);
      data[i] = (const char *) raw + 8;
      raw += 8 + len[i];
    }
}

gboolean
hunch_gguf_array_ints (HunchKvType type, const guint8 *raw, guint64 n, gint32 *out)
{
  for (guint64 i = 0; i < n; i++)
    {
      gboolean negative;
      guint64 v;

      if (!read_integer (type, raw + i * hunch_kv_size (type), &negative, &v)
          || (negative ? (gint64) v < G_MININT32 : v > G_MAXINT32))
        return FALSE;
      out[i] = (gint32) v;
    }
  return TRUE;
}
