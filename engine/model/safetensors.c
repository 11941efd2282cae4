/* safetensors.c: the tensors of one safetensors file.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/cursor.h"
#include "engine/model/json-file.h"
#include "engine/model/safetensors.h"

#include <inttypes.h>
#include <string.h>

#define FAIL(part, error, ...) hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, __VA_ARGS__)

int
hunch_safetensors_type (const char *dtype)
{
  if (strcmp (dtype, "F32") == 0)
    return HUNCH_TYPE_F32;
  if (strcmp (dtype, "F16") == 0)
    return HUNCH_TYPE_F16;
  if (strcmp (dtype, "BF16") == 0)
    return HUNCH_TYPE_BF16;
  return -1;
}

/* One number of a list; FALSE when it is none or negative. */
static gboolean
number_at (JsonArray *array, guint i, guint64 *out)
{
  gint64 v;

  if (!hunch_json_int (json_array_get_element (array, i), &v) || v < 0)
    return FALSE;
  *out = (guint64) v;
  return TRUE;
}

static JsonArray *
array_of (JsonObject *o, const char *name)
{
  JsonNode *node = hunch_json_member (o, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
read_shape (const HunchGgufPart *part, JsonObject *o, HunchSafetensor *t, guint64 *n, const char *shown, GError **error)
{
  JsonArray *shape = array_of (o, "shape");

  if (shape == NULL || json_array_get_length (shape) > HUNCH_MAX_DIMS)
    return FAIL (part, error, _ ("tensor %s: no shape of at most %d dimensions"), shown, HUNCH_MAX_DIMS);
  *n = 1;
  t->n_dims = json_array_get_length (shape);
  for (guint i = 0; i < t->n_dims; i++)
    if (!number_at (shape, i, &t->dims[i]) || !hunch_mul_u64 (*n, t->dims[i], n))
      return FAIL (part, error, _ ("tensor %s: dimension %u is not a sound number"), shown, i);
  return TRUE;
}

static gboolean
read_range (const HunchGgufPart *part, JsonObject *o, HunchCursor data, HunchSafetensor *t, const char *shown,
            GError **error)
{
  JsonArray *range = array_of (o, "data_offsets");
  guint64 begin, end;

  if (range == NULL || json_array_get_length (range) != 2 || !number_at (range, 0, &begin)
      || !number_at (range, 1, &end))
    return FAIL (part, error, _ ("tensor %s: data_offsets are not two numbers"), shown);
  if (begin > end || end > data.left)
    return FAIL (part, error,
                 _ ("tensor %s: data from %" PRIu64 " to %" PRIu64 " reach past the end of the file's data (%" PRIu64
                    " bytes): it is damaged or was cut short"),
                 shown, begin, end, data.left);
  t->data = data.p + begin;
  t->bytes = end - begin;
  return TRUE;
}

static gboolean
read_tensor (const HunchGgufPart *part, JsonNode *node, HunchCursor data, GStringChunk *strings, HunchSafetensor *t,
             const char *shown, GError **error)
{
  JsonObject *o = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *dtype = o != NULL ? hunch_json_member (o, "dtype") : NULL;
  guint64 n = 0, bytes;
  int type;

  if (dtype == NULL || hunch_json_string (dtype) == NULL)
    return FAIL (part, error, _ ("tensor %s: no dtype"), shown);
  t->dtype = g_string_chunk_insert_const (strings, hunch_json_string (dtype));
  if (!read_shape (part, o, t, &n, shown, error) || !read_range (part, o, data, t, shown, error))
    return FALSE;
  type = hunch_safetensors_type (t->dtype);
  if (type >= 0 && (!hunch_mul_u64 (n, hunch_type_info ((guint32) type)->block_bytes, &bytes) || bytes != t->bytes))
    return FAIL (part, error,
                 _ ("tensor %s: its shape needs %" PRIu64 " elements of %s, and its data have %" PRIu64 " bytes"),
                 shown, n, t->dtype, t->bytes);
  return TRUE;
}

static JsonObject *
read_header (const HunchGgufPart *part, HunchCursor *at, GError **error)
{
  guint64 len = 0;
  const guint8 *text;

  if (!hunch_cursor_u64 (at, &len))
    {
      FAIL (part, error, _ ("not a safetensors file: it has only %zu bytes"), part->size);
      return NULL;
    }
  text = hunch_cursor_take (at, len);
  if (text == NULL)
    {
      FAIL (part, error,
            _ ("header: %" PRIu64 " bytes do not fit into the %" PRIu64 " that follow: it is damaged or was cut short"),
            len, at->left);
      return NULL;
    }
  return hunch_json_object (part, (const char *) text, len, _ ("header"), error);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const HunchSafetensor *x = a, *y = b;

  return x->data != y->data ? (x->data < y->data ? -1 : 1) : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Sorts the tensors by place. As the format demands it, their data follow one another and are all that the file has. */
static gboolean
check_places (const HunchGgufPart *part, HunchCursor data, GArray *tensors, GError **error)
{
  const guint8 *at = data.p;

  g_array_sort (tensors, compare_places);
  for (guint i = 0; i < tensors->len; i++)
    {
      const HunchSafetensor *t = &g_array_index (tensors, HunchSafetensor, i);

      if (t->data != at)
        {
          g_autofree char *shown = hunch_printable (t->name, -1, 120);

          return FAIL (part, error,
                       _ ("tensor %s: its data are at offset %" PRIu64 " and not at %" PRIu64
                          ", where the tensor before ends: the file is damaged"),
                       shown, (guint64) (t->data - data.p), (guint64) (at - data.p));
        }
      at += t->bytes;
    }
  if (at != data.p + data.left)
    return FAIL (part, error, _ ("%" PRIu64 " bytes of data, of which the tensors take only %" PRIu64), data.left,
                 (guint64) (at - data.p));
  return TRUE;
}

GArray *
hunch_safetensors_read (const HunchGgufPart *part, GStringChunk *strings, GError **error)
{
  HunchCursor at = { part->base, part->size };
  g_autoptr (JsonObject) header = read_header (part, &at, error);
  GArray *tensors;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (header == NULL)
    return NULL;
  tensors = g_array_new (FALSE, FALSE, sizeof (HunchSafetensor));
  json_object_iter_init (&iter, header);
  while (json_object_iter_next (&iter, &name, &node))
    {
      HunchSafetensor t = { .dims = { 1, 1, 1, 1 } };
      g_autofree char *shown = hunch_printable (name, -1, 120);

      if (strcmp (name, "__metadata__") == 0)
        continue;
      if (!read_tensor (part, node, at, strings, &t, shown, error))
        {
          g_array_unref (tensors);
          return NULL;
        }
      t.name = g_string_chunk_insert (strings, name);
      g_array_append_val (tensors, t);
    }
  if (!check_places (part, at, tensors, error))
    g_clear_pointer (&tensors, g_array_unref);
  return tensors;
}
