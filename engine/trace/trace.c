/* trace.c: runs a trace from its prompt to its answer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/prompt.h"
#include "engine/trace/trace-private.h"

gboolean
hunch_trace_stopped (const HunchTracing *t, GError **error)
{
  const volatile gint *cancelled = t->request->cancelled;

  if (!g_atomic_int_get (t->quit) && !(cancelled && g_atomic_int_get (cancelled)))
    return FALSE;
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("The trace was cancelled"));
  return TRUE;
}

gboolean
hunch_trace_prompt (const HunchTracing *t, const HunchRequest *prompt, GArray *ids, GError **error)
{
  const HunchParts *p = t->parts;
  g_autofree char *note = NULL;

  if (!hunch_prompt_build (p->vocab, prompt, t->request->cancelled, ids, NULL, &note, error))
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, gint32, i) < 0 || (guint) g_array_index (ids, gint32, i) >= p->n_vocab)
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                     _ ("Number %u of the prompt's ids is none of the %u that the model has"), i + 1, p->n_vocab);
        return FALSE;
      }
  if (prompt->max_tokens >= p->n_ctx || ids->len > p->n_ctx - prompt->max_tokens)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_CONTEXT_FULL,
                   _ ("The prompt has %u tokens, %u are to follow, and the context has room for %u"), ids->len,
                   prompt->max_tokens, p->n_ctx);
      return FALSE;
    }
  return TRUE;
}

/* Runs up to n_batch ids that stand at position first; logits NULL: none. */
static gboolean
run_batch (HunchTracing *t, const gint32 *ids, guint n, guint first, float *logits, GError **error)
{
  g_autofree gint32 *positions = g_new (gint32, n), *seqs = g_new (gint32, n);
  const gint32 last = (gint32) n - 1;
  const HunchBatch batch = { n, ids, positions, seqs, logits ? 1 : 0, &last };

  for (guint i = 0; i < n; i++)
    {
      positions[i] = (gint32) (first + i);
      seqs[i] = t->seq;
    }
  t->chunk = first;
  if (!hunch_kv_seq_append (t->parts->kv, t->seq, ids, n, error)
      || !hunch_forward_run (t->parts->forward, t->parts->kv, &batch, logits, error))
    return FALSE;
  if (t->piece_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&t->piece_error));
  return FALSE;
}

gboolean
hunch_trace_evaluate (HunchTracing *t, const gint32 *ids, guint n, guint first, GError **error)
{
  for (guint at = 0; at < n; at += t->parts->n_batch)
    {
      const guint here = MIN (t->parts->n_batch, n - at);

      if (hunch_trace_stopped (t, error)
          || !run_batch (t, ids + at, here, first + at, at + here == n ? t->logits : NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_numbers (const HunchTracing *t, GError **error)
{
  const HunchTraceRequest *r = t->request;
  const guint n_layer = t->hp->n_layer, n_head = t->hp->n_head;

  if (r->target >= 0 && (guint) r->target >= t->parts->n_vocab)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The target %d is none of the model's %u tokens"),
                 r->target, t->parts->n_vocab);
  else if (r->neurons_layer >= (gint) n_layer || (r->points && r->first_layer >= n_layer))
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The model has layers 0 to %u"), n_layer - 1);
  else
    {
      for (guint i = 0; i < r->n_ablations; i++)
        if (r->ablations[i].layer >= n_layer
            || (r->ablations[i].kind == HUNCH_ABLATE_HEAD && r->ablations[i].head >= n_head))
          {
            g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The model has layers 0 to %u and heads 0 to %u"),
                         n_layer - 1, n_head - 1);
            return FALSE;
          }
      return TRUE;
    }
  return FALSE;
}

static gboolean
check_position (HunchTracing *t, GError **error)
{
  const gint n = (gint) t->n_total, wanted = t->request->position, position = wanted < 0 ? n + wanted : wanted;

  t->position = (guint) position;
  if (position >= 0 && position < n)
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The prompt has positions 0 to %d, and no %d"), n - 1,
               wanted);
  return FALSE;
}

/* Bytes of all tensors that are to be kept, or of the largest where they are handed on. Nothing overflows: a context has at most 2^20
 * positions, and no dimension of a model is beyond 2^31. */
static guint64
tensor_bytes (const HunchTracing *t)
{
  const HunchTraceRequest *r = t->request;
  const guint64 n_layers = MIN (r->last_layer, t->hp->n_layer - 1) - r->first_layer + 1;
  guint64 sum = 0, largest = 0;

  for (guint i = 0; i < HUNCH_N_TAPS; i++)
    {
      const gboolean one_row = i == HUNCH_TAP_FINAL_NORM || i == HUNCH_TAP_LOGITS;
      guint n_heads, width;
      guint64 bytes;

      if (!(r->points & 1u << i))
        continue;
      hunch_tap_shape (t->hp, i, t->n_total, &n_heads, &width);
      bytes = (one_row ? 1 : MIN (t->n_total, r->piece ? t->parts->n_batch : G_MAXUINT)) * (guint64) n_heads * width
              * sizeof (float);
      largest = MAX (largest, bytes);
      sum += bytes * (hunch_tap_in_layers (i) ? n_layers : 1);
    }
  return r->piece ? largest : sum;
}

static gboolean
check_memory (const HunchTracing *t, GError **error)
{
  const HunchTraceRequest *r = t->request;
  const guint64 most = r->max_bytes ? r->max_bytes : HUNCH_TRACE_MAX_BYTES;
  g_autofree char *wanted = NULL, *allowed = NULL;

  if (r->points == 0 || tensor_bytes (t) <= most)
    return TRUE;
  wanted = g_format_size_full (tensor_bytes (t), G_FORMAT_SIZE_IEC_UNITS);
  allowed = g_format_size_full (most, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
               _ ("The tensors asked for take %s, and the limit is %s: ask for fewer points or layers"), wanted,
               allowed);
  return FALSE;
}

/* Evaluates the ids after n_past others, and looks at the result. */
static gboolean
step (HunchTracing *t, const gint32 *ids, guint n, guint n_past, GError **error)
{
  HunchTraceStep *s = g_new0 (HunchTraceStep, 1);
  HunchTokenP next;

  g_ptr_array_add (t->answer->steps, s);
  s->n_new = n;
  s->n_past = n_past;
  s->position = t->position;
  if (!hunch_journey_watch (t, error) || !hunch_trace_evaluate (t, ids, n, n_past, error)
      || !hunch_forward_set_taps (t->parts->forward, NULL, error)
      || hunch_sampler_top (t->logits, t->parts->n_vocab, 1, &next, error) != 1)
    return FALSE;
  s->next = next.id;
  hunch_kv_seq_table (t->parts->kv, t->seq, &s->n_blocks);
  s->block_bytes = hunch_kv_bytes (t->parts->kv) / t->parts->n_blocks * s->n_blocks;
  return hunch_trace_lens (t, s, error);
}

/* The tokens after the prompt, always the likeliest. */
static gboolean
follow (HunchTracing *t, GError **error)
{
  HunchTraceAnswer *a = t->answer;

  t->tensors = FALSE;
  for (guint i = 0; i < t->request->prompt.max_tokens; i++)
    {
      const HunchTraceStep *last = a->steps->pdata[a->steps->len - 1];
      const gint32 id = last->next;

      g_array_append_val (a->ids, id);
      if (i + 1 == t->request->prompt.max_tokens || hunch_vocab_is_eog (t->parts->vocab, id))
        return TRUE;
      t->position = t->n_total + i;
      if (!step (t, &id, 1, t->n_total + i, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run (HunchTracing *t, GError **error)
{
  HunchTraceAnswer *a = t->answer;
  const HunchTraceRequest *r = t->request;
  const HunchTraceStep *first;

  if (!check_numbers (t, error) || !hunch_trace_prompt (t, &r->prompt, a->prompt_ids, error))
    return FALSE;
  t->n_total = a->prompt_ids->len;
  t->tensors = TRUE;
  if (!check_position (t, error) || !check_memory (t, error)
      || !step (t, (const gint32 *) (gpointer) a->prompt_ids->data, t->n_total, 0, error))
    return FALSE;
  first = a->steps->pdata[0];
  return (!r->attribute || hunch_trace_attribute (t, first, error))
         && (r->neurons_layer < 0 || hunch_trace_neurons (t, error))
         && (!r->patch || hunch_trace_patch (t, first->target, error))
         && hunch_forward_set_taps (t->parts->forward, NULL, error) && follow (t, error);
}

static void
step_free (gpointer data)
{
  HunchTraceStep *s = data;

  g_free (s->layers);
  g_free (s);
}

static void
tensor_free (gpointer data)
{
  HunchTraceTensor *x = data;

  g_free (x->values);
  g_free (x);
}

static HunchTraceAnswer *
answer_new (void)
{
  HunchTraceAnswer *a = g_new0 (HunchTraceAnswer, 1);

  a->prompt_ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  a->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  a->steps = g_ptr_array_new_with_free_func (step_free);
  a->tensors = g_ptr_array_new_with_free_func (tensor_free);
  a->parts = g_array_new (FALSE, FALSE, sizeof (HunchTracePart));
  a->neurons = g_array_new (FALSE, FALSE, sizeof (HunchTraceNeuron));
  return a;
}

void
hunch_trace_answer_free (HunchTraceAnswer *a)
{
  if (a == NULL)
    return;
  if (a->patch)
    {
      g_array_unref (a->patch->ids);
      g_free (a->patch->p);
      g_free (a->patch->logit);
      g_free (a->patch);
    }
  g_clear_error (&a->error);
  g_array_unref (a->prompt_ids);
  g_array_unref (a->ids);
  g_ptr_array_unref (a->steps);
  g_ptr_array_unref (a->tensors);
  g_array_unref (a->parts);
  g_array_unref (a->neurons);
  g_free (a);
}

typedef struct
{
  const HunchTraceRequest *request;
  HunchTraceDone done;
  gpointer user_data;
} Errand;

/* On the engine's thread. */
static void
errand (HunchParts *parts, const volatile gint *quit, gpointer data)
{
  Errand *e = data;
  HunchTraceAnswer *a = answer_new ();
  HunchTracing t = { .parts = parts, .request = e->request, .quit = quit, .answer = a };

  if (parts == NULL || parts->forward == NULL)
    a->error = g_error_new_literal (HUNCH_ERROR, HUNCH_ERROR_DEVICE, _ ("The model is not on the device any more"));
  else
    {
      t.hp = hunch_forward_hparams (parts->forward);
      a->n_layer = t.hp->n_layer;
      a->n_head = t.hp->n_head;
      t.logits = g_new (float, parts->n_logits);
      t.seq = hunch_kv_seq_new (parts->kv);
      hunch_journey_init (&t);
      run (&t, &a->error);
      hunch_parts_name_file (parts, a->error);
      hunch_forward_set_taps (parts->forward, NULL, NULL);
      hunch_kv_seq_free (parts->kv, t.seq);
      hunch_journey_finish (&t);
      g_clear_error (&t.piece_error);
      g_free (t.logits);
    }
  e->done (a, e->user_data);
  g_free (e);
}

void
hunch_trace_submit (HunchEngine *e, const HunchTraceRequest *request, HunchTraceDone done, gpointer user_data)
{
  Errand *one = g_new (Errand, 1);

  *one = (Errand){ request, done, user_data };
  hunch_engine_errand (e, errand, request->cancelled, one);
}
