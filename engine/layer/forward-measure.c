/* forward-measure.c: the time of each kernel, in a run of its own, so that nobody else pays for the clock.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/forward-measure.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/base/tensor-type.h"
#include "engine/device/profile.h"
#include "engine/layer/forward-private.h"
#include "engine/op/op-dot.h"

#define MAX_READ (G_GUINT64_CONSTANT (1) << 30) /* bytes; more would need memory that the weights have */

typedef struct
{
  HunchForward *f;
  HunchKv *kv;
  const volatile gint *cancelled;
  gint seq;
  gint32 *ids, *positions, *seqs; /* (n_ctx) */
  float *logits;                  /* (n_vocab) */
} Run;

static gboolean
wanted (const Run *r, GError **error)
{
  if (r->cancelled == NULL || g_atomic_int_get (r->cancelled) == 0)
    return TRUE;
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("The measuring was given up"));
  return FALSE;
}

/* n tokens behind what the sequence has, the last one with its logits. */
static gboolean
evaluate (Run *r, guint n, HunchPhase *phase, GError **error)
{
  const guint first = hunch_kv_seq_length (r->kv, r->seq);
  const gint32 last = n - 1;
  const HunchBatch batch = { .n_tokens = n,
                             .tokens = r->ids + first,
                             .positions = r->positions + first,
                             .seqs = r->seqs,
                             .n_rows = 1,
                             .rows = &last };
  const HunchCost cost = hunch_forward_cost (r->f, first, n, 1);

  phase->n_tokens += n;
  phase->cost.bytes += cost.bytes;
  phase->cost.operations += cost.operations;
  return wanted (r, error) && hunch_kv_seq_append (r->kv, r->seq, r->ids + first, n, error)
         && hunch_forward_run (r->f, r->kv, &batch, r->logits, error);
}

static gboolean
run_phase (Run *r, guint n, guint at_once, HunchPhase *phase, GError **error)
{
  const gint64 begin = g_get_monotonic_time ();
  gboolean ok = TRUE;

  for (guint done = 0; ok && done < n; done += at_once)
    ok = evaluate (r, MIN (n - done, at_once), phase, error);
  phase->seconds = (g_get_monotonic_time () - begin) / 1e6;
  return ok;
}

static gboolean
profile_phase (Run *r, guint n, guint at_once, HunchPhase *phase, GError **error)
{
  gboolean ok;

  if (!hunch_profile_start (r->f->dev))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("Another model is being measured"));
      return FALSE;
    }
  ok = run_phase (r, n, at_once, phase, error);
  phase->kernels = hunch_profile_stop (r->f->dev);
  for (guint i = 0; i < phase->kernels->len; i++)
    phase->launches += ((const HunchProfileRow *) g_ptr_array_index (phase->kernels, i))->launches;
  return ok;
}

typedef gboolean (*PhaseFunc) (Run *r, guint n, guint at_once, HunchPhase *phase, GError **error);

static gboolean
run_once (Run *r, PhaseFunc run, guint n_prompt, guint n_predict, HunchForwardMeasure *out, GError **error)
{
  gboolean ok;

  r->seq = hunch_kv_seq_new (r->kv);
  for (guint i = 0; i < n_prompt + n_predict; i++)
    r->seqs[i] = r->seq;
  ok = run (r, n_prompt, r->f->params.n_batch, &out->prefill, error) && run (r, n_predict, 1, &out->decode, error);
  hunch_kv_seq_free (r->kv, r->seq);
  return ok;
}

static gboolean
run_init (Run *r, guint64 n, GError **error)
{
  if (n > r->f->params.n_ctx)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL,
                   _ ("%u tokens are to be measured, and the context has %u"), (guint) n, r->f->params.n_ctx);
      return FALSE;
    }
  r->ids = g_new (gint32, n);
  r->positions = g_new (gint32, n);
  r->seqs = g_new (gint32, n);
  r->logits = g_new (float, r->f->hp.n_vocab);
  for (guint i = 0; i < n; i++)
    {
      r->ids[i] = (gint32) ((i * 7919u + 13) % MIN (r->f->hp.n_vocab, r->f->hp.n_vocab_rows));
      r->positions[i] = (gint32) i;
    }
  return TRUE;
}

static void
run_clear (Run *r)
{
  g_free (r->ids);
  g_free (r->positions);
  g_free (r->seqs);
  g_free (r->logits);
}

static gboolean
run_twice (Run *r, guint n_prompt, guint n_predict, HunchForwardMeasure *out, GError **error)
{
  for (guint i = 0; i < 2; i++)
    {
      hunch_forward_measure_clear (out);
      if (!run_once (r, profile_phase, n_prompt, n_predict, out, error))
        return FALSE;
    }
  return TRUE;
}

/* The dot product of the first layer's weights; NULL: float32. */
static const char *
dot_of (const HunchForward *f)
{
  const guint32 type = f->weights->layers[0].up.part[0].type;

  return f->params.exact || hunch_type_info (type)->block == 1 ? NULL : hunch_dot_probe (f->dev);
}

gboolean
hunch_forward_measure (HunchForward *f, HunchKv *kv, guint n_prompt, guint n_predict, const volatile gint *cancelled,
                       HunchForwardMeasure *out, GError **error)
{
  const guint64 n = (guint64) n_prompt + n_predict;
  Run r = { .f = f, .kv = kv, .cancelled = cancelled };
  HunchForwardMeasure m = { 0 };
  gboolean ok;

  if (!run_init (&r, n, error))
    return FALSE;
  ok = run_twice (&r, n_prompt, n_predict, &m, error)
       && hunch_measure_limits (f->dev, MIN (hunch_forward_weight_bytes (f), MAX_READ), dot_of (f), &m.limits, error);
  run_clear (&r);
  if (ok)
    *out = m;
  else
    hunch_forward_measure_clear (&m);
  return ok;
}

gboolean
hunch_forward_time (HunchForward *f, HunchKv *kv, guint n_prompt, guint n_predict, const volatile gint *cancelled,
                    double *prefill, double *decode, GError **error)
{
  Run r = { .f = f, .kv = kv, .cancelled = cancelled };
  HunchForwardMeasure m = { 0 };
  gboolean ok;

  if (!run_init (&r, (guint64) n_prompt + n_predict, error))
    return FALSE;
  ok = run_once (&r, run_phase, n_prompt, n_predict, &m, error);
  run_clear (&r);
  *prefill = m.prefill.seconds;
  *decode = m.decode.seconds;
  return ok;
}

void
hunch_forward_measure_clear (HunchForwardMeasure *m)
{
  g_clear_pointer (&m->prefill.kernels, g_ptr_array_unref);
  g_clear_pointer (&m->decode.kernels, g_ptr_array_unref);
  *m = (HunchForwardMeasure){ 0 };
}
