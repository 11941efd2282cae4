/* trace-json.c: what a trace saw, as JSON.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace.h"

static void
put_token (JsonOut *out, const TraceShown *t, const char *key, gint32 id)
{
  g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (t->tokenizer, id);
  gsize len = 0;
  const char *data = piece ? g_bytes_get_data (piece, &len) : NULL;

  json_out_begin (out, key, '{');
  json_out_uint (out, "id", id);
  json_out_bytes (out, "text", data ? data : "", len);
  json_out_end (out, '}');
}

static void
put_candidate (JsonOut *out, const char *key, HunchCandidate *c)
{
  json_out_begin (out, key, '{');
  json_out_uint (out, "id", hunch_candidate_get_id (c));
  json_out_string (out, "text", hunch_candidate_get_text (c));
  json_out_number (out, "p", hunch_candidate_get_probability (c));
  json_out_end (out, '}');
}

static void
put_layer (JsonOut *out, HunchLayerView *l)
{
  double norm, attention, feed_forward, logit;

  g_object_get (l, "norm", &norm, "attention-move", &attention, "feed-forward-move", &feed_forward, "logit", &logit,
                NULL);
  json_out_begin (out, NULL, '{');
  json_out_uint (out, "layer", hunch_layer_view_get_layer (l));
  json_out_uint (out, "rank", hunch_layer_view_get_rank (l));
  json_out_number (out, "p", hunch_layer_view_get_probability (l));
  json_out_number (out, "logit", logit);
  json_out_number (out, "norm", norm);
  if (hunch_layer_view_get_layer (l) > 0)
    {
      json_out_number (out, "attention_move", attention);
      json_out_number (out, "ffn_move", feed_forward);
    }
  put_candidate (out, "best", hunch_layer_view_get_best (l));
  json_out_end (out, '}');
}

/* The members of one evaluation, in an object that is open. */
static void
put_evaluation (JsonOut *out, const TraceShown *t, HunchEvaluation *e)
{
  GListModel *layers = hunch_evaluation_get_layers (e), *top = hunch_evaluation_get_top (e);
  guint n_new, n_past, n_blocks, position;
  guint64 bytes;
  gint target, next;

  g_object_get (e, "n-new", &n_new, "n-past", &n_past, "n-blocks", &n_blocks, "block-bytes", &bytes, "position",
                &position, "target", &target, "next", &next, NULL);
  json_out_uint (out, "n_new", n_new);
  json_out_uint (out, "n_past", n_past);
  json_out_uint (out, "cache_blocks", n_blocks);
  json_out_uint (out, "cache_bytes", bytes);
  json_out_uint (out, "position", position);
  put_token (out, t, "target", target);
  json_out_begin (out, "lens", '[');
  for (guint i = 0; i < g_list_model_get_n_items (layers); i++)
    {
      g_autoptr (HunchLayerView) l = TRACE_ITEM (HunchLayerView, layers, i);

      put_layer (out, l);
    }
  json_out_end (out, ']');
  json_out_begin (out, "top", '[');
  for (guint i = 0; i < g_list_model_get_n_items (top); i++)
    {
      g_autoptr (HunchCandidate) c = TRACE_ITEM (HunchCandidate, top, i);

      put_candidate (out, NULL, c);
    }
  json_out_end (out, ']');
  put_token (out, t, "next", next);
}

static void
put_pieces (JsonOut *out, const TraceShown *t, const gint32 *ids, gsize n)
{
  json_out_begin (out, "pieces", '[');
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (t->tokenizer, ids[i]);

      json_out_bytes (out, NULL, g_bytes_get_data (piece, NULL), g_bytes_get_size (piece));
    }
  json_out_end (out, ']');
}

void
trace_put_json (const TraceShown *t, JsonOut *out)
{
  GListModel *evaluations = hunch_trace_result_get_evaluations (t->result);
  g_autoptr (HunchEvaluation) first = TRACE_ITEM (HunchEvaluation, evaluations, 0);
  g_autofree char *name = NULL, *device = NULL;
  const gint32 *ids;
  gboolean exact;
  gsize n;

  g_object_get (t->model, "name", &name, "device-name", &device, "exact", &exact, NULL);
  json_out_string (out, "model", name);
  json_out_string (out, "device", device);
  json_out_bool (out, "exact", exact);
  ids = hunch_trace_result_get_prompt_ids (t->result, &n);
  json_out_ids (out, "prompt_ids", ids, n);
  put_pieces (out, t, ids, n);
  put_evaluation (out, t, first);
  ids = hunch_trace_result_get_ids (t->result, &n);
  json_out_ids (out, "ids", ids, n);
  json_out_begin (out, "steps", '[');
  for (guint i = 1; i < g_list_model_get_n_items (evaluations); i++)
    {
      g_autoptr (HunchEvaluation) e = TRACE_ITEM (HunchEvaluation, evaluations, i);

      json_out_begin (out, NULL, '{');
      put_evaluation (out, t, e);
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
}
