/* trace-page.c: writes the page of a trace: a template, its style and script, and the data that the script shows.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/output.h"
#include "tools/trace-page.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

void
trace_heads_init (TraceHeads *h, HunchTraceResult *result)
{
  guint n_layer, n_head;
  gsize n_prompt;

  g_object_get (result, "n-layers", &n_layer, "n-heads", &n_head, NULL);
  hunch_trace_result_get_prompt_ids (result, &n_prompt);
  *h = (TraceHeads){ .n_layer = n_layer, .n_head = n_head, .n = (guint) MIN (n_prompt, TRACE_PAGE_TOKENS) };
  while (h->n > 1 && (guint64) n_layer * n_head * h->n * (h->n + 1) / 2 > TRACE_PAGE_BYTES)
    h->n--;
  h->first = (guint) n_prompt - h->n;
  h->bytes = g_byte_array_new ();
  g_byte_array_set_size (h->bytes, n_layer * n_head * h->n * (h->n + 1) / 2);
  memset (h->bytes->data, 0, h->bytes->len);
}

void
trace_heads_clear (TraceHeads *h)
{
  g_clear_pointer (&h->bytes, g_byte_array_unref);
}

void
trace_heads_take (TraceHeads *h, HunchActivation *piece)
{
  gsize n_dims;
  const guint64 *shape = hunch_activation_get_shape (piece, &n_dims);
  const float *values = g_bytes_get_data (hunch_activation_get_bytes (piece), NULL);
  guint first;
  gint layer;

  g_object_get (piece, "layer", &layer, "first-row", &first, NULL);
  for (guint r = 0; r < shape[0]; r++)
    for (guint head = 0; head < h->n_head && first + r >= h->first; head++)
      {
        const guint i = first + r - h->first;
        const float *row = values + (r * shape[1] + head) * shape[2] + h->first;
        guint8 *to = h->bytes->data + ((guint) layer * h->n_head + head) * (h->n * (h->n + 1) / 2) + i * (i + 1) / 2;

        for (guint j = 0; j <= i; j++)
          to[j] = (guint8) lrintf (255 * CLAMP (row[j], 0, 1));
      }
}

/* What the page says, by the names that its files use. Words in braces are filled in there. */
static const struct
{
  const char *key, *text;
} words[] = {
  { "noscript", N_ ("This page needs JavaScript, which stands in the page itself.") },
  { "about", N_ ("{model} on {device}, as it runs when it completes text") },
  { "about-exact", N_ ("{model} on {device}, activations in float32") },
  { "pipeline", N_ ("The way of the text") },
  { "text", N_ ("Text") },
  { "tokens", N_ ("Tokens") },
  { "token", N_ ("Token") },
  { "embedding", N_ ("Embedding") },
  { "head_stage", N_ ("Norm and LM head") },
  { "n-bytes", N_ ("{n} bytes") },
  { "n-tokens", N_ ("{n} tokens") },
  { "n-layers", N_ ("{n} layers") },
  { "attention-move", N_ ("Attention") },
  { "ffn-move", N_ ("Feed-forward") },
  { "cache",
    N_ ("T_q {q} new, T_k {k} with those before; reused from the cache {reused}; cache {blocks} blocks, {size}") },
  { "place", N_ ("Place") },
  { "piece", N_ ("Piece") },
  { "id", N_ ("Id") },
  { "bytes", N_ ("Bytes") },
  { "lens", N_ ("Logit lens") },
  { "lens-note", N_ ("What the model would say if it ended after each layer; and how far attention and feed-forward "
                     "move the residual "
                     "stream there: the norm of what they add over the norm of what is there.") },
  { "lens-caption", N_ ("At place {place}; rank and probability of {token}") },
  { "chart-title", N_ ("Rank of {token} after each layer: {first} at the embedding, {last} at the end") },
  { "chart-point", N_ ("layer {layer}: rank {rank}, {p}; would say {says}") },
  { "layer", N_ ("Layer") },
  { "norm", N_ ("Norm") },
  { "says", N_ ("Would say") },
  { "p", N_ ("Probability") },
  { "rank", N_ ("Rank") },
  { "logit", N_ ("Logit") },
  { "top", N_ ("The likeliest tokens there") },
  { "attention", N_ ("Attention") },
  { "attention-note",
    N_ ("Point at a token, or go to it with Tab and the arrow keys, to see where it looks: the darker, the more.") },
  { "attention-limit", N_ ("Of the last {n} of {all} tokens: a page holds no more.") },
  { "head", N_ ("Head") },
  { "mean", N_ ("mean of all") },
  { "map", N_ ("Layer {layer}, head {head}: each row looks at the columns, per cent") },
  { "map-mean", N_ ("Layer {layer}, mean of its heads: each row looks at the columns, per cent") },
  { "looks", N_ ("{token} looks at {list}.") },
  { "looks-before", N_ ("At tokens before those: {p} %.") },
  { "seekers", N_ ("Heads that look from {from} at {token} most") },
  { "parts", N_ ("Contributions") },
  { "parts-note", N_ ("What each part of the model adds to the logit of {token}, {logit} (direct logit attribution). "
                      "All of them add up to {sum}.") },
  { "parts-strongest", N_ ("The strongest") },
  { "parts-map", N_ ("Each head and feed-forward") },
  { "part", N_ ("Part") },
  { "adds", N_ ("Adds") },
  { "the-rest", N_ ("{n} others") },
  { "show-head", N_ ("Show where this head looks") },
  { "ablation", N_ ("Ablation") },
  { "ablation-caption", N_ ("All of this page is without {list}") },
  { "whole", N_ ("with all parts") },
  { "without", N_ ("without") },
  { "patch", N_ ("Activation patching") },
  { "patch-note", N_ ("The probability of {token} is {from} after this text and {to} after the second one; here, with "
                      "the residual stream of one place after "
                      "one layer taken from there.") },
  { "patch-caption", N_ ("Per cent; the darker, the nearer to the second text") },
  { "neurons", N_ ("Feed-forward keys") },
  { "neurons-caption", N_ ("The strongest keys of layer {layer}, and the tokens that their values push") },
  { "index", N_ ("Index") },
  { "key", N_ ("Key") },
  { "pushes", N_ ("Pushes") },
  { "steps", N_ ("Tokens that followed") },
  { "steps-caption", N_ ("Each evaluation: new tokens, all tokens, and what the cache holds") },
  { "number", N_ ("Number") },
  { "blocks", N_ ("Cache blocks") },
};

static void
put_bytes (const TraceShown *t, JsonOut *out)
{
  gsize n, len;
  const gint32 *ids = hunch_trace_result_get_prompt_ids (t->result, &n);

  json_out_begin (out, "bytes", '[');
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (t->tokenizer, ids[i]);
      const guchar *data = g_bytes_get_data (piece, &len);
      g_autoptr (GString) hex = g_string_new (NULL);

      for (gsize k = 0; k < len; k++)
        g_string_append_printf (hex, k > 0 ? " %02x" : "%02x", data[k]);
      json_out_bytes (out, NULL, hex->str, hex->len);
    }
  json_out_end (out, ']');
}

static void
put_heads (const TraceHeads *heads, const TraceAttention *a, JsonOut *out)
{
  g_autofree char *weights = g_base64_encode (heads->bytes->data, heads->bytes->len);

  json_out_begin (out, "heads", '{');
  json_out_uint (out, "n_layer", heads->n_layer);
  json_out_uint (out, "n_head", heads->n_head);
  json_out_uint (out, "first", heads->first);
  json_out_uint (out, "n", heads->n);
  json_out_string (out, "weights", weights);
  json_out_end (out, '}');
  if (a->layer < 0)
    return;
  json_out_begin (out, "start", '{');
  json_out_uint (out, "layer", (guint64) a->layer);
  json_out_number (out, "head", a->head);
  json_out_end (out, '}');
}

/* One object; within a script of HTML nothing may look like markup, so that '<' and its kind, which JSON has in strings alone, are
 * written as numbers. */
static char *
make_data (const TraceShown *t, const char *json, const TraceHeads *heads, const TraceAttention *a)
{
  guint n_embd, n_vocab;
  JsonOut out;

  g_object_get (t->model, "n-embedding", &n_embd, "n-vocabulary", &n_vocab, NULL);
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_uint (&out, "n_embd", n_embd);
  json_out_uint (&out, "n_vocab", n_vocab);
  put_bytes (t, &out);
  put_heads (heads, a, &out);
  json_out_begin (&out, "words", '{');
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    json_out_string (&out, words[i].key, _ (words[i].text));
  json_out_end (&out, '}');
  g_string_append_printf (out.text, ", \"trace\": %s", json);
  json_out_end (&out, '}');
  g_string_replace (out.text, "&", "\\u0026", 0);
  g_string_replace (out.text, "<", "\\u003c", 0);
  g_string_replace (out.text, ">", "\\u003e", 0);
  return g_string_free (out.text, FALSE);
}

static void
append_file (GString *page, const char *name)
{
  g_autofree char *path = g_strconcat ("/io/hunch/tools/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_string_append_len (page, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

/* What stands for {{name}} in the template. */
static void
append_value (GString *page, const char *name, const char *data)
{
  if (strcmp (name, "css") == 0)
    append_file (page, "trace.css");
  else if (strcmp (name, "js") == 0)
    append_file (page, "trace.js");
  else if (strcmp (name, "data") == 0)
    g_string_append (page, data);
  else if (strcmp (name, "lang") == 0) /* the language's code, such as zh-CN */
    g_string_append (page, C_ ("code of this language, as HTML writes it", "en"));
}

gboolean
trace_page_write (const TraceShown *t, const char *path, const char *json, const TraceHeads *heads,
                  const TraceAttention *a, GError **error)
{
  g_autofree char *data = make_data (t, json, heads, a);
  g_autoptr (GString) template = g_string_new (NULL), page = g_string_new (NULL);
  const char *p, *mark, *end;

  append_file (template, "trace.html");
  for (p = template->str; (mark = strstr (p, "{{")) && (end = strstr (mark, "}}")); p = end + 2)
    {
      g_autofree char *name = g_strndup (mark + 2, (gsize) (end - mark - 2));

      g_string_append_len (page, p, mark - p);
      append_value (page, name, data);
    }
  g_string_append (page, p);
  return output_write (path, page->str, page->len, error);
}
