/* cmd-detokenize.c: hunch detokenize: token ids as the text they stand for. No OpenCL.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "tools/options.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_detokenize = { "detokenize", "ID…", N_ ("Show the text that tokens stand for"), run };

typedef struct
{
  ModelOptions model;
  gboolean parse_special, json;
  char **words;
} Options;

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_detokenize);
  const GOptionEntry entries[] = {
    { "parse-special", 0, 0, G_OPTION_ARG_NONE, &o->parse_special, N_ ("Show control tokens by their names"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with the text"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->words, NULL, NULL },
    { NULL },
  };

  model_options_add_name (&o->model, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!cli_parse (&cmd_detokenize, context, &argc, &argv))
    return FALSE;
  if (o->words == NULL)
    cli_usage (cmd_detokenize.name, "%s", _ ("There are no ids"));
  return o->words != NULL;
}

static void
print (GBytes *text, gboolean json)
{
  gsize len;
  const char *data = g_bytes_get_data (text, &len);
  JsonOut out;

  if (!json)
    {
      fwrite (data, 1, len, stdout);
      return;
    }
  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_bytes (&out, "text", data, len);
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
detokenize (const Options *o)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (HunchTokenizer) tokenizer = NULL;
  g_autoptr (GBytes) text = NULL;
  GError *error = NULL;

  for (char **w = o->words; *w != NULL; w++)
    if (!cli_ids ("ID", *w, ids, &error))
      return cli_fail (error);
  tokenizer = model_options_tokenizer (&o->model, &error);
  if (tokenizer != NULL)
    text = hunch_tokenizer_decode_bytes (tokenizer, (const gint32 *) ids->data, ids->len,
                                         o->parse_special ? HUNCH_TOKENIZER_SPECIAL : HUNCH_TOKENIZER_NONE, &error);
  if (text == NULL)
    return cli_fail (error);
  print (text, o->json);
  return CLI_OK;
}

static int
run (int argc, char **argv)
{
  Options o = { 0 };
  int status = parse (&o, argc, argv) ? detokenize (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  g_strfreev (o.words);
  return status;
}
