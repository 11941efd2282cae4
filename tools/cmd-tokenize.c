/* cmd-tokenize.c: hunch tokenize: a text as token ids. Reads the vocabulary and nothing else; no OpenCL.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/json-out.h"
#include "tools/options.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int run (int argc, char **argv);

const CliCommand cmd_tokenize = { "tokenize", "[TEXT]", N_ ("Show a text as tokens"), run };

typedef struct
{
  ModelOptions model;
  PromptOptions prompt;
  gboolean add_special, json;
} Options;

static gboolean
parse (Options *o, int argc, char **argv)
{
  GOptionContext *context = cli_option_context (&cmd_tokenize);
  const GOptionEntry entries[] = {
    { "add-special", 0, 0, G_OPTION_ARG_NONE, &o->add_special,
      N_ ("Add the tokens that the model wants at the ends of a text"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, N_ ("Print one object with ids and pieces"), NULL },
    { NULL },
  };

  model_options_add_name (&o->model, context);
  prompt_options_add_text (&o->prompt, context);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return cli_parse (&cmd_tokenize, context, &argc, &argv);
}

static void
print_json (HunchTokenizer *tokenizer, const gint32 *ids, gsize n)
{
  JsonOut out;

  json_out_init (&out);
  json_out_begin (&out, NULL, '{');
  json_out_ids (&out, "ids", ids, n);
  json_out_begin (&out, "pieces", '[');
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GBytes) piece = hunch_tokenizer_get_piece (tokenizer, ids[i]);

      json_out_bytes (&out, NULL, g_bytes_get_data (piece, NULL), g_bytes_get_size (piece));
    }
  json_out_end (&out, ']');
  json_out_end (&out, '}');
  json_out_print (&out);
}

static int
tokenize (Options *o)
{
  HunchTokenizerFlags flags = HUNCH_TOKENIZER_NONE;
  g_autoptr (HunchTokenizer) tokenizer = NULL;
  g_autofree gint32 *ids = NULL;
  GError *error = NULL;
  gsize n;

  if (o->prompt.parse_special)
    flags |= HUNCH_TOKENIZER_SPECIAL;
  if (o->add_special)
    flags |= HUNCH_TOKENIZER_ADD_SPECIAL;
  if (prompt_options_read (&o->prompt, &error))
    tokenizer = model_options_tokenizer (&o->model, &error);
  ids = tokenizer ? hunch_tokenizer_encode_bytes (tokenizer, o->prompt.text, flags, &n, NULL, &error) : NULL;
  if (ids == NULL)
    return cli_fail (error);
  if (o->json)
    {
      print_json (tokenizer, ids, n);
      return CLI_OK;
    }
  for (gsize i = 0; i < n; i++)
    printf ("%s%d", i ? " " : "", ids[i]);
  putchar ('\n');
  return CLI_OK;
}

static int
run (int argc, char **argv)
{
  Options o = { 0 };
  int status = parse (&o, argc, argv) ? tokenize (&o) : CLI_USAGE;

  model_options_clear (&o.model);
  prompt_options_clear (&o.prompt);
  return status;
}
