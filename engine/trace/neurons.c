/* neurons.c: the strongest keys of a feed-forward, and the tokens that their value vectors push. (Geva et al., Transformer Feed-Forward
 * Layers Are Key-Value Memories, 2021)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/trace/trace-private.h"

#include <math.h>

static int
stronger (gconstpointer a, gconstpointer b, gpointer keys)
{
  const float x = fabsf (((const float *) keys)[*(const guint *) a]);
  const float y = fabsf (((const float *) keys)[*(const guint *) b]);

  return x > y ? -1 : x < y;
}

/* The n strongest keys. */
static void
choose (HunchTracing *t, guint n)
{
  const guint n_ff = t->hp->n_ff;
  const float *keys = t->journey.ffn_keys;
  g_autofree guint *order = g_new (guint, n_ff);

  for (guint i = 0; i < n_ff; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n_ff, sizeof *order, stronger, (gpointer) keys);
  for (guint i = 0; i < n; i++)
    {
      const HunchTraceNeuron neuron = { .index = order[i], .key = keys[order[i]] };

      g_array_append_val (t->answer->neurons, neuron);
    }
}

/* The value vectors, and a row of zeros behind them. */
static float *
values (HunchTracing *t, guint n, GError **error)
{
  const guint n_ff = t->hp->n_ff, n_embd = t->hp->n_embd, layer = (guint) t->request->neurons_layer;
  g_autofree float *x = g_new0 (float, (gsize) n *n_ff), *post = g_new (float, n_embd);
  float *y = g_new0 (float, (gsize) (n + 1) * n_embd);
  gboolean there;

  for (guint i = 0; i < n; i++)
    x[(gsize) i * n_ff + g_array_index (t->answer->neurons, HunchTraceNeuron, i).index] = 1;
  if (!hunch_forward_map (t->parts->forward, HUNCH_MAP_DOWN, layer, n, x, y, error)
      || !hunch_forward_vector (t->parts->forward, HUNCH_VECTOR_FFN_POST_NORM, layer, &there, post, error))
    {
      g_free (y);
      return NULL;
    }
  for (gsize i = 0; there && i < (gsize) n * n_embd; i++)
    y[i] *= post[i % n_embd];
  return y;
}

/* The tokens that gain most over what the norm's bias alone gives. */
static void
rank (HunchTraceNeuron *neuron, const float *logits, const float *zero, guint n_vocab)
{
  const double sign = neuron->key < 0 ? -1 : 1;
  guint n = 0;

  for (guint i = 0; i < n_vocab; i++)
    {
      const double gain = sign * ((double) logits[i] - zero[i]);
      guint at = n;

      while (at > 0 && neuron->pushes[at - 1] < gain)
        at--;
      if (at == HUNCH_TRACE_N_TOP)
        continue;
      n = MIN (n + 1, HUNCH_TRACE_N_TOP);
      for (guint k = n - 1; k > at; k--)
        {
          neuron->pushes[k] = neuron->pushes[k - 1];
          neuron->tokens[k] = neuron->tokens[k - 1];
        }
      neuron->pushes[at] = gain;
      neuron->tokens[at] = (gint32) i;
    }
}

gboolean
hunch_trace_neurons (HunchTracing *t, GError **error)
{
  const guint n = MIN (t->request->n_neurons, t->hp->n_ff), n_vocab = t->parts->n_vocab, n_embd = t->hp->n_embd;
  const gsize stride = t->parts->n_logits;
  g_autofree float *y = NULL, *zero = g_new (float, stride), *logits = g_new (float, stride);

  choose (t, n);
  y = values (t, n, error);
  if (y == NULL || !hunch_forward_lens (t->parts->forward, 1, y + (gsize) n * n_embd, zero, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (hunch_trace_stopped (t, error)
          || !hunch_forward_lens (t->parts->forward, 1, y + (gsize) i * n_embd, logits, error))
        return FALSE;
      rank (&g_array_index (t->answer->neurons, HunchTraceNeuron, i), logits, zero, n_vocab);
    }
  return TRUE;
}
