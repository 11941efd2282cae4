/* cmd-bench.c: hunch bench: how fast a model runs on a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/bench-roofline.h"
#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/json-out.h"
#include "tools/options.h"
#include "tools/progress.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/resource.h>

#define N_PHASES 2 /* reading the prompt, writing behind it */

static int run (int argc, char **argv);

const CliCommand cmd_bench = { "bench", "", N_ ("Measure the speed of a model on a device"), run };

typedef struct
{
  ModelOptions model;
  char *prompt_text, *generate_text, *repetitions_text, *svg, *png;
  gboolean json, no_profile;
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
    { "no-profile", 0, 0, G_OPTION_ARG_NONE, &o->no_profile, N_ ("Speeds alone, without a roofline"), NULL },
    { "svg", 0, 0, G_OPTION_ARG_FILENAME, &o->svg, N_ ("Draw charts into a file"), N_ ("FILE") },
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &o->png, N_ ("The same as a picture of dots"), N_ ("FILE") },
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
  else if (o->no_profile && (o->svg || o->png))
    cli_usage (cmd_bench.name, _ ("--no-profile leaves nothing to draw"));
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

/* What is known of the model while it is loaded. */
typedef struct
{
  char *name, *device;
  guint64 weight_bytes, cache_bytes, peak_rss;
  double load_ms;
} Facts;

static void
take_facts (HunchModel *model, Facts *f)
{
  g_object_get (model, "name", &f->name, "device-name", &f->device, "load-ms", &f->load_ms, "weight-bytes",
                &f->weight_bytes, "cache-bytes", &f->cache_bytes, NULL);
  f->peak_rss = peak_rss_bytes ();
}

static void
print_text (const Options *o, const Facts *facts, Figures *figures, const Roofline *phases)
{
  g_autofree char *memory = g_format_size (facts->peak_rss);

  printf (_ ("%s on %s\n"), facts->name, facts->device);
  printf (_ ("prefill      %9.1f tokens/s (%u tokens)\n"), median (figures->prefill), (guint) o->n_prompt);
  printf (_ ("decode       %9.1f tokens/s (%u tokens)\n"), median (figures->decode), (guint) o->n_generate);
  printf (_ ("first token  %9.1f ms\n"), median (figures->first_token));
  printf (_ ("load         %9.1f ms\n"), facts->load_ms);
  printf (_ ("peak memory  %s\n"), memory);
  for (guint i = 0; !o->no_profile && i < N_PHASES; i++)
    roofline_print (&phases[i]);
}

static void
print_json (const Options *o, const Facts *facts, Figures *figures, const Roofline *phases)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_string (&out, "model", facts->name);
  json_out_string (&out, "device", facts->device);
  json_out_bool (&out, "exact", o->model.exact);
  json_out_uint (&out, "prompt_tokens", o->n_prompt);
  json_out_uint (&out, "generated_tokens", o->n_generate);
  json_out_uint (&out, "repetitions", o->n_repetitions);
  json_out_double (&out, "prefill_tokens_per_second", median (figures->prefill), 3);
  json_out_double (&out, "decode_tokens_per_second", median (figures->decode), 3);
  json_out_double (&out, "load_ms", facts->load_ms, 3);
  json_out_double (&out, "first_token_ms", median (figures->first_token), 3);
  json_out_uint (&out, "peak_rss_bytes", facts->peak_rss);
  json_out_uint (&out, "weight_bytes", facts->weight_bytes);
  json_out_uint (&out, "cache_bytes", facts->cache_bytes);
  if (!o->no_profile)
    {
      json_out_double (&out, "read_bytes_per_second", phases[0].read_bandwidth, 0);
      json_out_double (&out, "peak_operations_per_second", phases[0].peak, 0);
      for (guint i = 0; i < N_PHASES; i++)
        roofline_json (&phases[i], &out);
    }
  json_out_end (&out, '}');
  json_out_print (&out);
}

/* The same model again, on a queue that takes times. The first one is unloaded: there may be no room for two. */
static gboolean
profile (const Options *o, Figures *figures, Roofline *phases, GError **error)
{
  ModelOptions options = o->model;
  const double speeds[N_PHASES] = { median (figures->prefill), median (figures->decode) };
  g_autoptr (HunchModel) model = NULL;
  g_autoptr (GListModel) profiles = NULL;

  options.profiled = TRUE;
  model = model_options_model (&options, error);
  if (model == NULL || !model_load (model, error))
    return FALSE;
  profiles = hunch_model_profile (model, o->n_prompt, o->n_generate, interrupt_cancellable (), error);
  hunch_model_unload (model);
  if (profiles == NULL)
    return FALSE;
  for (guint i = 0; i < N_PHASES; i++)
    {
      g_autoptr (HunchProfile) one = g_list_model_get_item (profiles, i);

      roofline_init (&phases[i], one, speeds[i]);
    }
  return TRUE;
}

static gboolean
bench (const Options *o, Figures *figures, Facts *facts, Roofline *phases, GError **error)
{
  g_autoptr (HunchModel) model = model_options_model (&o->model, error);
  g_autoptr (HunchCompletion) completion = NULL;
  gboolean ok;

  if (model == NULL || !model_load (model, error))
    return FALSE;
  completion = hunch_completion_new (model);
  g_object_set (completion, "max-tokens", (guint) o->n_generate, "ignore-eos", TRUE, NULL);
  ok = measure (o, completion, figures, error);
  if (ok)
    take_facts (model, facts);
  hunch_model_unload (model);
  ok = ok && (o->no_profile || profile (o, figures, phases, error));
  return ok && ((o->svg == NULL && o->png == NULL) || roofline_draw (phases, N_PHASES, o->svg, o->png, error));
}

static int
bench_and_print (const Options *o)
{
  Figures figures = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)),
                      g_array_new (FALSE, FALSE, sizeof (double)) };
  Roofline phases[N_PHASES] = { 0 };
  Facts facts = { 0 };
  GError *error = NULL;
  gboolean ok = bench (o, &figures, &facts, phases, &error);

  if (ok)
    (o->json ? print_json : print_text) (o, &facts, &figures, phases);
  for (guint i = 0; i < N_PHASES; i++)
    roofline_clear (&phases[i]);
  g_free (facts.name);
  g_free (facts.device);
  g_array_unref (figures.prefill);
  g_array_unref (figures.decode);
  g_array_unref (figures.first_token);
  return ok ? CLI_OK : cli_fail (error);
}

static int
run (int argc, char **argv)
{
  Options o = { .n_prompt = 512, .n_generate = 128, .n_repetitions = 5 };
  int status = parse (&o, argc, argv) ? bench_and_print (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  g_free (o.prompt_text);
  g_free (o.generate_text);
  g_free (o.repetitions_text);
  g_free (o.svg);
  g_free (o.png);
  return status;
}
