/* tap.c: reads the named points of the forward pass, and writes them back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/tap-private.h"

#include "engine/base/checked.h"
#include "engine/base/half.h"

/* Bytes of scores that are on the device at once; at least a row. */
#define SCORES_BYTES (G_GUINT64_CONSTANT (64) << 20)

static const struct
{
  const char *name;
  gboolean in_layers;
} points[] = {
  [HUNCH_TAP_EMBD] = { "embd", FALSE },
  [HUNCH_TAP_ATTN_NORM] = { "attn_norm", TRUE },
  [HUNCH_TAP_Q] = { "q", TRUE },
  [HUNCH_TAP_K] = { "k", TRUE },
  [HUNCH_TAP_V] = { "v", TRUE },
  [HUNCH_TAP_SCORES] = { "scores", TRUE },
  [HUNCH_TAP_ATTN_OUT] = { "attn_out", TRUE },
  [HUNCH_TAP_ATTN_PROJ] = { "attn_proj", TRUE },
  [HUNCH_TAP_RESID_MID] = { "resid_mid", TRUE },
  [HUNCH_TAP_FFN_NORM] = { "ffn_norm", TRUE },
  [HUNCH_TAP_FFN_KEYS] = { "ffn_keys", TRUE },
  [HUNCH_TAP_FFN_OUT] = { "ffn_out", TRUE },
  [HUNCH_TAP_RESID] = { "resid", TRUE },
  [HUNCH_TAP_FINAL_NORM] = { "final_norm", FALSE },
  [HUNCH_TAP_LOGITS] = { "logits", FALSE },
};
G_STATIC_ASSERT (G_N_ELEMENTS (points) == HUNCH_N_TAPS);

const char *
hunch_tap_name (HunchTapPoint point)
{
  return points[point].name;
}

gboolean
hunch_tap_in_layers (HunchTapPoint point)
{
  return points[point].in_layers;
}

void
hunch_tap_shape (const HunchHparams *hp, HunchTapPoint point, guint n_positions, guint *n_heads, guint *width)
{
  const gboolean kv = point == HUNCH_TAP_K || point == HUNCH_TAP_V;

  *n_heads = 1;
  switch (point)
    {
    case HUNCH_TAP_Q:
    case HUNCH_TAP_K:
    case HUNCH_TAP_V:
    case HUNCH_TAP_ATTN_OUT:
      *n_heads = kv ? hp->n_head_kv : hp->n_head;
      *width = hp->head_dim;
      break;
    case HUNCH_TAP_SCORES:
      *n_heads = hp->n_head;
      *width = n_positions;
      break;
    case HUNCH_TAP_FFN_KEYS:
      *width = hp->n_ff;
      break;
    case HUNCH_TAP_LOGITS:
      *width = hp->n_vocab;
      break;
    default:
      *width = hp->n_embd;
    }
}

gboolean
hunch_tap_wanted (const HunchForward *f, HunchTapPoint point, guint layer, guint n_rows, guint n_positions,
                  HunchTap *tap)
{
  HunchTap t = { point, layer, 0, n_rows };

  if (f->taps == NULL)
    return FALSE;
  hunch_tap_shape (&f->hp, point, n_positions, &t.n_heads, &t.width);
  if (!f->taps->wants (&t, f->taps->user_data) || t.n_rows == 0)
    return FALSE;
  g_assert (t.first_row <= n_rows && t.n_rows <= n_rows - t.first_row);
  *tap = t;
  return TRUE;
}

static gboolean
take (HunchForward *f, const HunchTap *tap, float *values)
{
  return f->taps->take (tap, values, f->taps->user_data);
}

/* Rows between the device and packed rows of the host. */
static cl_int
copy_rows (HunchForward *f, const HunchTap *tap, HunchRows rows, float *values, gboolean back)
{
  const gsize bytes = (gsize) tap->n_heads * tap->width * sizeof (float), pitch = (gsize) rows.ld * sizeof (float);
  const gsize first = (rows.offset + (guint64) tap->first_row * rows.ld) * sizeof (float);
  const gsize origin[3] = { first % pitch, first / pitch, 0 }, zero[3] = { 0, 0, 0 };
  const gsize region[3] = { bytes, tap->n_rows, 1 };

  if (back)
    return clEnqueueWriteBufferRect (f->dev->queue, rows.mem, CL_TRUE, origin, zero, region, pitch, 0, bytes, 0, values,
                                     0, NULL, NULL);
  return clEnqueueReadBufferRect (f->dev->queue, rows.mem, CL_TRUE, origin, zero, region, pitch, 0, bytes, 0, values, 0,
                                  NULL, NULL);
}

gboolean
hunch_tap_rows (HunchForward *f, HunchTapPoint point, guint layer, guint n_rows, HunchRows rows, GError **error)
{
  g_autofree float *values = NULL;
  HunchTap tap;

  if (!hunch_tap_wanted (f, point, layer, n_rows, 0, &tap))
    return TRUE;
  values = g_new (float, (gsize) tap.n_rows *tap.n_heads *tap.width);
  CHECK ("reading a tap", copy_rows (f, &tap, rows, values, FALSE));
  if (take (f, &tap, values))
    CHECK ("writing a tap", copy_rows (f, &tap, rows, values, TRUE));
  return TRUE;
}

gboolean
hunch_tap_host (HunchForward *f, HunchTapPoint point, guint n_rows, float *values)
{
  HunchTap tap;

  if (hunch_tap_wanted (f, point, 0, n_rows, 0, &tap))
    take (f, &tap, values + (gsize) tap.first_row * tap.n_heads * tap.width);
  return TRUE;
}

/* A block of the cache as floats. */
static gboolean
read_block (HunchForward *f, cl_mem cache, gint32 block, gsize n, gpointer raw, float *values, GError **error)
{
  const gsize size = f->params.exact ? sizeof (float) : sizeof (guint16), bytes = n * size;

  CHECK ("reading the cache",
         clEnqueueReadBuffer (f->dev->queue, cache, CL_TRUE, block * bytes, bytes, raw, 0, NULL, NULL));
  for (gsize i = 0; i < n; i++)
    values[i] = f->params.exact ? ((const float *) raw)[i] : hunch_half_to_float (((const guint16 *) raw)[i]);
  return TRUE;
}

gboolean
hunch_tap_cache (HunchForward *f, HunchTapPoint point, guint layer, const HunchKv *kv, const HunchBatch *batch,
                 GError **error)
{
  const gboolean is_k = point == HUNCH_TAP_K;
  const cl_mem cache = is_k ? hunch_kv_k (kv, layer) : hunch_kv_v (kv, layer);
  const guint dim = f->hp.head_dim, v_dim = (guint) hunch_round_up (dim, 16), heads = f->hp.n_head_kv;
  const gsize n = (gsize) heads * HUNCH_KV_BLOCK * (is_k ? dim : v_dim);
  g_autofree float *values = NULL, *raw = NULL, *block = NULL;
  gint32 in_hand = -1;
  HunchTap tap;

  if (!hunch_tap_wanted (f, point, layer, batch->n_tokens, 0, &tap))
    return TRUE;
  values = g_new (float, (gsize) tap.n_rows *heads *dim);
  raw = g_new (float, n);
  block = g_new (float, n);
  for (guint r = 0; r < tap.n_rows; r++)
    {
      const guint t = tap.first_row + r, slot = batch->positions[t] % HUNCH_KV_BLOCK;
      guint n_entries;
      const gint32 *table = hunch_kv_seq_table (kv, batch->seqs[t], &n_entries);
      const gint32 wanted = table[batch->positions[t] / HUNCH_KV_BLOCK];

      if (wanted != in_hand && !read_block (f, cache, wanted, n, raw, block, error))
        return FALSE;
      in_hand = wanted;
      for (guint h = 0; h < heads; h++)
        for (guint d = 0; d < dim; d++)
          values[((gsize) r * heads + h) * dim + d]
              = is_k ? block[(h * dim + d) * HUNCH_KV_BLOCK + slot] : block[(h * HUNCH_KV_BLOCK + slot) * v_dim + d];
    }
  take (f, &tap, values);
  return TRUE;
}

gboolean
hunch_tap_scores (HunchForward *f, guint layer, const HunchAttentionArgs *attend, GError **error)
{
  const guint n_positions = attend->batch.max_position + 1;
  HunchAttentionProbsArgs args = { .batch = attend->batch,
                                   .q = attend->q,
                                   .k_cache = attend->k_cache,
                                   .scale = attend->scale,
                                   .window = attend->window,
                                   .n_positions = n_positions };
  g_autofree float *values = NULL;
  gsize row, at_once;
  cl_mem scores;
  gboolean ok = TRUE;
  HunchTap tap;

  if (!hunch_tap_wanted (f, HUNCH_TAP_SCORES, layer, attend->batch.n_tokens, n_positions, &tap))
    return TRUE;
  row = (gsize) f->hp.n_head * n_positions;
  at_once = CLAMP (SCORES_BYTES / sizeof (float) / row, 1, tap.n_rows);
  values = g_new (float, tap.n_rows *row);
  scores = args.y
      = hunch_device_buffer (f->dev, CL_MEM_READ_WRITE, at_once * row * sizeof (float), "attention scores", error);
  ok = scores != NULL;
  for (gsize at = 0; ok && at < tap.n_rows; at += at_once)
    {
      args.first_token = tap.first_row + (guint) at;
      args.n_rows = (guint) MIN (at_once, tap.n_rows - at);
      ok = hunch_device_check (f->dev, hunch_op_attention_probs_enqueue (&f->probs, f->dev->queue, &args),
                               "attention-probs", error)
           && hunch_device_check (f->dev,
                                  clEnqueueReadBuffer (f->dev->queue, scores, CL_TRUE, 0,
                                                       args.n_rows * row * sizeof (float), values + at * row, 0, NULL,
                                                       NULL),
                                  "reading scores", error);
    }
  hunch_device_buffer_free (f->dev, &scores);
  if (ok)
    take (f, &tap, values);
  return ok;
}
