/* lens.c: what the model would say after each layer, if it stopped there. (nostalgebraist, Interpreting GPT: the logit lens, 2020)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/trace/trace-private.h"

#include <math.h>

#define AT_ONCE 8 /* rows of logits */

void
hunch_trace_judge (const float *logits, guint n_vocab, gint32 target, HunchTraceLayer *out)
{
  gint32 best = 0;
  double sum = 0;

  for (guint i = 0; i < n_vocab; i++)
    if (logits[i] > logits[best])
      best = (gint32) i;
  for (guint i = 0; i < n_vocab; i++)
    sum += exp ((double) logits[i] - logits[best]);
  out->best = best;
  out->best_p = 1 / sum;
  out->logit = logits[target];
  out->p = exp (out->logit - logits[best]) / sum;
  out->rank = 1;
  for (guint i = 0; i < n_vocab; i++)
    out->rank += logits[i] > logits[target] && (float) (exp ((double) logits[i] - logits[best]) / sum) > (float) out->p;
}

static double
norm (const float *x, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) x[i] * x[i];
  return sqrt (sum);
}

static double
ratio (double a, double b)
{
  return b > 0 ? a / b : 0;
}

/* How much each half of a layer moves the stream. */
static void
measure (HunchTracing *t, HunchTraceLayer *out, guint layer)
{
  const HunchJourney *j = &t->journey;
  const guint n = t->hp->n_embd;
  const float *before = j->resid + (gsize) (layer - 1) * n, *after = before + n;
  const gsize at = (gsize) (layer - 1) * n;

  *out = (HunchTraceLayer){ .layer = layer, .norm = norm (after, n) };
  out->attn_move = ratio (norm (j->attn_proj + at, n), norm (before, n));
  out->ffn_move = ratio (norm (j->ffn_out + at, n), norm (j->resid_mid + at, n));
}

static gboolean
last_logits (HunchTracing *t, HunchTraceStep *step, const float *logits, GError **error)
{
  const HunchTraceRequest *r = t->request;

  step->n_top = hunch_sampler_top (logits, t->parts->n_vocab, HUNCH_TRACE_N_TOP, step->top, error);
  step->target = r->target >= 0 ? r->target : step->n_top > 0 ? step->top[0].id : 0;
  return step->n_top > 0;
}

gboolean
hunch_trace_lens (HunchTracing *t, HunchTraceStep *step, GError **error)
{
  const guint n_vocab = t->parts->n_vocab, n_layers = t->hp->n_layer + 1, n_embd = t->hp->n_embd;
  const gsize stride = t->parts->n_logits;
  g_autofree float *logits = g_new (float, AT_ONCE *stride);
  const float *resid = t->journey.resid;

  if (!hunch_forward_lens (t->parts->forward, 1, resid + (gsize) (n_layers - 1) * n_embd, logits, error)
      || !last_logits (t, step, logits, error))
    return FALSE;
  step->layers = g_new0 (HunchTraceLayer, n_layers);
  for (guint first = 0; first < n_layers; first += AT_ONCE)
    {
      const guint n = MIN (AT_ONCE, n_layers - first);

      if (hunch_trace_stopped (t, error)
          || !hunch_forward_lens (t->parts->forward, n, resid + (gsize) first * n_embd, logits, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        {
          HunchTraceLayer *l = &step->layers[first + i];

          if (first + i > 0)
            measure (t, l, first + i);
          else
            l->norm = norm (resid, n_embd);
          hunch_trace_judge (logits + i * stride, n_vocab, step->target, l);
        }
    }
  return TRUE;
}
