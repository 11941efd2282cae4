/* hf-tensors.c: tensors of safetensors files under their GGUF names, and in the form that GGUF files have.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/half.h"
#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/cursor.h"
#include "engine/model/hf.h"
#include "engine/model/safetensors.h"

#include <string.h>

char *
hunch_hf_name (const HunchFamily *family, const HunchTensorRule *rule, int layer)
{
  if (layer >= 0)
    return g_strdup_printf ("%s%s%d.%s", family->hf_prefix, family->hf_layers, layer, rule->hf);
  /* The head is beside the model, not in it. */
  return g_strconcat (g_str_has_prefix (rule->hf, "lm_head") ? "" : family->hf_prefix, rule->hf, NULL);
}

static const HunchTensorRule *
find_rule (const HunchTensorRule *rule, const char *name)
{
  for (; rule->name != NULL; rule++)
    if (g_strcmp0 (rule->hf, name) == 0)
      return rule;
  return NULL;
}

/* The rule of a name, and what GGUF files call it (transfer full); NULL when it has none. */
static const HunchTensorRule *
translate (const HunchFamily *family, const char *name, char **gguf_name)
{
  const char *rest = g_str_has_prefix (name, family->hf_prefix) ? name + strlen (family->hf_prefix) : name;
  const HunchTensorRule *rule;
  guint64 layer;
  char *end;

  if (!g_str_has_prefix (rest, family->hf_layers))
    {
      rule = find_rule (family->globals, rest);
      if (rule != NULL)
        *gguf_name = g_strdup (rule->name);
      return rule;
    }
  rest += strlen (family->hf_layers);
  if (!g_ascii_isdigit (*rest))
    return NULL;
  layer = g_ascii_strtoull (rest, &end, 10);
  rule = *end == '.' && layer <= G_MAXINT32 ? find_rule (family->layer, end + 1) : NULL;
  if (rule != NULL)
    *gguf_name = g_strdup_printf ("blk.%u.%s", (guint) layer, rule->name);
  return rule;
}

static gpointer
own (HunchGguf *g, gsize bytes)
{
  gpointer data = g_malloc (bytes);

  g_ptr_array_add (g->owned, data);
  return data;
}

/* Rows become columns, tile by tile, so that neither side leaves its cache lines half used. dims are those of the result. */
static void
transpose (HunchGguf *g, HunchTensor *t, guint size)
{
  const guint64 n_columns = t->dims[0], n_rows = t->dims[1], tile = 32;
  guint8 *out = own (g, t->bytes);

  for (guint64 r0 = 0; r0 < n_rows; r0 += tile)
    for (guint64 c0 = 0; c0 < n_columns; c0 += tile)
      for (guint64 r = r0; r < MIN (r0 + tile, n_rows); r++)
        for (guint64 c = c0; c < MIN (c0 + tile, n_columns); c++)
          memcpy (out + (r * n_columns + c) * size, t->data + (c * n_rows + r) * size, size);
  t->data = out;
}

static float
element (const HunchTensor *t, guint64 i)
{
  if (t->type == HUNCH_TYPE_F16)
    return hunch_half_to_float (hunch_le16 (t->data + 2 * i));
  if (t->type == HUNCH_TYPE_BF16)
    return hunch_bf16_to_float (hunch_le16 (t->data + 2 * i));
  return hunch_lef32 (t->data + 4 * i);
}

static void
add_one (HunchGguf *g, HunchTensor *t)
{
  float *out = own (g, t->dims[0] * sizeof *out);

  for (guint64 i = 0; i < t->dims[0]; i++)
    out[i] = 1 + element (t, i);
  t->data = (const guint8 *) out;
  t->type = HUNCH_TYPE_F32;
  t->bytes = t->dims[0] * sizeof *out;
}

/* Data begin anywhere in these files; readers of GGUF are used to numbers that are aligned. */
static void
align (HunchGguf *g, HunchTensor *t, guint size)
{
  guint8 *out;

  if ((gsize) t->data % size == 0)
    return;
  out = own (g, t->bytes);
  memcpy (out, t->data, t->bytes);
  t->data = out;
}

static gboolean
add_tensor (HunchGguf *g, const HunchGgufPart *part, const HunchTensorRule *rule, const HunchSafetensor *s,
            const char *name, const char *shown, GError **error)
{
  HunchTensor t = { .n_dims = MAX (s->n_dims, 1), .dims = { 1, 1, 1, 1 }, .data = s->data, .bytes = s->bytes };
  int type = hunch_safetensors_type (s->dtype);
  guint size;

  if (type < 0)
    {
      g_autofree char *dtype = hunch_printable (s->dtype, -1, 20);

      return hunch_gguf_fail (part, HUNCH_ERROR_UNSUPPORTED, error,
                              _ ("tensor %s: dtype %s is not supported (F32, F16 and BF16 are)"), shown, dtype);
    }
  if (s->bytes == 0)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("tensor %s: it is empty"), shown);
  t.type = (guint32) type;
  size = hunch_type_info (t.type)->block_bytes;
  for (guint i = 0; i < s->n_dims; i++)
    t.dims[s->n_dims - 1 - i] = s->dims[i];
  if (rule->hf_form == HUNCH_HF_TRANSPOSED && s->n_dims == 2)
    {
      t.dims[0] = s->dims[0];
      t.dims[1] = s->dims[1];
      transpose (g, &t, size);
    }
  else if (rule->hf_form == HUNCH_HF_LESS_ONE && s->n_dims == 1)
    add_one (g, &t);
  else
    align (g, &t, size);
  t.name = g_string_chunk_insert (g->names, name);
  g_array_append_val (g->tensors, t);
  return TRUE;
}

/* A tensor that no rule knows. Biases and what lies in a layer would change the result. */
static gboolean
leave_alone (const HunchGgufPart *part, const HunchFamily *family, const char *name, const char *shown,
             GPtrArray *warnings, GError **error)
{
  for (const char *const *end = family->hf_ignored; *end != NULL; end++)
    if (g_str_has_suffix (name, *end))
      return TRUE;
  if (g_str_has_suffix (name, ".bias") || g_str_has_suffix (name, "norm.weight"))
    return hunch_gguf_fail (part, HUNCH_ERROR_UNSUPPORTED, error, _ ("tensor %s has no place in a %s model"), shown,
                            family->arch);
  g_ptr_array_add (warnings, g_strdup_printf (_ ("tensor %s is unknown and left alone"), shown));
  return TRUE;
}

gboolean
hunch_hf_tensors_add (HunchGguf *g, HunchGgufPart *part, const HunchFamily *family, GPtrArray *warnings, GError **error)
{
  GArray *list = hunch_safetensors_read (part, g->names, error);
  gboolean ok = list != NULL;

  for (guint i = 0; ok && i < list->len; i++)
    {
      const HunchSafetensor *s = &g_array_index (list, HunchSafetensor, i);
      g_autofree char *name = NULL, *shown = hunch_printable (s->name, -1, 120);
      const HunchTensorRule *rule = translate (family, s->name, &name);

      ok = rule != NULL ? add_tensor (g, part, rule, s, name, shown, error)
                        : leave_alone (part, family, s->name, shown, warnings, error);
    }
  g_clear_pointer (&list, g_array_unref);
  return ok;
}
