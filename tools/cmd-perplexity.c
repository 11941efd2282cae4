/* cmd-perplexity.c: hunch perplexity: how well a model foresees a text.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The text is read in windows, each without what was before it; a token is judged in the first window that has it, by the tokens before
 * it there. The first token of the text, and with stride = window the first of each window, has none before it and is not judged. */
#include "config.h"

#include "tools/cli.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/json-out.h"
#include "tools/options.h"
#include "tools/progress.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#define DEFAULT_WINDOW 1024

static int run (int argc, char **argv);

const CliCommand cmd_perplexity = { "perplexity", "FILE", N_ ("Measure how well a model foresees a text"), run };

typedef struct
{
  ModelOptions model;
  char *window_text, *stride_text, *file;
  gboolean json;
  guint64 window, stride; /* 0: the defaults */
} Options;

/* What has been judged so far. */
typedef struct
{
  double nll; /* sum of -ln p */
  gsize n, n_windows;
} Sum;

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_perplexity);
  const GOptionEntry entries[] = {
    { "window", 0, 0, G_OPTION_ARG_FILENAME, &o->window_text, N_ ("Tokens that are read together (1024)"), "N" },
    { "stride", 0, 0, G_OPTION_ARG_FILENAME, &o->stride_text,
      N_ ("Tokens from the beginning of a window to that of the next (the window)"), "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object"), NULL },
    { NULL },
  };
  g_autoptr (GError) error = NULL;

  model_options_add (&o->model, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_perplexity, context, &argc, &argv))
    return FALSE;
  o->file = argc == 2 ? g_strdup (argv[1]) : NULL;
  if (o->file == NULL)
    cli_usage (cmd_perplexity.name, "%s", _ ("One file is needed; '-' is standard input"));
  else if (!model_options_read (&o->model, &error)
           || !cli_uint ("--window", o->window_text, 2, 1 << 20, &o->window, &error)
           || !cli_uint ("--stride", o->stride_text, 1, 1 << 20, &o->stride, &error))
    cli_usage (cmd_perplexity.name, "%s", error->message);
  else if (o->window != 0 && o->stride > o->window)
    cli_usage (cmd_perplexity.name, "%s", _ ("With a stride above the window some of the text would not be read"));
  else
    return TRUE;
  return FALSE;
}

/* Fits window and stride to the model's context. */
static gboolean
choose_window (Options *o, HunchModel *model, GError **error)
{
  guint n_context;

  g_object_get (model, "n-context", &n_context, NULL);
  if (o->window > n_context)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                   _ ("A window of %u tokens does not fit the model's context of %u: take a smaller one"),
                   (guint) o->window, n_context);
      return FALSE;
    }
  if (o->window == 0)
    o->window = MIN (n_context, MAX (DEFAULT_WINDOW, o->stride));
  if (o->stride == 0 || o->stride > o->window)
    o->stride = o->window;
  return TRUE;
}

/* Judges ids [from, end) by what stands before them from begin on. */
static gboolean
judge (HunchModel *model, const gint32 *ids, gsize begin, gsize from, gsize end, Sum *sum, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree float *log_probs = NULL;
  gsize n;

  hunch_model_score_async (model, ids + begin, end - begin, interrupt_cancellable (), interrupt_ready, &result);
  interrupt_wait (&result);
  log_probs = hunch_model_score_finish (model, result, &n, error);
  if (log_probs == NULL)
    return FALSE;
  for (gsize i = MAX (from, begin + 1); i < end; i++, sum->n++)
    sum->nll -= log_probs[i - begin];
  sum->n_windows++;
  return TRUE;
}

static gboolean
measure (const Options *o, HunchModel *model, const gint32 *ids, gsize n, Sum *sum, GError **error)
{
  Progress *progress = progress_new (_ ("reading the text"));
  gboolean ok = TRUE;

  for (gsize begin = 0, done = 0; ok && done < n; begin += o->stride)
    {
      const gsize end = MIN (begin + o->window, n);

      if (end - begin >= 2)
        ok = judge (model, ids, begin, done, end, sum, error);
      done = end;
      if (ok && sum->n > 0)
        {
          g_autofree char *detail = g_strdup_printf (_ ("perplexity %.4f so far"), exp (sum->nll / sum->n));

          progress_set (progress, (double) done / n, detail);
        }
    }
  progress_free (progress);
  return ok;
}

static void
print (const Options *o, HunchModel *model, const Sum *sum, gsize n_ids, gsize n_bytes)
{
  const double mean = sum->nll / sum->n, per_byte = sum->nll / G_LN2 / MAX (n_bytes, 1);
  g_autofree char *name = NULL, *device = NULL;
  JsonOut out;

  g_object_get (model, "name", &name, "device-name", &device, NULL);
  if (!o->json)
    {
      printf (_ ("%s on %s\n"), name, device);
      printf (_ ("perplexity   %.4f\n"), exp (mean));
      printf (_ ("each token   %.6f nats (%u of %u tokens judged, windows of %u)\n"), mean, (guint) sum->n,
              (guint) n_ids, (guint) o->window);
      printf (_ ("each byte    %.4f bits\n"), per_byte);
      return;
    }
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_string (&out, "model", name);
  json_out_string (&out, "device", device);
  json_out_bool (&out, "exact", o->model.exact);
  json_out_double (&out, "perplexity", exp (mean), 6);
  json_out_double (&out, "nll", mean, 8);
  json_out_uint (&out, "tokens", sum->n);
  json_out_uint (&out, "text_tokens", n_ids);
  json_out_uint (&out, "text_bytes", n_bytes);
  json_out_double (&out, "bits_per_byte", per_byte, 6);
  json_out_uint (&out, "window", o->window);
  json_out_uint (&out, "stride", o->stride);
  json_out_uint (&out, "windows", sum->n_windows);
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
perplexity (Options *o)
{
  g_autoptr (GBytes) text = NULL;
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (HunchTokenizer) tokenizer = NULL;
  g_autofree gint32 *ids = NULL;
  Sum sum = { 0 };
  GError *error = NULL;
  gsize n = 0;
  gboolean ok;

  text = input_read (o->file, &error);
  model = text ? model_options_model (&o->model, &error) : NULL;
  if (model == NULL || !model_load (model, &error))
    return cli_fail (error);
  tokenizer = hunch_model_dup_tokenizer (model);
  ok = choose_window (o, model, &error)
       && (ids = hunch_tokenizer_encode_bytes (tokenizer, text, HUNCH_TOKENIZER_ADD_SPECIAL, &n,
                                               interrupt_cancellable (), &error));
  if (ok && n < 2)
    {
      g_set_error_literal (&error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                           _ ("The text is too short: it has fewer than two tokens"));
      ok = FALSE;
    }
  ok = ok && measure (o, model, ids, n, &sum, &error);
  if (ok)
    print (o, model, &sum, n, g_bytes_get_size (text));
  hunch_model_unload (model);
  return ok ? CLI_OK : cli_fail (error);
}

static int
run (int argc, char **argv)
{
  Options o = { 0 };
  int status = parse (&o, argc, argv) ? perplexity (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  g_free (o.window_text);
  g_free (o.stride_text);
  g_free (o.file);
  return status;
}
