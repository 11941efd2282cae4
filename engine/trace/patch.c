/* patch.c: activation patching: the residual stream of a second prompt, put into the first one place at a time. (Meng et al., Locating
 * and Editing Factual Associations in GPT, 2022, where it is called causal tracing)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The streams of both prompts are kept, (layer, position, n_embd). A patched run begins at its layer with the first prompt's stream, one
 * row of it exchanged; as many positions as the engine has sequences for run in one batch. */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/trace/trace-private.h"

#include <string.h>

typedef struct
{
  HunchTracing *t;
  guint n, n_embd, n_layers; /* tokens; n_layer + 1 */
  float *from, *to;          /* (n_layers, n, n_embd) of the prompt, and of the second one */
  float *record;             /* where the streams that pass go; NULL: not kept */
  guint layer, first, count; /* of the patched runs: sequence i has position first + i exchanged */
  gint *seqs;                /* (n_seq) */
  guint n_seqs;
  float *logits; /* (n_seq, n_logits) */
} Patching;

static float *
stream (const Patching *p, float *of, guint layer)
{
  return of + (gsize) layer * p->n * p->n_embd;
}

static gboolean
wants (HunchTap *tap, gpointer data)
{
  const Patching *p = data;

  return tap->point == HUNCH_TAP_EMBD || (p->record && tap->point == HUNCH_TAP_RESID);
}

static gboolean
take (const HunchTap *tap, float *values, gpointer data)
{
  Patching *p = data;
  const gsize row = p->n_embd, all = (gsize) p->n * row;

  if (p->record)
    {
      const guint layer = tap->point == HUNCH_TAP_EMBD ? 0 : tap->layer + 1;

      memcpy (stream (p, p->record, layer) + (gsize) p->t->chunk * row, values, tap->n_rows * row * sizeof *values);
      return FALSE;
    }
  for (guint i = 0; i < p->count; i++)
    {
      const gsize at = (gsize) (p->first + i) * row;

      memcpy (values + i * all, stream (p, p->from, p->layer), all * sizeof *values);
      memcpy (values + i * all + at, stream (p, p->to, p->layer) + at, row * sizeof *values);
    }
  return TRUE;
}

/* Runs a prompt as it is, keeping its streams; tells how likely the target is after it. */
static gboolean
run_plain (Patching *p, const gint32 *ids, float *record, gint32 target, HunchTraceLayer *out, GError **error)
{
  HunchTracing *t = p->t;
  const HunchTaps taps = { .wants = wants, .take = take, .user_data = p };
  const gint seq = t->seq;
  gboolean ok;

  p->record = record;
  t->seq = hunch_kv_seq_new (t->parts->kv);
  ok = hunch_forward_set_taps (t->parts->forward, &taps, error) && hunch_trace_evaluate (t, ids, p->n, 0, error);
  hunch_kv_seq_free (t->parts->kv, t->seq);
  t->seq = seq;
  p->record = NULL;
  if (ok)
    hunch_trace_judge (t->logits, t->parts->n_vocab, target, out);
  return ok;
}

/* One batch: positions first … of a layer, each in a sequence of its own. */
static gboolean
run_patched (Patching *p, const gint32 *ids, GError **error)
{
  HunchParts *parts = p->t->parts;
  const guint n = p->count * p->n;
  const HunchTaps taps = { .wants = wants, .take = take, .user_data = p, .first_layer = p->layer };
  g_autofree gint32 *tokens = g_new (gint32, n), *positions = g_new (gint32, n), *seqs = g_new (gint32, n),
                    *rows = g_new (gint32, p->count);
  const HunchBatch batch = { n, tokens, positions, seqs, p->count, rows };

  for (guint i = 0; i < n; i++)
    {
      tokens[i] = ids[i % p->n];
      positions[i] = (gint32) (i % p->n);
      seqs[i] = p->seqs[i / p->n];
    }
  for (guint i = 0; i < p->count; i++)
    rows[i] = (gint32) ((i + 1) * p->n - 1);
  return hunch_forward_set_taps (parts->forward, &taps, error)
         && hunch_forward_run (parts->forward, parts->kv, &batch, p->logits, error);
}

static gboolean
run_all (Patching *p, const gint32 *ids, gint32 target, HunchTracePatch *out, GError **error)
{
  HunchTracing *t = p->t;
  HunchTraceLayer judged;

  for (p->layer = 0; p->layer < p->n_layers; p->layer++)
    for (p->first = 0; p->first < p->n; p->first += p->count)
      {
        p->count = MIN (p->n_seqs, p->n - p->first);
        if (hunch_trace_stopped (t, error) || !run_patched (p, ids, error))
          return FALSE;
        for (guint i = 0; i < p->count; i++)
          {
            const gsize at = (gsize) p->layer * p->n + p->first + i;

            hunch_trace_judge (p->logits + i * (gsize) t->parts->n_logits, t->parts->n_vocab, target, &judged);
            out->p[at] = judged.p;
            out->logit[at] = judged.logit;
          }
      }
  return TRUE;
}

/* Sequences that hold the prompt each, as many as there are places and blocks for; at least one. */
static gboolean
make_room (Patching *p, const gint32 *ids, GError **error)
{
  HunchParts *parts = p->t->parts;
  const guint most = MAX (1, MIN (parts->n_seq, parts->n_batch / p->n));
  g_autoptr (GError) full = NULL;

  p->seqs = g_new (gint, most);
  p->logits = g_new (float, (gsize) most * parts->n_logits);
  for (; p->n_seqs < MIN (most, p->n); p->n_seqs++)
    {
      p->seqs[p->n_seqs] = hunch_kv_seq_new (parts->kv);
      if (hunch_kv_seq_append (parts->kv, p->seqs[p->n_seqs], ids, p->n, &full))
        continue;
      hunch_kv_seq_free (parts->kv, p->seqs[p->n_seqs]);
      if (p->n_seqs > 0)
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&full));
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_lengths (const HunchTracing *t, const GArray *from, const GArray *to, GError **error)
{
  if (from->len != to->len)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                 _ ("The prompts have %u and %u tokens; patching wants as many in both: 'hunch tokenize' shows them"),
                 from->len, to->len);
  else if (from->len > MIN (HUNCH_TRACE_MAX_PATCH, t->parts->n_batch))
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("The prompts have %u tokens; patching takes at most %d"),
                 from->len, HUNCH_TRACE_MAX_PATCH);
  else
    return TRUE;
  return FALSE;
}

static HunchTracePatch *
new_patch (const HunchTracing *t, GArray *ids)
{
  HunchTracePatch *out = g_new0 (HunchTracePatch, 1);

  out->ids = g_array_ref (ids);
  out->n_layers = t->hp->n_layer + 1;
  out->n_positions = ids->len;
  out->p = g_new0 (double, (gsize) out->n_layers * ids->len);
  out->logit = g_new0 (double, (gsize) out->n_layers * ids->len);
  return out;
}

gboolean
hunch_trace_patch (HunchTracing *t, gint32 target, GError **error)
{
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (gint32));
  const GArray *from = t->answer->prompt_ids;
  const gint32 *from_ids = (const gint32 *) (gpointer) from->data;
  HunchTraceLayer before = { 0 }, after = { 0 };
  Patching p = { t, from->len, t->hp->n_embd, t->hp->n_layer + 1 };
  HunchTracePatch *out;
  gboolean ok;

  if (!hunch_trace_prompt (t, &t->request->patch_prompt, to, error) || !check_lengths (t, from, to, error))
    return FALSE;
  out = t->answer->patch = new_patch (t, to);
  p.from = g_new (float, (gsize) p.n_layers *p.n *p.n_embd);
  p.to = g_new (float, (gsize) p.n_layers *p.n *p.n_embd);
  ok = run_plain (&p, from_ids, p.from, target, &before, error)
       && run_plain (&p, (const gint32 *) (gpointer) to->data, p.to, target, &after, error)
       && make_room (&p, from_ids, error) && run_all (&p, from_ids, target, out, error);
  out->p_from = before.p;
  out->logit_from = before.logit;
  out->p_to = after.p;
  out->logit_to = after.logit;
  for (guint i = 0; i < p.n_seqs; i++)
    hunch_kv_seq_free (t->parts->kv, p.seqs[i]);
  g_free (p.seqs);
  g_free (p.logits);
  g_free (p.from);
  g_free (p.to);
  return ok;
}
