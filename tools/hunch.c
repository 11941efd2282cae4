/* hunch.c: the command line: finds the command and runs it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "tools/interrupt.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const CliCommand *const commands[] = {
  &cmd_complete, &cmd_infill,  &cmd_tokenize, &cmd_detokenize, &cmd_models,     &cmd_pull,  &cmd_info,
  &cmd_convert,  &cmd_devices, &cmd_bench,    &cmd_tune,       &cmd_perplexity, &cmd_trace,
};

static void
print_help (FILE *out)
{
  fprintf (out, "%s\n  hunch TEXT\n", _ ("Usage:"));
  fprintf (out, "  hunch %s\n\n", _ ("COMMAND [OPTION…]"));
  fprintf (out, "%s\n\n%s\n", _ ("Completes text with a language model on an OpenCL device."), _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (out, "  %-12s %s\n", commands[i]->name, _ (commands[i]->summary));
  fprintf (out, "\n%s\n",
           _ ("A text that is no command is completed. 'hunch COMMAND --help' tells a command's options; see also "
              "hunch(1)."));
}

static const CliCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static gboolean
is_any (const char *word, const char *a, const char *b)
{
  return strcmp (word, a) == 0 || strcmp (word, b) == 0;
}

/* Runs what the words ask for; the first is the program's name. */
static int
run (int argc, char **argv)
{
  const CliCommand *command;

  if (argc < 2)
    {
      print_help (stderr);
      return CLI_USAGE;
    }
  if (is_any (argv[1], "--help", "-h") || (argc == 2 && strcmp (argv[1], "help") == 0))
    {
      print_help (stdout);
      return CLI_OK;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("hunch %s\n", HUNCH_VERSION_S);
      return CLI_OK;
    }
  command = find_command (argv[1]);
  if (command != NULL)
    return command->run (argc - 1, argv + 1);
  return cmd_complete.run (argc, argv);
}

int
main (int argc, char **argv)
{
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("hunch");
  status = run (argc, argv);
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      cli_error ("%s", _ ("The output cannot be written"));
      status = CLI_FAILED;
    }
  interrupt_finish ();
  return status;
}
