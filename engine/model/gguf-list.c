/* gguf-list.c: metadata as people read them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/printable.h"
#include "engine/model/cursor.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>

#define MAX_TEXT  60 /* characters of a string */
#define MAX_SHOWN 6  /* elements of an array */

guint
hunch_gguf_n_keys (const HunchGguf *g)
{
  return g->kvs->len;
}

/* Appends one value and returns its bytes in the file. */
static gsize
append_value (GString *s, guint32 type, const guint8 *raw)
{
  switch (type)
    {
    case HUNCH_KV_U8:
      g_string_append_printf (s, "%u", raw[0]);
      break;
    case HUNCH_KV_I8:
      g_string_append_printf (s, "%d", (gint8) raw[0]);
      break;
    case HUNCH_KV_U16:
      g_string_append_printf (s, "%u", hunch_le16 (raw));
      break;
    case HUNCH_KV_I16:
      g_string_append_printf (s, "%d", (gint16) hunch_le16 (raw));
      break;
    case HUNCH_KV_U32:
      g_string_append_printf (s, "%u", hunch_le32 (raw));
      break;
    case HUNCH_KV_I32:
      g_string_append_printf (s, "%d", (gint32) hunch_le32 (raw));
      break;
    case HUNCH_KV_F32:
      g_string_append_printf (s, "%g", (double) hunch_lef32 (raw));
      break;
    case HUNCH_KV_BOOL:
      g_string_append (s, raw[0] ? "true" : "false");
      break;
    case HUNCH_KV_U64:
      g_string_append_printf (s, "%" PRIu64, hunch_le64 (raw));
      break;
    case HUNCH_KV_I64:
      g_string_append_printf (s, "%" PRId64, (gint64) hunch_le64 (raw));
      break;
    case HUNCH_KV_F64:
      g_string_append_printf (s, "%g", hunch_lef64 (raw));
      break;
    default: /* a string in an array */
      {
        gsize len = hunch_le64 (raw);
        char *text = hunch_printable ((const char *) raw + 8, (gssize) len, MAX_TEXT / MAX_SHOWN);

        g_string_append_printf (s, "'%s'", text);
        g_free (text);
        return 8 + len;
      }
    }
  return hunch_kv_size (type);
}

static void
append_array (GString *s, const HunchKv *kv)
{
  const guint8 *raw = kv->raw;

  g_string_append_printf (s, "%" PRIu64 " %s: [", kv->n, hunch_kv_type_name (kv->element));
  for (guint64 i = 0; i < MIN (kv->n, MAX_SHOWN); i++)
    {
      if (i > 0)
        g_string_append (s, ", ");
      raw += append_value (s, kv->element, raw);
    }
  g_string_append (s, kv->n > MAX_SHOWN ? ", …]" : "]");
}

char *
hunch_gguf_key_at (const HunchGguf *g, guint i, char **value)
{
  const HunchKv *kv = &g_array_index (g->kvs, HunchKv, i);
  GString *s = g_string_new (NULL);

  if (kv->type == HUNCH_KV_ARRAY)
    append_array (s, kv);
  else if (kv->type != HUNCH_KV_STRING)
    append_value (s, kv->type, kv->raw);
  else
    {
      char *text = hunch_printable ((const char *) kv->raw, (gssize) kv->n, MAX_TEXT);

      g_string_append (s, text);
      g_free (text);
    }
  *value = g_string_free (s, FALSE);
  return hunch_printable (kv->key, -1, 0);
}
