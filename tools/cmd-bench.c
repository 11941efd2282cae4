/* cmd-bench.c: hunch bench: how fast a model runs on a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/json-out.h"
#include "tools/options.h"
#include "tools/progress.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/resource.h>

static int run (int argc, char **argv);

const CliCommand cmd_bench = { "bench", "", N_ ("Measure the speed of a model on a device"), run };

typedef struct
{
  ModelOptions model;
  char *prompt_text, *generate_text, *repetitions_text;
  gboolean json;
  guint64 n_prompt, n_generate, n_repetitions;
} Options;

/* One figure of each repetition. */
typedef struct
{
  GArray *prefill, *decode, *first_token; /* double */
} Figures;

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_bench);
  const GOptionEntry entries[] = {
    { "prompt-tokens", 'p', 0, G_OPTION_ARG_FILENAME, &o->prompt_text, N_ ("Tokens of the prompt (512)"), "N" },
    { "max-tokens", 'n', 0, G_OPTION_ARG_FILENAME, &o->generate_text, N_ ("Tokens to generate (128)"), "N" },
    { "repetitions", 'r', 0, G_OPTION_ARG_FILENAME, &o->repetitions_text, N_ ("Of which the medians are told (5)"),
      "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object"), NULL },
    { NULL },
  };
  g_autoptr (GError) error = NULL;

  model_options_add (&o->model, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_bench, context, &argc, &argv))
    return FALSE;
  if (argc > 1)
    cli_usage (cmd_bench.name, _ ("'%s' is one word too many"), argv[1]);
  else if (!model_options_read (&o->model, &error)
           || !cli_uint ("--prompt-tokens", o->prompt_text, 1, 1 << 20, &o->n_prompt, &error)
           || !cli_uint ("--max-tokens", o->generate_text, 2, 1 << 20, &o->n_generate, &error)
           || !cli_uint ("--repetitions", o->repetitions_text, 1, 1000, &o->n_repetitions, &error))
    cli_usage (cmd_bench.name, "%s", error->message);
  else
    return TRUE;
  return FALSE;
}

/* Tokens without meaning, other ones each time, so that nothing of an earlier prompt is found again. */
static void
set_prompt (HunchCompletion *completion, guint n, guint repetition)
{
  g_autofree gint32 *ids = g_new (gint32, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (repetition + 1);
  guint n_vocabulary;

  g_object_get (hunch_completion_get_model (completion), "n-vocabulary", &n_vocabulary, NULL);
  for (guint i = 0; i < n; i++)
    ids[i] = g_rand_int_range (rand, 0, n_vocabulary);
  hunch_completion_set_prompt_ids (completion, ids, n);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (GArray *values)
{
  const double *v = (const double *) values->data;

  g_array_sort (values, compare);
  return values->len % 2 ? v[values->len / 2] : (v[values->len / 2 - 1] + v[values->len / 2]) / 2;
}

static void
add (GArray *values, double value)
{
  g_array_append_val (values, value);
}

static gboolean
measure_once (HunchCompletion *completion, Figures *figures, GError **error)
{
  g_autoptr (HunchResult) result = hunch_completion_run (completion, interrupt_cancellable (), error);
  double prompt_ms, first_token_ms, predicted_ms;
  guint prompt_n, predicted_n;

  if (result == NULL)
    return FALSE;
  g_object_get (result, "prompt-n", &prompt_n, "prompt-ms", &prompt_ms, "first-token-ms", &first_token_ms,
                "predicted-n", &predicted_n, "predicted-ms", &predicted_ms, NULL);
  add (figures->prefill, prompt_n * 1000.0 / prompt_ms);
  add (figures->first_token, first_token_ms);
  add (figures->decode, predicted_n > 1 ? (predicted_n - 1) * 1000.0 / predicted_ms : 0);
  return TRUE;
}

/* The first run is not counted: it meets cold caches. */
static gboolean
measure (const Options *o, HunchCompletion *completion, Figures *figures, GError **error)
{
  Progress *progress = progress_new (_ ("measuring"));
  gboolean ok = TRUE;

  for (guint i = 0; ok && i <= o->n_repetitions; i++)
    {
      progress_set (progress, (double) i / (o->n_repetitions + 1), NULL);
      while (g_main_context_iteration (NULL, FALSE)) /* Ctrl-C, and the line of progress */
        ;
      set_prompt (completion, o->n_prompt, i);
      ok = measure_once (completion, figures, error);
      if (ok && i == 0)
        {
          g_array_set_size (figures->prefill, 0);
          g_array_set_size (figures->decode, 0);
          g_array_set_size (figures->first_token, 0);
        }
    }
  progress_free (progress);
  return ok;
}

static guint64
peak_rss_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (guint64) usage.ru_maxrss * 1024;
}

static void
print (const Options *o, HunchModel *model, Figures *figures)
{
  g_autofree char *name = NULL, *device = NULL;
  guint64 weight_bytes, cache_bytes;
  double load_ms;
  JsonOut out;

  g_object_get (model, "name", &name, "device-name", &device, "load-ms", &load_ms, "weight-bytes", &weight_bytes,
                "cache-bytes", &cache_bytes, NULL);
  if (!o->json)
    {
      g_autofree char *memory = g_format_size (peak_rss_bytes ());

      printf (_ ("%s on %s\n"), name, device);
      printf (_ ("prefill      %9.1f tokens/s (%u tokens)\n"), median (figures->prefill), (guint) o->n_prompt);
      printf (_ ("decode       %9.1f tokens/s (%u tokens)\n"), median (figures->decode), (guint) o->n_generate);
      printf (_ ("first token  %9.1f ms\n"), median (figures->first_token));
      printf (_ ("load         %9.1f ms\n"), load_ms);
      printf (_ ("peak memory  %s\n"), memory);
      return;
    }
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_string (&out, "model", name);
  json_out_string (&out, "device", device);
  json_out_bool (&out, "exact", o->model.exact);
  json_out_uint (&out, "prompt_tokens", o->n_prompt);
  json_out_uint (&out, "generated_tokens", o->n_generate);
  json_out_uint (&out, "repetitions", o->n_repetitions);
  json_out_double (&out, "prefill_tokens_per_second", median (figures->prefill), 3);
  json_out_double (&out, "decode_tokens_per_second", median (figures->decode), 3);
  json_out_double (&out, "load_ms", load_ms, 3);
  json_out_double (&out, "first_token_ms", median (figures->first_token), 3);
  json_out_uint (&out, "peak_rss_bytes", peak_rss_bytes ());
  json_out_uint (&out, "weight_bytes", weight_bytes);
  json_out_uint (&out, "cache_bytes", cache_bytes);
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
bench (const Options *o)
{
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (HunchCompletion) completion = NULL;
  Figures figures = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)),
                      g_array_new (FALSE, FALSE, sizeof (double)) };
  GError *error = NULL;
  gboolean ok = FALSE;

  model = model_options_model (&o->model, &error);
  if (model != NULL && model_load (model, &error))
    {
      completion = hunch_completion_new (model);
      g_object_set (completion, "max-tokens", (guint) o->n_generate, "ignore-eos", TRUE, NULL);
      ok = measure (o, completion, &figures, &error);
      if (ok)
        print (o, model, &figures);
      hunch_model_unload (model);
    }
  g_array_unref (figures.prefill);
  g_array_unref (figures.decode);
  g_array_unref (figures.first_token);
  return ok ? CLI_OK : cli_fail (error);
}

static int
run (int argc, char **argv)
{
  Options o = { .n_prompt = 512, .n_generate = 128, .n_repetitions = 5 };
  int status = parse (&o, argc, argv) ? bench (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  g_free (o.prompt_text);
  g_free (o.generate_text);
  g_free (o.repetitions_text);
  return status;
}
