/* trace-table.c: a prompt's way through the model as a table.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace.h"

#include <glib/gi18n.h>
#include <stdio.h>

/* More tokens than this are shown by their ends. */
#define MANY 48

static void
print_token (const TraceShown *t, const gint32 *ids, guint i)
{
  g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (t->tokenizer, ids[i]);
  g_autofree char *quoted = trace_quote (t->tokenizer, ids[i]), *fitted = trace_fit (quoted, 20);
  gsize len = 0;
  const guchar *bytes = piece ? g_bytes_get_data (piece, &len) : NULL;

  printf ("  %5u  %7d  %s ", i, ids[i], fitted);
  for (gsize k = 0; k < MIN (len, 16); k++)
    printf (" %02x", bytes[k]);
  puts (len > 16 ? " …" : "");
}

static void
print_tokens (const TraceShown *t)
{
  gsize n;
  const gint32 *ids = hunch_trace_result_get_prompt_ids (t->result, &n);

  printf (_ ("Tokens: %u\n"), (guint) n);
  printf ("  %5s  %7s  %-20s  %s\n", _ ("place"), _ ("id"), _ ("piece"), _ ("bytes"));
  for (guint i = 0; i < n; i++)
    if (n <= MANY || i < MANY / 2 || i >= n - MANY / 2)
      print_token (t, ids, i);
    else if (i == MANY / 2)
      puts ("      …");
}

static void
print_layer (const TraceShown *t, HunchLayerView *l)
{
  HunchCandidate *best = hunch_layer_view_get_best (l);
  g_autofree char *quoted = trace_quote (t->tokenizer, hunch_candidate_get_id (best)), *says = trace_fit (quoted, 16);
  g_autofree char *best_p = trace_percent (hunch_candidate_get_probability (best));
  g_autofree char *p = trace_percent (hunch_layer_view_get_probability (l));
  double norm, attention, feed_forward;

  g_object_get (l, "norm", &norm, "attention-move", &attention, "feed-forward-move", &feed_forward, NULL);
  if (hunch_layer_view_get_layer (l) == 0)
    printf ("  %5s  %10.2f  %9s  %12s", _ ("embd"), norm, "", "");
  else
    printf ("  %5u  %10.2f  %9.3f  %12.3f", hunch_layer_view_get_layer (l), norm, attention, feed_forward);
  printf ("  %s %12s  %8u  %12s\n", says, best_p, hunch_layer_view_get_rank (l), p);
}

static void
print_layers (const TraceShown *t, HunchEvaluation *e)
{
  GListModel *layers = hunch_evaluation_get_layers (e);
  g_autofree char *watched = NULL;
  guint position;
  gint target;

  g_object_get (e, "position", &position, "target", &target, NULL);
  watched = trace_quote (t->tokenizer, target);
  printf (
      _ ("At place %u, after each layer: how the residual stream moves, what the model would say there, and %s (%d)\n"),
      position, watched, target);
  printf ("  %5s  %10s  %9s  %12s  %-16s %12s  %8s  %12s\n", _ ("layer"), _ ("norm"), _ ("attention"),
          _ ("feed-forward"), _ ("would say"), _ ("probability"), _ ("rank"), _ ("probability"));
  for (guint i = 0; i < g_list_model_get_n_items (layers); i++)
    {
      g_autoptr (HunchLayerView) l = TRACE_ITEM (HunchLayerView, layers, i);

      print_layer (t, l);
    }
}

static void
print_top (const TraceShown *t, HunchEvaluation *e)
{
  GListModel *top = hunch_evaluation_get_top (e);

  for (guint i = 0; i < g_list_model_get_n_items (top); i++)
    {
      g_autoptr (HunchCandidate) c = TRACE_ITEM (HunchCandidate, top, i);
      g_autofree char *quoted = trace_quote (t->tokenizer, hunch_candidate_get_id (c)),
                      *fitted = trace_fit (quoted, 20);
      g_autofree char *p = trace_percent (hunch_candidate_get_probability (c));

      printf ("  %7d  %s %12s\n", hunch_candidate_get_id (c), fitted, p);
    }
}

/* How much was computed, and what the cache holds. */
static void
print_cache (HunchEvaluation *e)
{
  g_autofree char *size = NULL;
  guint n_new, n_past, n_blocks;
  guint64 bytes;

  g_object_get (e, "n-new", &n_new, "n-past", &n_past, "n-blocks", &n_blocks, "block-bytes", &bytes, NULL);
  size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  printf (_ ("T_q %u new, T_k %u with those before; reused from the cache %u; cache %u blocks, %s\n"), n_new,
          n_new + n_past, n_past, n_blocks, size);
}

static void
print_evaluation (const TraceShown *t, HunchEvaluation *e, guint i)
{
  gint next;

  if (i > 0)
    printf ("\n%s %u\n", _ ("Token"), i);
  print_cache (e);
  print_layers (t, e);
  puts (_ ("The likeliest tokens there"));
  print_top (t, e);
  g_object_get (e, "next", &next, NULL);
  {
    g_autofree char *quoted = trace_quote (t->tokenizer, next);

    printf (_ ("Next token: %s (%d)\n"), quoted, next);
  }
}

void
trace_print_table (const TraceShown *t)
{
  GListModel *evaluations = hunch_trace_result_get_evaluations (t->result);
  g_autofree char *size = NULL;
  guint n_embd;
  gsize n;

  g_object_get (t->model, "n-embedding", &n_embd, NULL);
  hunch_trace_result_get_prompt_ids (t->result, &n);
  print_tokens (t);
  size = g_format_size_full (n * n_embd * sizeof (float), G_FORMAT_SIZE_IEC_UNITS);
  printf (_ ("Embedding: (%u, %u) float32, %s\n"), (guint) n, n_embd, size);
  for (guint i = 0; i < g_list_model_get_n_items (evaluations); i++)
    {
      g_autoptr (HunchEvaluation) e = TRACE_ITEM (HunchEvaluation, evaluations, i);

      print_evaluation (t, e, i);
    }
}
