/* attribute.c: what each part of the model added to one logit. (Direct logit attribution: Elhage et al., A Mathematical Framework for
 * Transformer Circuits, 2021)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The residual stream is a sum, and the final norm is linear once its scale is taken as given; so the logit is the sum of what each part
 * gives alone: scale * (w * head row) . part. A LayerNorm also takes the mean away, of each part its own. */
#include "config.h"

#include "engine/trace/trace-private.h"

#include <math.h>

typedef struct
{
  HunchTracing *t;
  guint n;        /* n_embd */
  double *toward; /* (n_embd) head row times norm weights times scale */
  float *post;    /* (n_embd) weights of a norm before the sum, where the family has one */
} Attribution;

static double
mean_square (const float *x, guint n, double mean)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += ((double) x[i] - mean) * ((double) x[i] - mean);
  return sum / n;
}

static double
mean_of (const HunchTracing *t, const float *x)
{
  double sum = 0;

  if (t->hp->norm != HUNCH_NORM_LAYER)
    return 0;
  for (guint i = 0; i < t->hp->n_embd; i++)
    sum += x[i];
  return sum / t->hp->n_embd;
}

static double
push (const Attribution *a, const float *part)
{
  const double mean = mean_of (a->t, part);
  double sum = 0;

  for (guint i = 0; i < a->n; i++)
    sum += a->toward[i] * (part[i] - mean);
  return sum;
}

static void
add_part (const Attribution *a, HunchPartKind kind, guint layer, guint head, double logit)
{
  const HunchTracePart part = { kind, layer, head, logit };

  g_array_append_val (a->t->answer->parts, part);
}

/* The direction, and the part of the norm's own bias. */
static gboolean
aim (Attribution *a, gint32 target, GError **error)
{
  HunchTracing *t = a->t;
  HunchForward *f = t->parts->forward;
  const float *last = t->journey.resid + (gsize) t->hp->n_layer * a->n;
  const double scale = 1 / sqrt (mean_square (last, a->n, mean_of (t, last)) + t->hp->norm_eps);
  g_autofree float *row = g_new (float, a->n), *w = g_new (float, a->n);
  gboolean there;
  double bias = 0;

  if (!hunch_forward_head_row (f, target, row, error)
      || !hunch_forward_vector (f, HUNCH_VECTOR_OUT_NORM_BIAS, 0, &there, w, error))
    return FALSE;
  for (guint i = 0; there && i < a->n; i++)
    bias += (double) row[i] * w[i];
  if (there)
    add_part (a, HUNCH_PART_NORM_BIAS, 0, 0, bias);
  if (!hunch_forward_vector (f, HUNCH_VECTOR_OUT_NORM, 0, &there, w, error))
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    a->toward[i] = scale * row[i] * (there ? w[i] : 1);
  t->answer->parts_logit = push (a, last) + bias;
  return TRUE;
}

/* What each head adds: its output through its columns of wo, all heads in one product. */
static gboolean
add_heads (const Attribution *a, guint layer, GError **error)
{
  HunchTracing *t = a->t;
  const guint n_head = t->hp->n_head, dim = t->hp->head_dim, n_q = n_head * dim;
  const float *out = t->journey.attn_out + (gsize) layer * n_q;
  g_autofree float *x = g_new0 (float, (gsize) n_head *n_q), *y = g_new (float, (gsize) n_head * a->n);
  double scale = 1;
  gboolean post;

  for (guint h = 0; h < n_head; h++)
    for (guint d = 0; d < dim; d++)
      x[(gsize) h * n_q + h * dim + d] = out[h * dim + d];
  if (!hunch_forward_map (t->parts->forward, HUNCH_MAP_WO, layer, n_head, x, y, error)
      || !hunch_forward_vector (t->parts->forward, HUNCH_VECTOR_ATTN_POST_NORM, layer, &post, a->post, error))
    return FALSE;
  if (post)
    {
      g_autofree float *sum = g_new0 (float, a->n);

      for (gsize i = 0; i < (gsize) n_head * a->n; i++)
        sum[i % a->n] += y[i];
      scale = 1 / sqrt (mean_square (sum, a->n, 0) + t->hp->norm_eps);
      for (gsize i = 0; i < (gsize) n_head * a->n; i++)
        y[i] *= a->post[i % a->n];
    }
  for (guint h = 0; h < n_head; h++)
    add_part (a, HUNCH_PART_HEAD, layer, h, scale * push (a, y + (gsize) h * a->n));
  return TRUE;
}

static gboolean
add_layer (const Attribution *a, guint layer, GError **error)
{
  HunchTracing *t = a->t;
  g_autofree float *bias = g_new (float, a->n);
  gboolean there;

  if (!add_heads (a, layer, error)
      || !hunch_forward_vector (t->parts->forward, HUNCH_VECTOR_WO_BIAS, layer, &there, bias, error))
    return FALSE;
  if (there)
    add_part (a, HUNCH_PART_ATTENTION_BIAS, layer, 0, push (a, bias));
  add_part (a, HUNCH_PART_FFN, layer, 0, push (a, t->journey.ffn_out + (gsize) layer * a->n));
  return TRUE;
}

/* Attention that was ablated as a whole has added nothing, whatever its heads gave. */
static gboolean
attention_ablated (const HunchTracing *t, guint layer)
{
  for (guint i = 0; i < t->request->n_ablations; i++)
    if (t->request->ablations[i].kind == HUNCH_ABLATE_ATTENTION && t->request->ablations[i].layer == layer)
      return TRUE;
  return FALSE;
}

gboolean
hunch_trace_attribute (HunchTracing *t, const HunchTraceStep *step, GError **error)
{
  Attribution a = { t, t->hp->n_embd, g_new (double, t->hp->n_embd), g_new (float, t->hp->n_embd) };
  gboolean ok = aim (&a, step->target, error);

  if (ok)
    add_part (&a, HUNCH_PART_EMBEDDING, 0, 0, push (&a, t->journey.embd));
  for (guint i = 0; ok && i < t->hp->n_layer; i++)
    if (attention_ablated (t, i))
      add_part (&a, HUNCH_PART_FFN, i, 0, push (&a, t->journey.ffn_out + (gsize) i * a.n));
    else
      ok = !hunch_trace_stopped (t, error) && add_layer (&a, i, error);
  g_free (a.toward);
  g_free (a.post);
  return ok;
}
