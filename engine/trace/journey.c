/* journey.c: keeps what passes the taps: a few rows for the table, whole tensors where wanted; and takes out what is ablated.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/trace/trace-private.h"

#include <string.h>

void
hunch_journey_init (HunchTracing *t)
{
  const HunchHparams *hp = t->hp;
  const gsize n_layer = hp->n_layer, n_embd = hp->n_embd;

  t->journey = (HunchJourney){
    .embd = g_new0 (float, n_embd),
    .attn_out = g_new0 (float, n_layer * hp->n_head * hp->head_dim),
    .attn_proj = g_new0 (float, n_layer *n_embd),
    .resid_mid = g_new0 (float, n_layer *n_embd),
    .ffn_keys = g_new0 (float, hp->n_ff),
    .ffn_out = g_new0 (float, n_layer *n_embd),
    .resid = g_new0 (float, (n_layer + 1) * n_embd),
  };
}

void
hunch_journey_finish (HunchTracing *t)
{
  HunchJourney *j = &t->journey;

  g_free (j->embd);
  g_free (j->attn_out);
  g_free (j->attn_proj);
  g_free (j->resid_mid);
  g_free (j->ffn_keys);
  g_free (j->ffn_out);
  g_free (j->resid);
}

/* Where the row at the position looked at is kept; NULL: it is not. */
static float *
place (HunchTracing *t, HunchTapPoint point, guint layer)
{
  const gsize n_embd = t->hp->n_embd;
  HunchJourney *j = &t->journey;

  switch (point)
    {
    case HUNCH_TAP_EMBD:
      return j->embd;
    case HUNCH_TAP_ATTN_OUT:
      return j->attn_out + (gsize) layer * t->hp->n_head * t->hp->head_dim;
    case HUNCH_TAP_ATTN_PROJ:
      return j->attn_proj + layer * n_embd;
    case HUNCH_TAP_RESID_MID:
      return j->resid_mid + layer * n_embd;
    case HUNCH_TAP_FFN_KEYS:
      return (gint) layer == t->request->neurons_layer ? j->ffn_keys : NULL;
    case HUNCH_TAP_FFN_OUT:
      return j->ffn_out + layer * n_embd;
    case HUNCH_TAP_RESID:
      return j->resid + (layer + 1) * n_embd;
    default:
      return NULL;
    }
}

static gboolean
is_tensor (const HunchTracing *t, const HunchTap *tap)
{
  const HunchTraceRequest *r = t->request;

  if (!t->tensors || !(r->points & 1u << tap->point))
    return FALSE;
  return !hunch_tap_in_layers (tap->point) || (tap->layer >= r->first_layer && tap->layer <= r->last_layer);
}

static HunchTapPoint
ablation_point (HunchAblationKind kind)
{
  return kind == HUNCH_ABLATE_HEAD        ? HUNCH_TAP_ATTN_OUT
         : kind == HUNCH_ABLATE_ATTENTION ? HUNCH_TAP_ATTN_PROJ
                                          : HUNCH_TAP_FFN_OUT;
}

static gboolean
is_ablated (const HunchAblation *a, const HunchTap *tap)
{
  return a->layer == tap->layer && ablation_point (a->kind) == tap->point;
}

/* Zeroes what is ablated here. */
static gboolean
ablate (const HunchTracing *t, const HunchTap *tap, float *values)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < t->request->n_ablations; i++)
    {
      const HunchAblation *a = &t->request->ablations[i];
      const gboolean head = a->kind == HUNCH_ABLATE_HEAD;
      const gsize row = (gsize) tap->n_heads * tap->width;

      if (!is_ablated (a, tap))
        continue;
      for (guint r = 0; r < tap->n_rows; r++)
        memset (values + r * row + (head ? (gsize) a->head * tap->width : 0), 0,
                (head ? tap->width : row) * sizeof *values);
      changed = TRUE;
    }
  return changed;
}

/* All rows where a tensor is wanted or something is ablated; else that of the position, if it is in the batch. */
static gboolean
wants (HunchTap *tap, gpointer data)
{
  HunchTracing *t = data;
  gboolean all = is_tensor (t, tap);

  for (guint i = 0; i < t->request->n_ablations; i++)
    all |= is_ablated (&t->request->ablations[i], tap);
  if (all)
    return TRUE;
  if (place (t, tap->point, tap->layer) == NULL || t->position < t->chunk || t->position - t->chunk >= tap->n_rows)
    return FALSE;
  tap->first_row = t->position - t->chunk;
  tap->n_rows = 1;
  return TRUE;
}

static HunchTraceTensor *
tensor (HunchTracing *t, const HunchTracePiece *piece)
{
  HunchTraceTensor *x;

  for (guint i = 0; i < t->answer->tensors->len; i++)
    {
      x = t->answer->tensors->pdata[i];
      if (x->point == piece->point && x->layer == piece->layer)
        return x;
    }
  x = g_new (HunchTraceTensor, 1);
  *x = (HunchTraceTensor){ piece->point, piece->layer, piece->n_rows, piece->n_heads, piece->width };
  x->values = g_new (float, (gsize) x->n_rows * x->n_heads * x->width);
  g_ptr_array_add (t->answer->tensors, x);
  return x;
}

static void
deliver (HunchTracing *t, const HunchTracePiece *piece)
{
  const gsize row = (gsize) piece->n_heads * piece->width;

  if (t->piece_error)
    return;
  if (t->request->piece)
    t->request->piece (piece, t->request->piece_data, &t->piece_error);
  else
    memcpy (tensor (t, piece)->values + piece->first_row * row, piece->values, piece->n_here * row * sizeof (float));
}

/* Scores of a batch are as wide as its last position; those of the prompt are as wide as the prompt. */
static float *
widen (const HunchTap *tap, const float *values, guint width)
{
  const gsize n = (gsize) tap->n_rows * tap->n_heads;
  float *wide = g_new0 (float, n *width);

  for (gsize i = 0; i < n; i++)
    memcpy (wide + i * width, values + i * tap->width, tap->width * sizeof *values);
  return wide;
}

static void
keep_tensor (HunchTracing *t, const HunchTap *tap, const float *values)
{
  const gboolean rows_of_logits = tap->point == HUNCH_TAP_FINAL_NORM || tap->point == HUNCH_TAP_LOGITS;
  const guint width = tap->point == HUNCH_TAP_SCORES ? t->n_total : tap->width;
  g_autofree float *wide = width != tap->width ? widen (tap, values, width) : NULL;
  const HunchTracePiece piece = {
    .point = tap->point,
    .layer = tap->layer,
    .n_rows = rows_of_logits ? 1 : t->n_total,
    .n_heads = tap->n_heads,
    .width = width,
    .first_row = rows_of_logits ? 0 : t->chunk + tap->first_row,
    .n_here = tap->n_rows,
    .values = wide ? wide : values,
  };

  deliver (t, &piece);
}

static gboolean
take (const HunchTap *tap, float *values, gpointer data)
{
  HunchTracing *t = data;
  const guint first = t->chunk + tap->first_row;
  const gsize row = (gsize) tap->n_heads * tap->width;
  const gboolean changed = ablate (t, tap, values);
  float *kept = place (t, tap->point, tap->layer);

  if (kept && t->position >= first && t->position - first < tap->n_rows)
    {
      memcpy (kept, values + (t->position - first) * row, row * sizeof *values);
      if (tap->point == HUNCH_TAP_EMBD)
        memcpy (t->journey.resid, kept, row * sizeof *values);
    }
  if (is_tensor (t, tap))
    keep_tensor (t, tap, values);
  return changed;
}

gboolean
hunch_journey_watch (HunchTracing *t, GError **error)
{
  const HunchTaps taps = { .wants = wants, .take = take, .user_data = t };

  return hunch_forward_set_taps (t->parts->forward, &taps, error);
}
