/* complete.c: runs a completion and prints what comes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/complete.h"
#include "tools/cli.h"
#include "tools/interrupt.h"
#include "tools/json-out.h"
#include "tools/options.h"
#include "tools/trace.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define N_TOP 5 /* likely tokens of a place */

/* A model's text must not steer the terminal: control characters but tab and line break are shown as U+FFFD. */
static void
print_safely (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)) && *p != '\n' && *p != '\t')
      fputs ("\xef\xbf\xbd", stdout);
    else
      fwrite (p, 1, g_utf8_next_char (p) - p, stdout);
  fflush (stdout);
}

static void
on_token (HunchCompletion *completion, int id, const char *text, gpointer ends_line)
{
  if (*text == '\0')
    return;
  print_safely (text);
  *(gboolean *) ends_line = text[strlen (text) - 1] == '\n';
}

static void
on_interrupt (GCancellable *cancellable, HunchCompletion *completion)
{
  hunch_completion_stop (completion);
}

/* Unlike a cancelled run, a stopped one gives what it has. */
static HunchResult *
run (HunchCompletion *completion, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  gulong handler = g_signal_connect (interrupt_cancellable (), "cancelled", G_CALLBACK (on_interrupt), completion);

  hunch_completion_run_async (completion, NULL, interrupt_ready, &result);
  interrupt_wait (&result);
  g_signal_handler_disconnect (interrupt_cancellable (), handler);
  return hunch_completion_run_finish (completion, result, error);
}

/* The members of an object that is open. */
static void
put_candidate (JsonOut *out, HunchCandidate *c)
{
  json_out_uint (out, "id", hunch_candidate_get_id (c));
  json_out_string (out, "text", hunch_candidate_get_text (c));
  json_out_double (out, "p", hunch_candidate_get_probability (c), 6);
}

static void
put_top (JsonOut *out, const char *key, GListModel *top)
{
  json_out_begin (out, key, '[');
  for (guint i = 0; i < g_list_model_get_n_items (top); i++)
    {
      g_autoptr (HunchCandidate) c = TRACE_ITEM (HunchCandidate, top, i);

      json_out_begin (out, NULL, '{');
      put_candidate (out, c);
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
}

/* Each token, with what else could have come. */
static void
put_chosen (JsonOut *out, HunchResult *result)
{
  GListModel *chosen = hunch_result_get_chosen (result);

  json_out_begin (out, "tokens", '[');
  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    {
      g_autoptr (HunchCandidate) c = TRACE_ITEM (HunchCandidate, chosen, i);
      g_autoptr (GListModel) likely = hunch_result_dup_likely (result, i);

      json_out_begin (out, NULL, '{');
      put_candidate (out, c);
      put_top (out, "likely", likely);
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
}

/* A line for each token. */
static void
print_chosen (HunchModel *model, HunchResult *result)
{
  g_autoptr (HunchTokenizer) tokenizer = hunch_model_dup_tokenizer (model);
  GListModel *chosen = hunch_result_get_chosen (result);

  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    {
      g_autoptr (HunchCandidate) c = TRACE_ITEM (HunchCandidate, chosen, i);
      g_autoptr (GListModel) likely = hunch_result_dup_likely (result, i);
      g_autofree char *quoted = trace_quote (tokenizer, hunch_candidate_get_id (c)), *fitted = trace_fit (quoted, 20);

      printf ("  %s %8.4f %% ", fitted, 100 * hunch_candidate_get_probability (c));
      for (guint k = 0; k < g_list_model_get_n_items (likely); k++)
        {
          g_autoptr (HunchCandidate) other = TRACE_ITEM (HunchCandidate, likely, k);
          g_autofree char *name = trace_quote (tokenizer, hunch_candidate_get_id (other));

          if (hunch_candidate_get_id (other) != hunch_candidate_get_id (c))
            printf ("  %s %.2f %%", name, 100 * hunch_candidate_get_probability (other));
        }
      putchar ('\n');
    }
}

static void
put_timings (JsonOut *out, HunchModel *model, HunchResult *result)
{
  double load_ms, prompt_ms, first_token_ms, predicted_ms;
  guint prompt_n, cached_n, predicted_n;

  g_object_get (model, "load-ms", &load_ms, NULL);
  g_object_get (result, "prompt-n", &prompt_n, "cached-n", &cached_n, "predicted-n", &predicted_n, "prompt-ms",
                &prompt_ms, "first-token-ms", &first_token_ms, "predicted-ms", &predicted_ms, NULL);
  json_out_begin (out, "timings", '{');
  json_out_double (out, "load_ms", load_ms, 3);
  json_out_uint (out, "prompt_n", prompt_n);
  json_out_uint (out, "cached_n", cached_n);
  json_out_double (out, "prompt_ms", prompt_ms, 3);
  json_out_double (out, "first_token_ms", first_token_ms, 3);
  json_out_uint (out, "predicted_n", predicted_n);
  json_out_double (out, "predicted_ms", predicted_ms, 3);
  json_out_end (out, '}');
}

static const char *
finish_name (HunchResult *result)
{
  static const char *const names[] = {
    [HUNCH_FINISH_REASON_LENGTH] = "length",
    [HUNCH_FINISH_REASON_STOP] = "stop",
    [HUNCH_FINISH_REASON_EOS] = "eos",
    [HUNCH_FINISH_REASON_CANCELLED] = "cancelled",
  };

  return names[hunch_result_get_finish_reason (result)];
}

static void
print_json (HunchModel *model, HunchResult *result, gboolean explain)
{
  g_autoptr (GBytes) text = hunch_result_get_text_bytes (result);
  g_autofree char *name = NULL, *device = NULL;
  const gint32 *ids;
  JsonOut out;
  gsize n;

  g_object_get (model, "name", &name, "device-name", &device, NULL);
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_string (&out, "model", name);
  json_out_string (&out, "device", device);
  ids = hunch_result_get_prompt_ids (result, &n);
  json_out_ids (&out, "prompt_ids", ids, n);
  ids = hunch_result_get_ids (result, &n);
  json_out_ids (&out, "ids", ids, n);
  json_out_bytes (&out, "text", g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  put_top (&out, "top", hunch_result_get_top (result));
  if (explain)
    put_chosen (&out, result);
  json_out_string (&out, "finish", finish_name (result));
  put_timings (&out, model, result);
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
run_and_print (HunchCompletion *completion, gboolean json, gboolean explain)
{
  HunchModel *model = hunch_completion_get_model (completion);
  gboolean terminal = isatty (STDOUT_FILENO) && !json && !explain, ends_line = FALSE;
  g_autoptr (HunchResult) result = NULL;
  GError *error = NULL;

  if (!model_load (model, &error))
    return cli_fail (error);
  if (json)
    g_object_set (completion, "n-top", N_TOP, NULL);
  if (explain)
    g_object_set (completion, "n-likely", N_TOP, NULL);
  if (terminal)
    g_signal_connect (completion, "token", G_CALLBACK (on_token), &ends_line);
  result = run (completion, &error);
  if (result == NULL)
    return cli_fail (error);
  if (json)
    print_json (model, result, explain);
  else if (explain)
    print_chosen (model, result);
  else if (!terminal)
    {
      g_autoptr (GBytes) text = hunch_result_get_text_bytes (result);

      fwrite (g_bytes_get_data (text, NULL), 1, g_bytes_get_size (text), stdout);
    }
  else if (!ends_line)
    putchar ('\n');
  if (hunch_result_get_note (result) != NULL)
    cli_error ("%s", hunch_result_get_note (result));
  if (!json && hunch_result_get_context_full (result))
    cli_error ("%s", _ ("The context is full; a larger --context gives more room"));
  return CLI_OK;
}

int
complete_and_print (HunchCompletion *completion, gboolean json, gboolean explain)
{
  int status = run_and_print (completion, json, explain);

  hunch_model_unload (hunch_completion_get_model (completion));
  return status;
}
