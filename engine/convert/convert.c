/* convert.c: from the plan of all tensors to a file.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/convert/convert.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/convert/keys-out.h"
#include "engine/convert/tensor-out.h"
#include "engine/model/quantize.h"

gboolean
hunch_convert_type (const char *name, guint32 *type)
{
  for (guint32 t = 0; t <= HUNCH_TYPE_BF16; t++)
    if (hunch_type_info (t) != NULL && hunch_can_quantize (t)
        && g_ascii_strcasecmp (hunch_type_info (t)->name, name) == 0)
      {
        *type = t;
        return TRUE;
      }
  return FALSE;
}

static void
plan_tensor (const HunchModelFile *m, const HunchTensor *t, guint32 type, GArray *outs, HunchGgufWriter *w)
{
  const HunchTensorOut out = hunch_tensor_out_plan (m, t, type);

  hunch_gguf_writer_add_tensor (w, t->name, out.type, t->n_dims, t->dims);
  g_array_append_val (outs, out);
}

/* rope: divisors of the angles, or no data. */
static void
plan (const HunchModelFile *m, const HunchTensor *rope, guint32 type, GArray *outs, HunchGgufWriter *w)
{
  if (rope->data != NULL)
    plan_tensor (m, rope, type, outs, w);
  for (guint i = 0; i < hunch_gguf_n_tensors (m->gguf); i++)
    plan_tensor (m, hunch_gguf_tensor_at (m->gguf, i), type, outs, w);
}

/* The file's own tensors, in its order; those that are done leave memory. */
static gboolean
write_tensors (const HunchModelFile *m, const GArray *outs, HunchGgufWriter *w, HunchConvertProgress progress,
               gpointer user_data, const volatile gint *cancelled, GError **error)
{
  guint64 all = 0, done = 0;

  for (guint i = 0; i < outs->len; i++)
    all += g_array_index (outs, HunchTensorOut, i).t->bytes;
  for (guint i = 0; i < outs->len; i++)
    {
      const HunchTensorOut *out = &g_array_index (outs, HunchTensorOut, i);

      if (!hunch_gguf_still_whole (m->gguf))
        {
          g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("%s has become shorter while it was read"),
                       hunch_gguf_path (m->gguf));
          return FALSE;
        }
      if (!hunch_tensor_out_write (out, w, cancelled, error))
        return FALSE;
      hunch_gguf_drop_pages (m->gguf, out->t);
      done += out->t->bytes;
      if (progress)
        progress ((double) done / all, user_data);
    }
  return TRUE;
}

gboolean
hunch_convert_run (const HunchConvertOptions *o, HunchConvertProgress progress, gpointer user_data,
                   const volatile gint *cancelled, GError **error)
{
  HunchModelFile *m = hunch_model_file_open (o->source, error);
  g_autofree float *factors = m ? hunch_rope_out (m) : NULL;
  HunchGgufWriter *w;
  HunchTensor rope;
  GArray *outs;
  gboolean ok;

  if (m == NULL)
    return FALSE;
  rope = (HunchTensor){ "rope_freqs.weight",
                        HUNCH_TYPE_F32,
                        1,
                        { m->hp.rope_dim / 2, 1, 1, 1 },
                        (const guint8 *) factors,
                        m->hp.rope_dim / 2 * sizeof *factors };
  w = hunch_gguf_writer_new ();
  outs = g_array_new (FALSE, FALSE, sizeof (HunchTensorOut));
  ok = hunch_keys_out (m, o->type, w, error);
  if (ok)
    plan (m, &rope, o->type, outs, w);
  ok = ok && hunch_gguf_writer_open (w, o->target, o->overwrite, error)
       && write_tensors (m, outs, w, progress, user_data, cancelled, error) && hunch_gguf_writer_finish (w, error);
  g_array_unref (outs);
  hunch_gguf_writer_free (w);
  hunch_model_file_free (m);
  return ok;
}
