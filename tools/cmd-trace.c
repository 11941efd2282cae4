/* cmd-trace.c: hunch trace: a prompt's way through the model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/npz.h"
#include "tools/trace-options.h"
#include "tools/trace-page.h"
#include "tools/trace-step.h"
#include "tools/trace.h"

#include <glib/gi18n.h>
#include <string.h>

static int run (int argc, char **argv);

const CliCommand cmd_trace = { "trace", "[TEXT]", N_ ("Look inside: a text's way through the model"), run };

/* The one token that a text is. */
static gboolean
find_token (HunchTokenizer *tokenizer, const char *text, gint *id, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  gsize n;
  g_autofree gint32 *ids = hunch_tokenizer_encode_bytes (tokenizer, bytes, HUNCH_TOKENIZER_SPECIAL, &n, NULL, error);

  if (ids == NULL)
    return FALSE;
  if (n != 1)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                 _ ("'%s' is %u tokens, not one; a word inside of a text usually begins with its space"), text,
                 (guint) n);
  *id = n > 0 ? ids[0] : -1;
  return n == 1;
}

static gboolean
on_tensor (HunchActivation *piece, gpointer npz, GError **error)
{
  GBytes *bytes = hunch_activation_get_bytes (piece);
  guint64 shape[3];
  guint rows;
  gsize n;

  memcpy (shape, hunch_activation_get_shape (piece, &n), sizeof shape);
  g_object_get (piece, "total-rows", &rows, NULL);
  shape[0] = rows;
  return npz_add (npz, hunch_activation_get_name (piece), shape, n, g_bytes_get_data (bytes, NULL),
                  g_bytes_get_size (bytes), error);
}

static void
set_prompt (const TraceOptions *o, HunchTrace *trace)
{
  if (o->prompt.ids != NULL)
    hunch_trace_set_prompt_ids (trace, (const gint32 *) (gpointer) o->prompt.ids->data, o->prompt.ids->len);
  else
    hunch_trace_set_prompt_bytes (trace, o->prompt.text);
}

static HunchTrace *
make_trace (const TraceOptions *o, HunchModel *model, HunchTokenizer *tokenizer, GError **error)
{
  HunchTrace *trace = hunch_trace_new (model);
  gint target = -1;

  if (o->target_text && !find_token (tokenizer, o->target_text, &target, error))
    {
      g_object_unref (trace);
      return NULL;
    }
  g_object_set (trace, "max-tokens", (guint) o->max_tokens, "parse-special", o->prompt.parse_special, "position",
                o->position, "target", target, "attribute", o->attribute || o->html, "neurons-layer",
                o->neurons_text ? (gint) o->neurons_layer : -1, NULL);
  if (o->patch)
    {
      g_autoptr (GBytes) patch = g_bytes_new (o->patch, strlen (o->patch));

      hunch_trace_set_patch_bytes (trace, patch);
    }
  set_prompt (o, trace);
  return trace;
}

static HunchTraceResult *
run_trace (HunchTrace *trace, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hunch_trace_run_async (trace, interrupt_cancellable (), interrupt_ready, &result);
  interrupt_wait (&result);
  return hunch_trace_run_finish (trace, result, error);
}

/* The run whose tensors are written to a file, if there is to be one. */
static HunchTraceResult *
run_main (const TraceOptions *o, HunchTrace *trace, GError **error)
{
  g_auto (GStrv) names = o->points ? g_strsplit (o->points, ",", -1) : NULL;
  HunchTraceResult *result;
  Npz *npz;

  if (o->npz == NULL)
    return run_trace (trace, error);
  if (!hunch_trace_set_points (trace, (const char *const *) names, (guint) o->first_layer, (guint) o->last_layer,
                               error))
    return NULL;
  npz = npz_new (o->npz, error);
  if (npz == NULL)
    return NULL;
  hunch_trace_set_tensor_func (trace, on_tensor, npz, NULL);
  result = run_trace (trace, error);
  hunch_trace_set_tensor_func (trace, NULL, NULL, NULL);
  hunch_trace_set_points (trace, (const char *const[]){ NULL }, 0, 0, NULL);
  if (!npz_close (npz, result != NULL, result ? error : NULL))
    g_clear_object (&result);
  return result;
}

/* The same prompt, position and target, with all parts, and nothing but the table. */
static HunchTrace *
make_plain (const TraceOptions *o, HunchTrace *trace)
{
  g_autoptr (HunchModel) model = NULL;
  gint target, position;
  HunchTrace *plain;

  g_object_get (trace, "model", &model, "target", &target, "position", &position, NULL);
  plain = hunch_trace_new (model);
  g_object_set (plain, "target", target, "position", position, "max-tokens", 0, "parse-special",
                o->prompt.parse_special, NULL);
  set_prompt (o, plain);
  return plain;
}

/* The watched token stays the same, whatever the ablated model would say. */
static gboolean
ablate (const TraceOptions *o, HunchTrace *trace, HunchTraceResult **whole, GError **error)
{
  g_auto (GStrv) parts = o->ablate ? g_strsplit (o->ablate, ",", -1) : NULL;
  g_autoptr (HunchEvaluation) e = NULL;
  gint target;

  if (parts == NULL)
    return TRUE;
  for (char **part = parts; *part; part++)
    if (!hunch_trace_add_ablation (trace, *part, error))
      return FALSE;
  {
    g_autoptr (HunchTrace) plain = make_plain (o, trace);

    *whole = run_trace (plain, error);
  }
  if (*whole == NULL)
    return FALSE;
  e = TRACE_ITEM (HunchEvaluation, hunch_trace_result_get_evaluations (*whole), 0);
  g_object_get (e, "target", &target, NULL);
  g_object_set (trace, "target", target, NULL);
  return TRUE;
}

/* Whoever wants scores. */
typedef struct
{
  TraceAttention *attention;
  TraceHeads *heads; /* without bytes: nobody */
} Scores;

static gboolean
on_scores (HunchActivation *piece, gpointer data, GError **error)
{
  Scores *s = data;

  if (s->heads->bytes)
    trace_heads_take (s->heads, piece);
  return trace_attention_take (piece, s->attention, error);
}

/* A run that only looks at scores, layer by layer. */
static gboolean
look_at_attention (TraceOptions *o, HunchTrace *trace, TraceHeads *heads, GError **error)
{
  TraceAttention *a = &o->attention;
  const gboolean all = o->attends_to || o->html;
  const guint first = all ? 0 : (guint) a->layer, last = all ? G_MAXINT : (guint) a->layer;
  g_autoptr (HunchTraceResult) result = NULL;
  Scores scores = { a, heads };

  if (a->layer < 0 && !all)
    return TRUE;
  a->all = o->attends_to != NULL;
  a->position = o->position;
  g_object_set (trace, "max-tokens", 0, "attribute", FALSE, "neurons-layer", -1, "patch", NULL, NULL);
  if (!hunch_trace_set_points (trace, (const char *const[]){ "scores", NULL }, first, last, error))
    return FALSE;
  hunch_trace_set_tensor_func (trace, on_scores, &scores, NULL);
  result = run_trace (trace, error);
  hunch_trace_set_tensor_func (trace, NULL, NULL, NULL);
  return result != NULL;
}

static gboolean
print_all (const TraceOptions *o, const TraceShown *t, HunchTraceResult *whole, GError **error)
{
  const gint layer = o->neurons_text ? (gint) o->neurons_layer : -1;
  guint first, end;

  if (o->attends_to && !trace_find (t, o->attends_to, &first, &end, error))
    return FALSE;
  trace_print_table (t);
  trace_ablation_print (t, whole, o->ablate);
  trace_parts_print (t);
  trace_neurons_print (t, layer);
  trace_attention_print (t, &o->attention);
  if (o->attends_to)
    trace_attends_print (&o->attention, o->attends_to, first, end);
  trace_patch_print (t);
  return TRUE;
}

/* out: begun; ended with the object. */
static gboolean
put_json (const TraceOptions *o, const TraceShown *t, HunchTraceResult *whole, JsonOut *out, GError **error)
{
  const gint layer = o->neurons_text ? (gint) o->neurons_layer : -1;
  guint first, end;

  if (o->attends_to && !trace_find (t, o->attends_to, &first, &end, error))
    return FALSE;
  json_out_begin (out, NULL, '{');
  trace_put_json (t, out);
  trace_ablation_put_json (t, whole, o->ablate, out);
  trace_parts_put_json (t, out);
  trace_neurons_put_json (t, layer, out);
  trace_attention_put_json (&o->attention, out);
  if (o->attends_to)
    trace_attends_put_json (&o->attention, first, end, out);
  trace_patch_put_json (t, out);
  json_out_end (out, '}');
  return TRUE;
}

static gboolean
print_json (const TraceOptions *o, const TraceShown *t, HunchTraceResult *whole, GError **error)
{
  JsonOut out;

  json_out_init (&out);
  if (!put_json (o, t, whole, &out, error))
    {
      g_string_free (out.text, TRUE);
      return FALSE;
    }
  json_out_print (&out);
  return TRUE;
}

/* Pictures and the page, where they are wanted. */
static gboolean
write_reports (const TraceOptions *o, const TraceShown *t, HunchTraceResult *whole, const TraceHeads *heads,
               GError **error)
{
  JsonOut out;
  gboolean ok;

  if ((o->svg || o->png) && !trace_charts_write (t, &o->attention, o->svg, o->png, error))
    return FALSE;
  if (o->html == NULL)
    return TRUE;
  json_out_init (&out);
  ok = put_json (o, t, whole, &out, error) && trace_page_write (t, o->html, out.text->str, heads, &o->attention, error);
  g_string_free (out.text, TRUE);
  return ok;
}

static gboolean
show (const TraceOptions *o, const TraceShown *t, HunchTraceResult *whole, const TraceHeads *heads, GError **error)
{
  return write_reports (o, t, whole, heads, error)
         && (o->json ? print_json (o, t, whole, error) : print_all (o, t, whole, error));
}

static gboolean
look (TraceOptions *o, HunchModel *model, GError **error)
{
  g_autoptr (HunchTokenizer) tokenizer = NULL;
  g_autoptr (HunchTrace) trace = NULL;
  g_autoptr (HunchTraceResult) result = NULL, whole = NULL;
  TraceHeads heads = { 0 };
  TraceShown t;
  gboolean ok;

  if (!model_load (model, error))
    return FALSE;
  tokenizer = hunch_model_dup_tokenizer (model);
  trace = make_trace (o, model, tokenizer, error);
  if (trace == NULL || !ablate (o, trace, &whole, error))
    return FALSE;
  result = run_main (o, trace, error);
  if (result == NULL)
    return FALSE;
  t = (TraceShown){ model, tokenizer, result, o->target_text != NULL };
  if (o->html)
    trace_heads_init (&heads, result);
  ok = look_at_attention (o, trace, &heads, error)
       && (o->step || o->script ? trace_step (&t, trace, run_trace, o->script, error)
                                : show (o, &t, whole, &heads, error));
  trace_heads_clear (&heads);
  return ok;
}

static int
run (int argc, char **argv)
{
  TraceOptions o = { 0 };
  g_autoptr (HunchModel) model = NULL;
  GError *error = NULL;
  int status = CLI_USAGE;

  if (trace_options_parse (&o, &cmd_trace, argc, argv))
    {
      if (trace_options_read (&o, &error))
        model = model_options_model (&o.model, &error);
      status = model && look (&o, model, &error) ? CLI_OK : cli_fail (error);
      if (model)
        hunch_model_unload (model);
    }
  trace_options_clear (&o);
  return status;
}
