/* tensor-out.c: the rows of one tensor, decoded and stored anew.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/convert/tensor-out.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/model/family.h"
#include "engine/model/quantize.h"
#include "engine/ref/ref-dequant.h"

#include <string.h>

/* Tables that are read by position, and divisors, stay exact. */
static gboolean
stays_float (const HunchTensor *t)
{
  return t->n_dims < 2 || t->dims[1] * t->dims[2] * t->dims[3] == 1 || g_str_has_prefix (t->name, "position_embd.")
         || g_str_has_prefix (t->name, "rope_");
}

/* What decides most: every token passes through it, and it is read once for each. */
static gboolean
is_vocabulary (const HunchTensor *t)
{
  return strcmp (t->name, "token_embd.weight") == 0 || strcmp (t->name, "output.weight") == 0;
}

static gboolean
fits (const HunchTensor *t, guint32 type)
{
  return t->dims[0] % hunch_type_info (type)->block == 0;
}

static guint32
choose_type (const HunchTensor *t, guint32 wanted)
{
  const guint32 types[] = { is_vocabulary (t) && hunch_type_info (wanted)->block > 1 ? HUNCH_TYPE_Q8_0 : wanted,
                            HUNCH_TYPE_Q8_0, HUNCH_TYPE_F16 };

  if (stays_float (t))
    return HUNCH_TYPE_F32;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (fits (t, types[i]))
      return types[i];
  return HUNCH_TYPE_F16;
}

/* GGUF files of some families turn neighbours, where the published ones turn (i, i + half): q and k have other rows then. */
static guint
paired_head (const HunchModelFile *m, const HunchTensor *t)
{
  const HunchFamily *family = hunch_family_find (m->hp.arch);
  static const char *const names[] = { ".attn_q.weight", ".attn_k.weight", ".attn_q.bias", ".attn_k.bias" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (m->hp.rope == HUNCH_ROPE_NEOX && family->rope == HUNCH_ROPE_NORM && g_str_has_suffix (t->name, names[i]))
      return m->hp.head_dim;
  return 0;
}

HunchTensorOut
hunch_tensor_out_plan (const HunchModelFile *m, const HunchTensor *t, guint32 wanted)
{
  return (HunchTensorOut){ t, choose_type (t, wanted), paired_head (m, t) };
}

/* The row of the source that is row r. */
static guint64
source_row (const HunchTensorOut *out, guint64 r)
{
  const guint head = out->paired_head;

  if (head == 0)
    return r;
  return r / head * head + r % 2 * (head / 2) + r % head / 2;
}

/* A bias has its elements where a matrix has its rows. */
static gboolean
write_vector (const HunchTensorOut *out, HunchGgufWriter *w, GError **error)
{
  const guint64 n = out->t->dims[0];
  g_autofree float *values = g_new (float, n), *moved = g_new (float, n);
  const guint bytes = hunch_type_info (out->type)->block_bytes;
  g_autofree guint8 *stored = g_malloc (n * bytes);

  hunch_ref_dequant_row (out->t->type, out->t->data, n, values);
  for (guint64 i = 0; i < n; i++)
    moved[i] = values[source_row (out, i)];
  hunch_quantize_row (out->type, moved, n, stored);
  return hunch_gguf_writer_write (w, stored, n * bytes, error);
}

static gboolean
write_rows (const HunchTensorOut *out, HunchGgufWriter *w, const volatile gint *cancelled, GError **error)
{
  const HunchTensor *t = out->t;
  const HunchTypeInfo *info = hunch_type_info (out->type);
  const guint64 n = t->dims[0], n_rows = t->dims[1] * t->dims[2] * t->dims[3], row = t->bytes / n_rows;
  const gsize bytes = n / info->block * info->block_bytes;
  g_autofree float *values = g_new (float, n);
  g_autofree guint8 *stored = g_malloc (bytes);

  for (guint64 r = 0; r < n_rows; r++)
    {
      const guint8 *src = t->data + source_row (out, r) * row;

      if (cancelled && g_atomic_int_get (cancelled))
        {
          g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("Converting was cancelled"));
          return FALSE;
        }
      if (out->type != t->type)
        {
          hunch_ref_dequant_row (t->type, src, n, values);
          hunch_quantize_row (out->type, values, n, stored);
        }
      if (!hunch_gguf_writer_write (w, out->type == t->type ? src : stored, bytes, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hunch_tensor_out_write (const HunchTensorOut *out, HunchGgufWriter *w, const volatile gint *cancelled, GError **error)
{
  if (out->t->n_dims < 2)
    return write_vector (out, w, error);
  return write_rows (out, w, cancelled, error);
}
